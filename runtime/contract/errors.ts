// The errors that the runtime throws. They name operation, parameter and status; none of them holds a credential, a URL or a header that was sent.
import type { Issue } from './issue.ts';

/** What all of them are. `operation` is the id in the document, where there is one. */
export class OctavoError extends Error {
  override readonly name: string = 'OctavoError';
  declare readonly operation: string | undefined;

  /** `facts` become properties of the error, `cause` among them. They are declared by each class, and set here, since a client's bundle has most classes. */
  constructor(message: string, operation?: string, facts?: object) {
    super(message, facts);
    Object.assign(this, facts, { operation });
  }
}

/** An option of a client or server that cannot be used: a base URL, a server variable, a header. */
export class ConfigurationError extends OctavoError {
  override readonly name = 'ConfigurationError';
}

/** A value that its place in the request has no form for. `parameter` is `query.limit`, `body`, … */
export class InvalidParameterError extends OctavoError {
  override readonly name: string = 'InvalidParameterError';
  declare readonly parameter: string;

  constructor(parameter: string, reason: string, operation?: string) {
    super(`${operation ? `${operation}: ` : ''}${parameter} ${reason}.`, operation, { parameter });
  }
}

/** A path value that would leave its segment: `''`, `.`, `..`, or text with NUL. */
export class InvalidPathParameterError extends InvalidParameterError {
  override readonly name = 'InvalidPathParameterError';
}

/** A header value with CR, LF, NUL, a character above U+00FF, or a blank at an end. */
export class InvalidHeaderError extends InvalidParameterError {
  override readonly name = 'InvalidHeaderError';
}

/** A credential that its place in the request has no form for. */
export class InvalidCredentialError extends OctavoError {
  override readonly name = 'InvalidCredentialError';
  declare readonly scheme: string;

  constructor(scheme: string, reason: string, operation?: string) {
    super(`The credential for ${scheme} ${reason}.`, operation, { scheme });
  }
}

/** No answer: the network failed, or the `fetch` that was given. `code` is the system's, such as `ECONNREFUSED`. */
export class TransportError extends OctavoError {
  override readonly name = 'TransportError';
  declare readonly code: string | undefined;

  constructor(operation: string, code: string | undefined, cause: unknown) {
    super(`${operation}: the request got no answer${code ? ` (${code})` : ''}.`, operation, { code, cause });
  }
}

/** The time that the caller gave a call has run out. */
export class TimeoutError extends OctavoError {
  override readonly name = 'TimeoutError';
}

/** A redirect that was not followed, since a credential or a body would have gone along, or there were too many. */
export class RedirectError extends OctavoError {
  override readonly name = 'RedirectError';
  declare readonly status: number;

  constructor(operation: string, status: number, reason: string) {
    super(`${operation}: the answer is a redirect${status === 0 ? '' : ` (${status})`} that was not followed: ${reason}.`, operation, {
      status,
    });
  }
}

/** A status that the document does not declare for the operation. `body` is the beginning of the answer as text. */
export class UnexpectedResponseError extends OctavoError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
  declare readonly contentType: string | undefined;
  declare readonly body: string;

  constructor(operation: string, status: number, contentType: string | undefined, body: string) {
    super(`${operation}: the answer (${status}) is not declared.`, operation, { status, contentType, body });
  }
}

/** An answer with a declared status whose body or headers cannot be read as declared: wrong media type, empty, cut off, bad UTF-8. */
export class UnreadableResponseError extends OctavoError {
  override readonly name = 'UnreadableResponseError';
  declare readonly status: number;

  constructor(operation: string, status: number, reason: string) {
    super(`${operation}: the answer (${status}) cannot be read: ${reason}.`, operation, { status });
  }
}

/** An issue without the value that was found, so that an error that is logged shows none of the data. At most the first hundred are kept. */
export interface IssueReport {
  /** RFC 6901 JSON pointer: into the input (`/query/limit`), or into the body of an answer (`/data/email`, `''` for the whole). */
  readonly path: string;
  readonly keyword: string;
  /** What the schema asks for. */
  readonly expected: unknown;
  /** Short, since it is in each bundle that validates; `formatIssue` makes a better sentence. */
  readonly message: string;
}

const MOST_ISSUES = 100;

function reportsOf(issues: readonly Issue[]): IssueReport[] {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, keyword, expected }) => ({ path, keyword, expected, message: `${path || 'The value'} breaks ${keyword}: ${expected}.` }));
}

function summary([first]: readonly IssueReport[], count: number): string {
  return `${first?.message ?? ''}${count > 1 ? ` (and ${count - 1} more)` : ''}`;
}

/** An input that breaks its schemas, found before anything was sent. */
export class InvalidRequestError extends OctavoError {
  override readonly name = 'InvalidRequestError';
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, issues: readonly Issue[]) {
    const reports = reportsOf(issues);
    super(`${operation}: the input is not as declared. ${summary(reports, issues.length)}`, operation, { issues: reports });
  }
}

/** An answer whose body breaks its schema. The body itself is not kept. */
export class InvalidResponseError extends OctavoError {
  override readonly name = 'InvalidResponseError';
  declare readonly status: number;
  declare readonly issues: readonly IssueReport[];

  constructor(operation: string, status: number, issues: readonly Issue[]) {
    const reports = reportsOf(issues);
    super(`${operation}: the answer (${status}) is not as declared. ${summary(reports, issues.length)}`, operation, {
      status,
      issues: reports,
    });
  }
}

/** What `unwrap` throws for a result with another status than asked for. `body` is the answer's own. */
export class ApiError extends OctavoError {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly body: unknown;
  declare readonly requestId: string | undefined;

  constructor(operation: string | undefined, status: number, body: unknown, requestId: string | undefined) {
    const request = requestId === undefined ? '' : ` (request ${requestId})`;
    super(`${operation ?? 'The operation'} answered ${status}${request}.`, operation, { status, body, requestId });
  }
}

/** A handler that is not written yet: the server's 501. */
export class NotImplementedError extends OctavoError {
  override readonly name = 'NotImplementedError';
}

/**
 * What a handler says that is not written yet, or not for every input; the server then answers 501 in the service's own shape.
 * @throws {NotImplementedError}
 */
export function notImplemented(): never {
  throw new NotImplementedError('This handler is not written yet.');
}

/** Text or bytes that have no value in their format. The message is a sentence's end: `is not valid JSON`. */
export class SyntaxFault extends Error {
  override readonly name: string = 'SyntaxFault';
  /** JSON pointer to what is at fault, where that is known; `''` for the whole. */
  readonly pointer: string;

  constructor(message: string, pointer = '') {
    super(message);
    this.pointer = pointer;
  }
}

/** A media type or charset that cannot be read: the server's 415. */
export class UnsupportedMediaFault extends SyntaxFault {
  override readonly name = 'UnsupportedMediaFault';
}
