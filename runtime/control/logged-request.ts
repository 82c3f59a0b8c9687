// One request of a log: what people may see of it, and its form in the interface of control.
import { redactedBody, redactedTarget } from './redact.ts';

/** `answered`: by a handler; `refused`: by the server or a rule of the service; `failed`: an error on the server's side. */
type Verdict = 'answered' | 'refused' | 'failed';

/** A request and its answer, without credentials. */
export interface LoggedRequest {
  /** The identifier in the header `x-request-id` of the answer, if it has one. */
  readonly id: string;
  readonly document: string;
  /** Absent where no operation has the path and method. */
  readonly operation?: string;
  /** Empty for what was not HTTP. */
  readonly method: string;
  /** Path and query. Empty for what was not HTTP. */
  readonly target: string;
  /** Wall time, milliseconds since 1970. */
  readonly answeredAt: number;
  /** The time of the sandbox clock at that moment. */
  readonly sandboxTime: number;
  /** From the call of the handler to its answer. Absent where no handler was called. */
  readonly milliseconds?: number;
  /** Those that cannot carry credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text of at most 4 KiB. Absent where there is none, or it was not read. */
  readonly body?: string;
  readonly verdict: Verdict;
  /** Why it was refused or failed, in sentences. */
  readonly reasons: readonly string[];
  /** Where it breaks the document. */
  readonly issues: readonly BrokenConstraint[];
  readonly answer: LoggedAnswer;
}

/** A constraint of the document that a request breaks. */
interface BrokenConstraint {
  /** JSON pointer to the faulty value: `/query/limit`. */
  readonly path: string;
  /** The keyword of its schema. */
  readonly keyword: string;
  /** The same as a sentence. */
  readonly message: string;
}

export interface LoggedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of at most 4 KiB. */
  readonly body?: string;
}

/** Request headers that any log may show. Others could carry credentials that no document names. */
export const SHOWN_HEADERS: readonly string[] = [
  'accept',
  'content-type',
  'content-length',
  'user-agent',
  'if-none-match',
  'if-match',
  'idempotency-key',
  'origin',
  'prefer',
];

/** The bytes of a body that a log keeps, so that the request can be sent again. */
export const KEPT_BYTES = 64 * 1024;

const SHOWN_BYTES = 4096;

/** The beginning of a body, as text. A copy, so that a long body is not kept because of its beginning. */
export function clip(body: unknown): string | undefined {
  if (typeof body === 'string')
    return body.length <= SHOWN_BYTES ? body : clip(new TextEncoder().encode(body.slice(0, SHOWN_BYTES)).subarray(0, SHOWN_BYTES));
  return body instanceof Uint8Array ? new TextDecoder().decode(body.subarray(0, SHOWN_BYTES)) : undefined;
}

/** The part of an answer that people may see. Its body is the beginning. */
export function shownAnswer(
  {
    status,
    headers: all,
    body,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: string | undefined },
  secrets: readonly string[],
): LoggedAnswer {
  const { 'set-cookie': _cookie, ...headers } = all;
  const { location } = headers;
  return {
    status,
    headers: location === undefined ? headers : { ...headers, location: redactedTarget(location, secrets) },
    ...(body === undefined ? {} : { body: redactedBody(body, headers['content-type'], secrets) }),
  };
}

/** A request as the interface of control has it. */
export function requestView({ answeredAt, sandboxTime, headers, reasons, issues, answer, ...request }: LoggedRequest) {
  return {
    ...request,
    answered_at: new Date(answeredAt).toISOString(),
    sandbox_time: new Date(sandboxTime).toISOString(),
    headers: { ...headers },
    reasons: [...reasons],
    issues: issues.map((issue) => ({ ...issue })),
    answer: { ...answer, headers: { ...answer.headers } },
  };
}
