// Chooses which problems a run prints: all of them where they are few, and otherwise one of each kind, so that a large document fits a screen.
import { groupBy } from '../base/group-by.ts';
import type { Problem } from '../base/problem.ts';
import { kindOf } from './kinds.ts';

/** Problems of one kind: their messages differ only in names and numbers. */
export interface ProblemGroup {
  readonly problems: readonly [Problem, ...Problem[]];
}

/** Groups problems, in the order in which each group was first met. */
export function groupsOf(problems: readonly Problem[]): ProblemGroup[] {
  const keyOf = ({ severity, code, message, reason, leftOut = [] }: Problem): string =>
    JSON.stringify([severity, code, leftOut[0], kindOf(reason ?? message)]);
  return [...groupBy(problems, keyOf).values()].map((all) => ({ problems: all }));
}

/** Columns of a terminal that shows a code frame without a break; longer lines take several. */
const WIDTH = 130;

/** How many lines a text takes on a terminal. */
export function linesOfText(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDTH)), 0);
}

/** The problem with the first of its other places only. */
export function briefly(problem: Problem): Problem {
  const { related = [], ...rest } = problem;
  return related.length < 2 ? problem : { ...rest, related: related.slice(0, 1) };
}

/** The first problem of the group is printed as a code frame, or as one line. */
interface PrintedGroup extends ProblemGroup {
  readonly hasFrame: boolean;
}

interface Selection {
  readonly groups: readonly PrintedGroup[];
  /** Groups that are not printed, and how many problems they hold. */
  readonly hiddenGroups: number;
  readonly hiddenProblems: number;
}

/** How many lines a problem takes in short, and as a code frame. */
interface Heights {
  summary(problem: Problem): number;
  frame(problem: Problem): number;
}

/**
 * Fits groups into a number of lines. The worst and largest groups come last, next to the prompt, and are the first to get a code frame; notes get
 * none. Each code is shown once before another one is shown again, so that many groups of one code hide no other.
 */
export function select(groups: readonly ProblemGroup[], lines: number, { summary, frame }: Heights): Selection {
  const largestFirst = [...groups].sort((a, b) => b.problems.length - a.problems.length);
  const byCode = [...groupBy(largestFirst, ({ problems: [{ severity, code }] }) => `${severity} ${code}`).values()];
  const turnOf = new Map(byCode.flatMap((alike) => alike.map((group, turn) => [group, turn] as const)));
  const severityOf = ({ problems: [first] }: ProblemGroup): number => ORDER[first.severity];
  const worstFirst = largestFirst.sort((a, b) => severityOf(b) - severityOf(a) || (turnOf.get(a) ?? 0) - (turnOf.get(b) ?? 0));
  let left = lines;
  const shown: ProblemGroup[] = [];
  const hidden: ProblemGroup[] = [];
  for (const [index, group] of worstFirst.entries()) {
    const { problems } = group;
    // A group of several takes a line more, for their number; what is hidden takes a line.
    const height = summary(problems[0]) + (problems.length > 1 ? 1 : 0);
    const isLast = index === worstFirst.length - 1 && hidden.length === 0;
    const fits = height + (isLast ? 0 : 1) <= left;
    if (fits) left -= height;
    (fits ? shown : hidden).push(group);
  }
  if (hidden.length > 0) left--;
  const printed = shown.map(({ problems }): PrintedGroup => {
    const [first] = problems;
    const more = frame(first) - summary(first);
    const hasFrame = first.severity !== 'note' && more <= left;
    if (hasFrame) left -= more;
    return { problems, hasFrame };
  });
  return {
    groups: printed.reverse(),
    hiddenGroups: hidden.length,
    hiddenProblems: hidden.reduce((sum, { problems }) => sum + problems.length, 0),
  };
}

const ORDER = { note: 0, warning: 1, unsupported: 2, error: 3 } as const;

/** The worst last, next to the prompt. */
export function worstLast(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}
