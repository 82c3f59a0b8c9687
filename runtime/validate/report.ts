// Functions by which generated validators report issues: push them, prefix their paths, and remove those of a branch that need not match.

import type { Issue, Validator } from '../contract/issue.ts';
import { tokenName } from '../contract/pointer.ts';
import type { Evaluated } from './evaluated.ts';

/** What generated code calls a validator as, whether or not it narrows the type of the value. */
type Check = Validator | ((value: unknown, issues: Issue[]) => boolean);

/** Pushes one issue. Returns false, so that a validator can return it. */
export function report(issues: Issue[], path: string, keyword: string, expected: unknown, found: unknown): false {
  issues.push(orRequired({ path, keyword, expected, found }));
  return false;
}

/** The issue, or `required` in its place: a property that is `undefined` is missing. At the top it is not known yet whether it is a property. */
function orRequired(issue: Issue): Issue {
  const { path, keyword, found } = issue;
  if (found !== undefined || !path || !['type', 'enum', 'const', 'discriminator'].includes(keyword)) return issue;
  return { path, keyword: 'required', expected: tokenName(path.slice(path.lastIndexOf('/') + 1)), found };
}

/** Puts `path` before the paths of the issues from index `from` on, which a callee pushed. Returns false. */
export function prefix(issues: Issue[], from: number, path: string): false {
  for (let index = from; index < issues.length; index++) {
    const issue = issues[index];
    if (issue !== undefined) issues[index] = orRequired({ ...issue, path: path + issue.path });
  }
  return false;
}

/** Checks the member of a value at `path`; paths of the issues that `validate` reports begin there. */
export function inside(issues: Issue[], path: string, validate: Check, member: unknown): boolean {
  const from = issues.length;
  return validate(member, issues) || prefix(issues, from, path);
}

/** Checks each item of the array at `path`. */
export function eachItem(issues: Issue[], path: string, validate: Check, items: readonly unknown[]): boolean {
  const start = issues.length;
  for (let index = 0; index < items.length; index++) {
    const from = issues.length;
    if (!validate(items[index], issues)) prefix(issues, from, `${path}/${index}`);
  }
  return issues.length === start;
}

/** Removes the issues from index `length` on: those of a branch that need not match. */
export function takeBack(issues: Issue[], length: number): void {
  while (issues.length > length) issues.pop();
}

/** Runs the validator of a recursive schema. A value that is nested too deeply for the stack is an issue, not a crash. */
export function recurse(validate: Check, value: unknown, issues: Issue[]): boolean {
  try {
    return validate(value, issues);
  } catch (error) {
    return tooDeep(error, issues);
  }
}

/** `recurse` for validators that record what they evaluate. */
export function recurseEvaluated(
  validate: (value: unknown, issues: Issue[], evaluated: Evaluated) => boolean,
  value: unknown,
  issues: Issue[],
  seen: Evaluated,
): boolean {
  try {
    return validate(value, issues, seen);
  } catch (error) {
    return tooDeep(error, issues);
  }
}

function tooDeep(error: unknown, issues: Issue[]): false {
  if (!(error instanceof RangeError)) throw error;
  // If even this overflows the stack, the level above catches it, with more room.
  return report(issues, '', 'depth', 'less nesting', undefined);
}

/**
 * Called when no branch of a union matched, or several of `oneOf` did: of the issues from `from` on, keeps the most helpful. Branches that fail on
 * the JSON type of the whole value are ignored. If one branch is left, its issues are kept. If several are left, the union's own issue is kept, and
 * those of the branch with the fewest. `ends` are the numbers of issues after each branch.
 */
export function reportUnion(
  issues: Issue[],
  matched: number,
  from: number,
  ends: readonly number[],
  path: string,
  keyword: 'anyOf' | 'oneOf',
  expected: readonly string[],
  found: unknown,
): false {
  const pushed = issues.splice(from);
  if (matched > 0) return report(issues, path, keyword, expected, found);
  const branches: Issue[][] = [];
  let start = 0;
  for (const end of ends) {
    const branch = pushed.slice(start, end - from);
    start = end - from;
    if (!branch.some((issue) => issue.path === '' && issue.keyword === 'type')) branches.push(branch);
  }
  const [first] = branches;
  if (branches.length !== 1) report(issues, path, keyword, expected, found);
  if (first !== undefined) {
    const best = branches.reduce((fewest, branch) => (branch.length < fewest.length ? branch : fewest), first);
    for (const issue of best) issues.push({ ...issue, path: path + issue.path });
  }
  return false;
}
