// Sums up what the problems of a document cost: which parts are left out, how many, and why.
import { groupBy } from '../base/group-by.ts';
import { leavesOut, type Problem } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { commonMessage, kindOf } from './kinds.ts';

/** Parts of one kind that are left out for one reason. */
export interface Loss {
  /** A noun in the singular: `operation`, `media type`. */
  readonly part: string;
  readonly count: number;
  /** A sentence or a part of one, in which `…` stands for what differs from place to place. */
  readonly reason: string;
}

export interface Losses {
  /** Parts that would be generated as a whole: operations, webhooks, callbacks, schemas. */
  readonly leftOut: readonly Loss[];
  /** Smaller parts that are missing inside of generated ones: parameters, media types, responses, servers and the like. */
  readonly dropped: readonly Loss[];
}

const WHOLE: ReadonlySet<string> = new Set(['operation', 'webhook', 'callback', 'schema']);

/** The losses of a run, the largest first. */
export function lossesOf(problems: readonly Problem[]): Losses {
  const parts = problems
    .filter(leavesOut)
    .flatMap(({ leftOut = [], reason, message }) =>
      [...groupBy(leftOut, (part) => part)].map(([part, { length }]) => ({ part, length, reason: reason ?? message })),
    );
  const groups = groupBy(parts, ({ part, reason }) => JSON.stringify([part, kindOf(reason)]));
  const losses = [...groups.values()]
    .map((alike) => ({
      part: alike[0].part,
      count: alike.reduce((sum, { length }) => sum + length, 0),
      reason: commonMessage(alike.map(({ reason }) => reason)),
    }))
    .sort((a, b) => b.count - a.count);
  const isWhole = ({ part }: Loss): boolean => WHOLE.has(part);
  return { leftOut: losses.filter(isWhole), dropped: losses.filter((loss) => !isWhole(loss)) };
}

/** `2 operations, 1 schema` */
export function totals(losses: readonly Loss[]): string {
  return [...groupBy(losses, ({ part }) => part)]
    .map(([part, all]): [string, number] => [part, all.reduce((sum, loss) => sum + loss.count, 0)])
    .sort(([, a], [, b]) => b - a)
    .map(([part, number]) => count(number, part))
    .join(', ');
}

/** Reasons that a summary lists for what is left out, and for what is dropped. */
const MOST_REASONS = 6;

/** Lines for people: what is left out with its reasons, then what is dropped with its reasons. Empty where nothing is. */
export function describeLosses({ leftOut, dropped }: Losses): string[] {
  return [...section('Left out', leftOut), ...section('Dropped from what is generated', dropped)];
}

function section(title: string, losses: readonly Loss[]): string[] {
  const [first] = losses;
  if (first === undefined) return [];
  if (losses.length === 1) return [`  ${title}: ${totals(losses)}: ${asClause(first.reason)}`];
  const fit = losses.length <= MOST_REASONS ? losses : losses.slice(0, MOST_REASONS - 1);
  const rest = losses.slice(fit.length);
  return [
    `  ${title}: ${totals(losses)}`,
    ...fit.map((loss) => `    ${count(loss.count, loss.part)}: ${asClause(loss.reason)}`),
    ...(rest.length === 0 ? [] : [`    ${totals(rest)}: for ${count(rest.length, 'other reason')}`]),
  ];
}

/** A reason after a colon: without the full stop at its end. */
function asClause(reason: string): string {
  return reason.replace(/\.$/, '');
}
