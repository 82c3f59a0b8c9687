// The errors that the runtime throws. They name operation, parameter and status; none holds a credential, a URL or a header that was sent.

/** The base of all errors of the runtime. `operation` is the operation's id in the document, if the error belongs to one. */
export class OctavoError extends Error {
  override readonly name: string = 'OctavoError';
  declare readonly operation: string | undefined;

  /**
   * `facts` become properties of the error, `cause` among them. Classes declare them, and only this sets them: a client's bundle has most classes.
   */
  constructor(message: string, operation?: string, facts?: object) {
    super(message, facts);
    Object.assign(this, facts, { operation });
  }
}

/** An option of a client or server that cannot be used: a base URL, a server variable, a header. */
export class ConfigurationError extends OctavoError {
  override readonly name = 'ConfigurationError';
}

/** A value that cannot be written where the request needs it. `parameter` is `query.limit`, `body`, … */
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

/** A header value with CR, LF, NUL or a character above U+00FF, or with a space or tab at an end. */
export class InvalidHeaderError extends InvalidParameterError {
  override readonly name = 'InvalidHeaderError';
}

/** A credential that cannot be written where the request needs it. `scheme` is the name of the security scheme. */
export class InvalidCredentialError extends OctavoError {
  override readonly name = 'InvalidCredentialError';
  declare readonly scheme: string;

  constructor(scheme: string, reason: string, operation?: string) {
    super(`The credential for ${scheme} ${reason}.`, operation, { scheme });
  }
}

/** No response: the network failed, or the `fetch` that was given. `code` is the system's, such as `ECONNREFUSED`. */
export class TransportError extends OctavoError {
  override readonly name = 'TransportError';
  declare readonly code: string | undefined;

  constructor(operation: string, code: string | undefined, cause: unknown) {
    super(`${operation}: no response${code ? ` (${code})` : ''}.`, operation, { code, cause });
  }
}

/** The call took longer than its time limit. */
export class TimeoutError extends OctavoError {
  override readonly name = 'TimeoutError';
}

/** A redirect that was not followed: a credential or a body would have gone along, or there were too many. */
export class RedirectError extends OctavoError {
  override readonly name = 'RedirectError';
  declare readonly status: number;

  /** `status` is 0 where the platform hides the response. */
  constructor(operation: string, status: number, reason: string) {
    super(`${operation}: the redirect${status === 0 ? '' : ` (${status})`} was not followed: ${reason}.`, operation, { status });
  }
}

/** A response with a status that the document does not declare for the operation. `body` is the beginning of its body as text. */
export class UnexpectedResponseError extends OctavoError {
  override readonly name = 'UnexpectedResponseError';
  declare readonly status: number;
  declare readonly contentType: string | undefined;
  declare readonly body: string;

  constructor(operation: string, status: number, contentType: string | undefined, body: string) {
    super(`${operation}: status ${status} is not declared.`, operation, { status, contentType, body });
  }
}

/** A response with a declared status whose body or headers cannot be read as declared: wrong media type, empty, cut off, invalid UTF-8. */
export class UnreadableResponseError extends OctavoError {
  override readonly name = 'UnreadableResponseError';
  declare readonly status: number;

  constructor(operation: string, status: number, reason: string) {
    super(`${operation}: cannot read the response (${status}): ${reason}.`, operation, { status });
  }
}

/** `unwrap` throws this for a result with another status than the expected one. `body` is the body of the response. */
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

/** Thrown by a handler that is not implemented: the server responds with 501. */
export class NotImplementedError extends OctavoError {
  override readonly name = 'NotImplementedError';
}

/**
 * For a handler that is not implemented yet, or not for every input: the server responds with 501, its body in the service's own shape.
 * @throws {NotImplementedError}
 */
export function notImplemented(): never {
  throw new NotImplementedError('This handler is not implemented yet.');
}

/** Text or bytes that are not in their format. The message is the end of a sentence: `is not valid JSON`. */
export class SyntaxFault extends Error {
  override readonly name: string = 'SyntaxFault';
  /** JSON pointer to the faulty value, where it is known; `''` for the whole. */
  readonly pointer: string;

  constructor(message: string, pointer = '') {
    super(message);
    this.pointer = pointer;
  }
}

/** A media type or charset that cannot be read: the server responds with 415. */
export class UnsupportedMediaFault extends SyntaxFault {
  override readonly name = 'UnsupportedMediaFault';
}
