// Runs a validator by hand: returns its issues, or throws them.

import { formatIssue } from '../contract/format-issue.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import { recurse } from './report.ts';

/** The issues of a value; none if it is valid. */
export function check(validate: Validator, value: unknown): Issue[] {
  const issues: Issue[] = [];
  recurse(validate, value, issues);
  return issues;
}

/** A value that its schema does not allow. `issues` may contain user data; the message does not. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const [first] = issues;
    const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
    super(first === undefined ? 'The value is not valid.' : formatIssue(first) + rest);
    this.issues = issues;
  }
}

/** @throws {ValidationError} for a value that the schema does not allow. */
export function assertValid<T>(validate: Validator<T>, value: unknown): asserts value is T {
  const issues = check(validate, value);
  if (issues.length > 0) throw new ValidationError(issues);
}
