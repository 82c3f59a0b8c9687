// The errors of values that their schemas do not allow. They keep where and why, and not the value, so that logging them shows no data.
import { OctavoError } from './errors.ts';
import type { Issue } from './issue.ts';

/** An issue without the value that was found, so that logging the error shows no data. An error keeps at most the first hundred. */
export interface IssueReport {
  /** RFC 6901 JSON pointer: into the input (`/query/limit`), or into the body of a response (`/data/email`, `''` for the whole). */
  readonly path: string;
  readonly keyword: string;
  /** The value that the schema requires for the keyword. */
  readonly expected: unknown;
  /** The issue as a sentence. */
  readonly message: string;
}

/**
 * Makes a sentence of an issue: `formatIssue`, or by default one that names keyword and value as the schema has them, without its table of phrases.
 */
type SentenceOf = (issue: Issue) => string;

const plainSentence: SentenceOf = ({ path, keyword, expected, found }) => {
  const kind = found === null ? 'null' : Array.isArray(found) ? 'array' : typeof found;
  const rest = keyword === 'type' ? `, but is ${kind}` : '';
  return `${path || 'The value'} does not match ${keyword}: ${[expected].flat().map(String).join(', ')}${rest}.`;
};

const MOST_ISSUES = 100;

function reportsOf(issues: readonly Issue[], sentenceOf: SentenceOf): IssueReport[] {
  return issues.slice(0, MOST_ISSUES).map((issue) => {
    const { path, keyword, expected } = issue;
    return { path, keyword, expected, message: sentenceOf(issue) };
  });
}

function summary([first]: readonly IssueReport[], count: number): string {
  return `${first?.message ?? ''}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
}

/** An input that its schemas do not allow, found before anything was sent. */
export class InvalidRequestError extends OctavoError {
  override readonly name = 'InvalidRequestError';
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, issues: readonly Issue[], sentenceOf = plainSentence) {
    const reports = reportsOf(issues, sentenceOf);
    super(`${operation}: invalid input. ${summary(reports, issues.length)}`, operation, { issues: reports });
  }
}

/** A response whose body its schema does not allow. The error does not keep the body. */
export class InvalidResponseError extends OctavoError {
  override readonly name = 'InvalidResponseError';
  declare readonly status: number;
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, status: number, issues: readonly Issue[], sentenceOf = plainSentence) {
    const reports = reportsOf(issues, sentenceOf);
    super(`${operation}: invalid response (${status}). ${summary(reports, issues.length)}`, operation, { status, issues: reports });
  }
}
