// Lets user code refuse a request with any status: handlers, security functions and `around` throw a refusal, and the server answers it.
import { ConfigurationError } from '../../contract/errors.ts';
import { checkHeader } from '../../wire/encode.ts';
import type { FaultKind } from './fault-kinds.ts';

/** A value that user code refuses, and why. */
export interface RefusedValue {
  /** `/body/owner` */
  readonly pointer: string;
  /** The reason, as the end of a sentence: `is not the URI of a user`. */
  readonly detail: string;
}

export interface RefusalFacts<Code extends string | number = string | number> {
  /** One sentence that the caller sees. Default: what `x-errors` of the document has for the code. */
  readonly detail?: string;
  /** The service's own code of the error: `too_many_requests`, `-109`. `{code}` of `x-errors`. Default: what the document has for the status. */
  readonly code?: Code;
  /** The values of `{values.name}` in a body of `x-errors`, by name. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  /** Answers as to a fault of this kind: `x-errors` of the document may give it a body or a status of its own. Default: `refused`. */
  readonly kind?: FaultKind;
  /** JSON pointer to the value that is refused: `/query/limit`. Default: that of the first of `issues`. */
  readonly pointer?: string;
  /** The values that are refused, each with its reason. `x-errors` of the document can list them. */
  readonly issues?: readonly RefusedValue[];
  /** Headers of the response, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that user code refused. `message` is the detail, empty where it is the document's. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly code: string | number | undefined;
  readonly kind: FaultKind | undefined;
  readonly pointer: string;
  readonly issues: readonly RefusedValue[];
  readonly values: Readonly<Record<string, string | number | boolean>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    { detail = '', code, kind, issues = [], pointer = issues[0]?.pointer ?? '', values = {}, headers = {} }: RefusalFacts,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.values = values;
    this.kind = kind;
    this.pointer = pointer;
    this.issues = issues;
    this.headers = headers;
  }

  /** The same refusal with further headers; names in lower case. */
  with(headers: Readonly<Record<string, string>>): RefusalError {
    const { status, message: detail, kind, code, pointer, issues, values } = this;
    return new RefusalError(status, {
      detail,
      pointer,
      issues,
      values,
      headers: { ...this.headers, ...headers },
      ...(kind === undefined ? {} : { kind }),
      ...(code === undefined ? {} : { code }),
    });
  }
}

/**
 * `throw refuse(429, { code: 'too_many_requests', detail: 'Wait for a second.', headers: { 'retry-after': '1' } })`, at any depth below a
 * handler, a security function or `around`. The body of the response has the service's own shape: the option `errors`, `x-errors` of the document,
 * or RFC 9457 problem details. The document need not declare the status for the operation. Where the document has codes, generated code has their
 * type: `refuse<EmailRefusalCode>(429, { code: 'too_many_requests' })`.
 * @throws {ConfigurationError} for a status that is not an integer from 200 to 599.
 * @throws {InvalidHeaderError} for a value with a character that headers do not allow.
 */
export function refuse<Code extends string | number = string | number>(status: number, facts: RefusalFacts<Code>): RefusalError {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new ConfigurationError(`refuse: the status must be an integer from 200 to 599, but is ${status}.`);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts.headers ?? {})) headers[name.toLowerCase()] = checkHeader(name, String(value));
  return new RefusalError(status, { ...facts, headers });
}
