// Keeps the last requests in memory, for people who want to see what a client sent and why it was refused.

import { type Fault, formatIssue, type Operation, type ServerAnswer, type ServerRequest } from '@octavo/runtime';
import { redactedBody, redactedTarget } from './redact.ts';

/** `answered`: by a handler; `refused`: by the server or a rule of the service; `failed`: an error on the server's side. */
type Verdict = 'answered' | 'refused' | 'failed';

/** A request and its answer, without credentials. */
export interface LoggedRequest {
  /** As in the header `x-request-id` of the answer, if it has one. */
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
  /** What the sandbox clock showed then. */
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
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: string };
}

/** What is known of a request when it is answered. */
export interface Exchange {
  readonly id: string;
  readonly document: string;
  readonly operation: Operation | undefined;
  /** Absent for what was not HTTP. */
  readonly request: ServerRequest | undefined;
  readonly answer: ServerAnswer;
  readonly milliseconds: number | undefined;
  readonly sandboxTime: number;
}

interface RequestFilter {
  readonly document?: string | undefined;
  readonly operation?: string | undefined;
  readonly verdict?: Verdict | undefined;
}

export interface RequestLog {
  add(exchange: Exchange): void;
  /** The newest first, at most `limit`. */
  list(filter: RequestFilter, limit: number): readonly LoggedRequest[];
  one(id: string): LoggedRequest | undefined;
  clear(): void;
}

/** Other headers could carry credentials that no document names. */
const SHOWN_HEADERS = ['accept', 'content-type', 'content-length', 'user-agent', 'if-none-match', 'idempotency-key', 'origin'];
const BODY_BYTES = 4096;

/** What the log holds of a request. Bodies and the target are redacted when they are read: most are never read. */
interface Entry extends Omit<LoggedRequest, 'body' | 'answer'> {
  readonly operationRow: Operation | undefined;
  body?: string;
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined };
}

/** @param most How many requests are kept; then each new one replaces the oldest. */
export function createRequestLog(most = 500): RequestLog {
  let entries: Entry[] = [];
  let next = 0;

  function* newest(): Iterable<Entry> {
    for (let step = 1; step <= entries.length; step += 1) {
      const entry = entries[(next - step + entries.length) % entries.length];
      if (entry !== undefined) yield entry;
    }
  }

  return {
    add(exchange) {
      entries[next] = entryOf(exchange);
      next = (next + 1) % most;
    },
    list({ document, operation, verdict }, limit) {
      const found: LoggedRequest[] = [];
      for (const entry of newest()) {
        if (found.length === limit) break;
        const isWanted = [document ?? entry.document, operation ?? entry.operation, verdict ?? entry.verdict];
        if (isWanted[0] === entry.document && isWanted[1] === entry.operation && isWanted[2] === entry.verdict) found.push(shown(entry));
      }
      return found;
    },
    one(id) {
      for (const entry of newest()) if (entry.id === id) return shown(entry);
      return undefined;
    },
    clear() {
      entries = [];
      next = 0;
    },
  };
}

function entryOf({ id, document, operation, request, answer, milliseconds, sandboxTime }: Exchange): Entry {
  const { fault } = answer;
  const entry: Entry = {
    id,
    document,
    ...(operation === undefined ? {} : { operation: operation.id }),
    operationRow: operation,
    method: request?.method ?? '',
    target: request?.target ?? '',
    answeredAt: Date.now(),
    sandboxTime,
    ...(milliseconds === undefined ? {} : { milliseconds }),
    headers: headersOf(request, operation),
    verdict: verdictOf(answer.status, fault),
    reasons: reasonsOf(fault),
    answer: { status: answer.status, headers: answer.headers, body: clip(answer.body) },
  };
  if (request !== undefined && wasBodyRead(operation, fault)) {
    // Bytes that were read before are given again; with the limit 0, nothing else is read.
    request.bytes(0).then(
      (bytes) => {
        if (bytes.length > 0) entry.body = clip(bytes) ?? '';
      },
      () => {},
    );
  }
  return entry;
}

function wasBodyRead(operation: Operation | undefined, fault: Fault | undefined): boolean {
  return operation?.body !== undefined && (fault === undefined || fault.issues.length > 0 || fault.kind === 'refused');
}

const shownByOperation = new WeakMap<Operation, readonly string[]>();

/** Names of the request headers that an operation declares, and of those that are shown in any case. */
function shownHeaders(operation: Operation | undefined): readonly string[] {
  if (operation === undefined) return SHOWN_HEADERS;
  let names = shownByOperation.get(operation);
  if (names === undefined) {
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
    names = [...SHOWN_HEADERS, ...declared];
    shownByOperation.set(operation, names);
  }
  return names;
}

function headersOf(request: ServerRequest | undefined, operation: Operation | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (request === undefined) return headers;
  for (const name of shownHeaders(operation)) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

function verdictOf(status: number, fault: Fault | undefined): Verdict {
  if (status >= 500) return 'failed';
  return fault === undefined ? 'answered' : 'refused';
}

function reasonsOf(fault: Fault | undefined): string[] {
  if (fault === undefined) return [];
  return [fault.detail, ...fault.issues.map(formatIssue)].filter((reason, index, all) => all.indexOf(reason) === index);
}

/** The beginning of a body, as text. A copy, so that a long body is not kept because of its beginning. */
function clip(body: unknown): string | undefined {
  if (typeof body === 'string') return body.length <= BODY_BYTES ? body : clip(Buffer.from(body.slice(0, BODY_BYTES)));
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, BODY_BYTES)).toString();
  return undefined;
}

function shown({ operationRow, body, answer, ...entry }: Entry): LoggedRequest {
  const secrets = secretNamesOf(operationRow);
  const { 'set-cookie': _cookie, ...headers } = answer.headers;
  const { location } = headers;
  return {
    ...entry,
    target: redactedTarget(entry.target, secrets),
    ...(body === undefined ? {} : { body: redactedBody(body, entry.headers['content-type'], secrets) }),
    answer: {
      status: answer.status,
      headers: location === undefined ? headers : { ...headers, location: redactedTarget(location, secrets) },
      ...(answer.body === undefined ? {} : { body: redactedBody(answer.body, headers['content-type'], secrets) }),
    },
  };
}

/** The query parameters that the security schemes of an operation name. */
function secretNamesOf(operation: Operation | undefined): readonly string[] {
  return (operation?.security ?? []).flat().flatMap(({ scheme }) => scheme.query ?? []);
}
