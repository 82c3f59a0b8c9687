// How generated validators report: issues pushed, prefixed by callers, taken back where a branch need not match.

import type { Issue, Validator } from '../contract/issue.ts';
import { tokenName } from '../contract/pointer.ts';
import type { Evaluated } from './evaluated.ts';

/**
 * Pushes one issue. Always false, so that a validator may return it. A value that is `undefined` has no JSON type: at a property's place
 * that fault is the property's absence, so the issue is `required`.
 */
export function report(issues: Issue[], path: string, keyword: string, expected: unknown, found: unknown): false {
  if (found === undefined && path !== '' && isAbsence(keyword)) {
    issues.push({ path, keyword: 'required', expected: lastToken(path), found });
  } else issues.push({ path, keyword, expected, found });
  return false;
}

/** Keywords that a value fails for being `undefined`. */
function isAbsence(keyword: string): boolean {
  return keyword === 'type' || keyword === 'enum' || keyword === 'const' || keyword === 'discriminator';
}

function lastToken(path: string): string {
  return tokenName(path.slice(path.lastIndexOf('/') + 1));
}

/** Puts `path` before the paths of the issues from index `from` on: those that a callee pushed, on a value that may be absent. Always false. */
export function prefix(issues: Issue[], from: number, path: string): false {
  for (let index = from; index < issues.length; index++) {
    const issue = issues[index];
    if (issue === undefined) continue;
    if (issue.path === '' && issue.found === undefined && isAbsence(issue.keyword)) {
      issues[index] = { path, keyword: 'required', expected: lastToken(path), found: undefined };
    } else issue.path = path + issue.path;
  }
  return false;
}

/** Takes back the issues from index `length` on: those of a branch that need not match. */
export function takeBack(issues: Issue[], length: number): void {
  while (issues.length > length) issues.pop();
}

/** Runs the validator of a schema that contains itself, so that a value nested too deep for the stack is an issue and not a crash. */
export function recurse(validate: Validator | ((value: unknown, issues: Issue[]) => boolean), value: unknown, issues: Issue[]): boolean {
  try {
    return validate(value, issues);
  } catch (error) {
    return tooDeep(error, issues);
  }
}

/** `recurse` for validators that note what they evaluate. */
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
  // Where even this does not fit on the stack, the overflow goes on to the level above, which has more room.
  return report(issues, '', 'depth', 'less nesting', undefined);
}

/**
 * After no branch of a union matched, or more than the one of `oneOf`: keeps, of the issues from `from` on, those that help most. A branch that fails on the JSON type of the
 * whole value was not meant. One branch left: its issues stand alone. Several: first the union's own issue, then those of the branch with
 * the fewest. `ends` are the numbers of issues after each branch.
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
