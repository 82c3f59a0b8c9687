// What the texts of a document say of things that may not have a time in common, and the create of one more beside a thing that is there.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { listedValues } from '../../../inference/lists/places.ts';
import {
  alternativesOf,
  ENDED,
  hasWord,
  isApart,
  memberSentences,
  type Said,
  saidOf,
  sentencesIn,
  takingStates,
  withRefusal,
} from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { successSchemaOf } from '../../../inference/shapes.ts';
import { type Pair, timesOf } from '../../../inference/spans.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { type Span, spanIn, withSpan } from '../making/spans.ts';
import { declaredMembers } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

export const CHECK = 'no-overlap';

/** Words by which a sentence lets some spans overlap, or is about something else than two things. */
const OTHERWISE =
  /\b(?:may overlap|can overlap|overlaps? (?:is|are) (?:allowed|fine)|unless|except|more than (?:one|\d+)|capacity|confirmed|active|approved|accepted|paid|pages?|pagination|cursor|own)\b/i;

export interface Rule extends Pair {
  readonly said: Said;
}

export interface Beside {
  readonly setting: Setting;
  readonly lab: Lab;
  readonly rule: Rule;
  readonly first: Thing;
}

export function ruleOf({ context: { service }, resource: { read } }: Setting, operation: Operation): Rule | undefined {
  const pair = timesOf(operation);
  const own = (read && listedState(read))?.states ?? [];
  const values = [...(read === undefined ? [] : declaredMembers(read).values())].flatMap((schemas) => listedValues(schemas) ?? []);
  const others = values.filter((one) => typeof one === 'string' && !own.includes(one));
  // A new thing need not be in a state that the sentence names: only where it is, the rule is tried.
  const isNarrow = (text: string): boolean => OTHERWISE.test(text) || others.some((one) => hasWord(text, String(one)));
  const said = [...saidOf(service, operation), ...(pair?.texts ?? []).map(withRefusal)].find(
    ({ text, refusal }) => refusal !== undefined && alternativesOf(text).some((one) => isApart(one) && !isNarrow(one)),
  );
  return pair && said && { ...pair, said };
}

/** All sentences about the things and their create. */
export function textsAbout({ resource: { read }, context }: Setting, create: Operation): readonly string[] {
  const shown = read && successSchemaOf(read.operation);
  const told = memberSentences(possibleConjuncts([...memberSchemasOf(create), ...(shown === undefined ? [] : [shown])])).map(
    ({ text }) => text,
  );
  return [...new Set([...sentencesIn(create.description ?? ''), ...saidOf(context.service, create).map(({ text }) => text), ...told])];
}

/** The states in which things take their time, where the texts name some, and those in which they do not. */
export function statesOf(setting: Setting, create: Operation): { readonly taking: readonly string[]; readonly freeing: readonly string[] } {
  const { read } = setting.resource;
  const states = (read && listedState(read))?.states ?? [];
  const { taking, freeing } = takingStates(textsAbout(setting, create), states);
  // The sentence may have another word for a state than its name, so only those that end something are taken for others.
  return { taking, freeing: taking.length === 0 ? freeing : states.filter((one) => !taking.includes(one) && ENDED.test(one)) };
}

/** Whether a new thing is in one of the states in which it takes its time. */
export function isTaking({ resource: { read, edge } }: Setting, created: Answered, taking: readonly string[]): boolean {
  const state = read && listedState(read)?.of(resourceIn(created, edge.from) ?? {});
  return taking.length === 0 || (state !== undefined && taking.includes(state));
}

/** The create of a thing like the first one with another span; `sources`: of other things. */
export async function createAt(
  { setting: { things, resource }, lab, rule, first }: Beside,
  span: Span,
  says: string,
  sources?: readonly Thing[],
): Promise<Answered | undefined> {
  const { create } = resource;
  const input = withSpan(things.ready(create, first.created.case.input ?? {}), span, rule);
  const exchange = await unlessStopped(things.callBeside(lab, create, first, { says, input, sources, probe: CHECK }));
  if (exchange !== undefined && !isSuccess(exchange)) lab.forget(exchange);
  return exchange;
}

/** The span of a thing as it was sent, and as its answer shows the end where callers do not send it. */
export function spanOf({ edge }: Resource, created: Answered, rule: Rule): Span | undefined {
  return spanIn(created.case.input, rule, resourceIn(created, edge.from));
}

export function movedBy([from, to]: Span, by: number): Span {
  return [from + by, to + by];
}
