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

/** The message of an error, which begins with `what`, and the issues that it keeps. */
function messageAndReports(what: string, issues: readonly Issue[], sentenceOf: SentenceOf): readonly [string, readonly IssueReport[]] {
  const reports = issues.slice(0, MOST_ISSUES).map((issue) => {
    const { path, keyword, expected } = issue;
    return { path, keyword, expected, message: sentenceOf(issue) };
  });
  return [`${what}. ${reports[0]?.message ?? ''}${issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''}`, reports];
}

/** An input that its schemas do not allow, found before anything was sent. */
export class InvalidRequestError extends OctavoError {
  override readonly name = 'InvalidRequestError';
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, issues: readonly Issue[], sentenceOf = plainSentence) {
    const [message, reports] = messageAndReports(`${operation}: invalid input`, issues, sentenceOf);
    super(message, operation, { issues: reports });
  }
}

/** A response whose body its schema does not allow. The error does not keep the body. */
export class InvalidResponseError extends OctavoError {
  override readonly name = 'InvalidResponseError';
  declare readonly status: number;
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, status: number, issues: readonly Issue[], sentenceOf = plainSentence) {
    const [message, reports] = messageAndReports(`${operation}: invalid response (${status})`, issues, sentenceOf);
    super(message, operation, { status, issues: reports });
  }
}
