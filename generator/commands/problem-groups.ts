// Chooses which problems a run prints: all of them where they are few, and otherwise one of each kind, so that a large document fits a screen.
import type { Problem } from '../problem.ts';

/** Problems of one kind: their messages differ only in names and numbers. */
export interface ProblemGroup {
  readonly problems: readonly [Problem, ...Problem[]];
}

/** In the order in which they were first met. */
export function groupsOf(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  for (const problem of problems) {
    const key = `${problem.severity} ${problem.code} ${kindOf(problem.message)}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [problem]);
    else known.push(problem);
  }
  return [...groups.values()].map((all) => ({ problems: all }));
}

/** The message without what names one place: quoted words, operations, pointers and numbers. */
function kindOf(message: string): string {
  return message
    .replace(/`[^`]*`|'[^']*'|"[^"]*"/g, '…')
    .replace(/\b[A-Z]{3,} \/\S*/g, '…')
    .replace(/(?:#|\b\w+ )\/\S+/g, '…')
    .replace(/\b(The|the) (schema|parameter|response|request body|header|link|callback) \S+/g, '$1 $2 …')
    .replace(/\d+/g, '0');
}

/** What to print of a group: a code frame for the first `frames` problems, or one line for all. */
interface PrintedGroup extends ProblemGroup {
  readonly frames: number;
}

interface Selection {
  readonly groups: readonly PrintedGroup[];
  /** Groups that are not printed, and how many problems they hold. */
  readonly hiddenGroups: number;
  readonly hiddenProblems: number;
}

/**
 * Fits groups into a number of lines. `linesOf`: the lines of a problem's code frame. The worst and largest groups come last, next to the prompt, and are
 * the first to get a code frame.
 */
export function select(groups: readonly ProblemGroup[], lines: number, linesOf: (problem: Problem) => number): Selection {
  const worstFirst = [...groups].sort(
    (a, b) => ORDER[b.problems[0].severity] - ORDER[a.problems[0].severity] || b.problems.length - a.problems.length,
  );
  // A group of several takes a line more, for their number.
  const heights = worstFirst.map(({ problems }) => (problems.length === 1 ? 1 : 2));
  let left = lines;
  let fitting = 0;
  for (const height of heights) {
    if (height > left) break;
    left -= height;
    fitting++;
  }
  const shown = worstFirst.slice(0, fitting);
  const hidden = worstFirst.slice(fitting);
  const printed = shown.map(({ problems }): PrintedGroup => {
    const [first] = problems;
    const more = linesOf(first) - 1;
    if (more > left) return { problems, frames: 0 };
    left -= more;
    return { problems, frames: 1 };
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
