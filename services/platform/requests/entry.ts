// One request of the log: what is kept of it, what people may see, and what is needed to send it again.

import { type Fault, formatIssue, type Operation, type ServerAnswer, type ServerRequest } from '@octavo/runtime';
import {
  clip,
  decoded,
  KEPT_BYTES,
  type LoggedRequest,
  redactedBody,
  redactedTarget,
  SHOWN_HEADERS,
  shownAnswer,
} from '@octavo/runtime/conformance';

/** A request as it came, with its credentials, to be sent again. */
export interface KeptRequest {
  readonly document: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where there was none, or none was read. */
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Whether a part is missing: the body is too long to be kept, or was forgotten. */
  readonly isCut: boolean;
}

/** The facts about a request when it is answered. */
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

const MOST_ISSUES = 20;

/** An entry of the log. Bodies and the target are redacted when they are read: most are never read. */
export interface Entry extends Omit<LoggedRequest, 'headers' | 'body' | 'answer' | 'issues'> {
  readonly operationRow: Operation | undefined;
  readonly fault: Fault | undefined;
  /** With credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 64 KiB. */
  body?: Uint8Array<ArrayBuffer>;
  isCut?: true;
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined };
}

export function entryOf({ id, document, operation, request, answer, milliseconds, sandboxTime }: Exchange): Entry {
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
    fault,
    answer: { status: answer.status, headers: answer.headers, body: clip(answer.body) },
  };
  if (request !== undefined && wasBodyRead(operation, fault)) {
    // Bytes that were read before are given again; with the limit 0, nothing else is read.
    request.bytes(0).then(
      (bytes) => {
        if (bytes.length === 0) return;
        // A copy: a view would keep all of the memory that it is a part of.
        entry.body = new Uint8Array(bytes.subarray(0, KEPT_BYTES));
        if (bytes.length > KEPT_BYTES) entry.isCut = true;
      },
      () => {},
    );
  }
  return entry;
}

function wasBodyRead(operation: Operation | undefined, fault: Fault | undefined): boolean {
  return operation?.body !== undefined && (fault === undefined || fault.issues.length > 0 || fault.kind === 'refused');
}

/** Names of request headers that the log keeps. */
interface HeaderNames {
  readonly shown: readonly string[];
  /** Those that carry credentials. */
  readonly secret: readonly string[];
}

const namesByOperation = new WeakMap<Operation, HeaderNames>();
const NAMES_OF_ANY: HeaderNames = { shown: SHOWN_HEADERS, secret: ['authorization', 'cookie'] };

/** Names of the request headers that an operation declares and that its credentials have, and of those that are kept in any case. */
function headerNamesOf(operation: Operation | undefined): HeaderNames {
  if (operation === undefined) return NAMES_OF_ANY;
  let names = namesByOperation.get(operation);
  if (names === undefined) {
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
    names = { shown: [...SHOWN_HEADERS, ...declared], secret: [...NAMES_OF_ANY.secret, ...credentialHeaders(operation)] };
    namesByOperation.set(operation, names);
  }
  return names;
}

/** The rows of schemes do not name their headers, so each adds a credential to an empty request. */
function credentialHeaders(operation: Operation): string[] {
  return (operation.security ?? []).flat().flatMap(({ scheme }) => {
    try {
      return Object.keys(
        scheme.apply?.('x', { operation, method: '', path: '', query: [], headers: {}, cookies: [], secrets: [] }).headers ?? {},
      );
    } catch {
      // It takes no text: it signs, or is HTTP basic, whose header is kept in any case.
      return [];
    }
  });
}

function headersOf(request: ServerRequest | undefined, operation: Operation | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (request === undefined) return headers;
  const { shown, secret } = headerNamesOf(operation);
  for (const names of [shown, secret]) {
    for (const name of names) {
      const value = request.header(name);
      if (value !== undefined) headers[name] = value;
    }
  }
  return headers;
}

function verdictOf(status: number, fault: Fault | undefined): LoggedRequest['verdict'] {
  if (status >= 500) return 'failed';
  return fault === undefined ? 'answered' : 'refused';
}

function reasonsOf(fault: Fault | undefined): string[] {
  if (fault === undefined) return [];
  return [fault.detail, ...fault.issues.map(formatIssue)].filter((reason, index, all) => all.indexOf(reason) === index);
}

/** Whether a request or its answer has one of these texts, which are in lower case. */
export function holds({ target, body, answer }: Entry, texts: readonly string[]): boolean {
  const sent = body === undefined ? '' : Buffer.from(body).toString();
  const all = [target, decoded(target), sent, decoded(sent), answer.body ?? ''].join('\n').toLowerCase();
  return texts.some((text) => all.includes(text));
}

/** The text in the place of a body that was forgotten. */
const FORGOTTEN = '[removed]';

/** The entry without its bodies and its query. It cannot be sent again. */
export function forgotten({ body, answer, ...entry }: Entry): Entry {
  return {
    ...entry,
    target: entry.target.replace(/\?.*$/s, `?${FORGOTTEN}`),
    fault: undefined,
    ...(body === undefined ? {} : { body: new TextEncoder().encode(FORGOTTEN) }),
    isCut: true,
    answer: { ...answer, body: answer.body && FORGOTTEN },
  };
}

/** The request as it came, to be sent again. */
export function keptOf({ document, method, target, headers, body, isCut }: Entry): KeptRequest {
  return { document, method, target, headers, isCut: isCut === true, ...(body === undefined ? {} : { body }) };
}

/** The part of an entry that people may see. */
export function shown({ operationRow, fault, headers: kept, body, isCut: _isCut, answer, ...entry }: Entry): LoggedRequest {
  const secrets = secretNamesOf(operationRow);
  const text = clip(body);
  const secretHeaders = headerNamesOf(operationRow).secret;
  return {
    ...entry,
    target: redactedTarget(entry.target, secrets),
    headers: Object.fromEntries(Object.entries(kept).filter(([name]) => !secretHeaders.includes(name))),
    ...(text === undefined ? {} : { body: redactedBody(text, kept['content-type'], secrets) }),
    issues: (fault?.issues ?? [])
      .slice(0, MOST_ISSUES)
      .map((issue) => ({ path: issue.path, keyword: issue.keyword, message: formatIssue(issue) })),
    answer: shownAnswer(answer, secrets),
  };
}

/** The query parameters that the security schemes of an operation name. */
function secretNamesOf(operation: Operation | undefined): readonly string[] {
  return (operation?.security ?? []).flat().flatMap(({ scheme }) => scheme.query ?? []);
}
