// The log of requests to living mocks: the last ones, without credentials where control shows them.
import { randomUUID } from 'node:crypto';
import {
  clip,
  KEPT_BYTES,
  type LoggedRequest,
  type RecentRequests,
  recentRequests,
  redactedBody,
  redactedTarget,
  SHOWN_HEADERS,
  shownAnswer,
} from '@octavo/runtime/conformance';
import type { EngineAsk, EngineRequest } from '../../octavo/protocol.ts';
import type { MockAnswer } from '../../protocol.ts';

type Ask = Omit<EngineAsk, 'dynamic'>;

interface Exchange {
  readonly operation?: string;
  readonly ask: Ask;
  readonly answer: MockAnswer;
  readonly milliseconds: number;
  /** What the clock of the mock showed. */
  readonly now: number;
}

interface Entry extends Omit<LoggedRequest, 'headers' | 'body' | 'answer'> {
  /** To be sent again; without its body where that is longer than 64 KiB. */
  readonly ask: Ask;
  /** The beginning. */
  readonly body: string | undefined;
  readonly isCut: boolean;
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined };
}

/** A name of credentials in queries, whether the document says so or not. */
const ALWAYS: readonly string[] = ['key'];

export interface RequestLog extends Omit<RecentRequests<Entry>, 'add' | 'revise'> {
  /** The names of query parameters that carry credentials, by document. */
  setSecrets(document: string, names: readonly string[]): void;
  /** Returns the identifier of the request. */
  add(exchange: Exchange): string;
}

export function createRequestLog(): RequestLog {
  const secretsOf = new Map<string, readonly string[]>();
  const recent = recentRequests<Entry>((entry) => shown(entry, [...ALWAYS, ...(secretsOf.get(entry.document) ?? [])]));
  return {
    ...recent,
    setSecrets: (document, names) => void secretsOf.set(document, names),
    add(exchange) {
      const entry = entryOf(exchange);
      recent.add(entry);
      return entry.id;
    },
  };
}

function entryOf({ operation, ask, answer, milliseconds, now }: Exchange): Entry {
  const { document, request } = ask;
  const isCut = (request.body?.length ?? 0) > KEPT_BYTES;
  return {
    id: randomUUID(),
    document,
    ...(operation === undefined ? {} : { operation }),
    method: request.method,
    target: request.target,
    answeredAt: Date.now(),
    sandboxTime: now,
    milliseconds: Math.round(milliseconds * 10) / 10,
    body: request.body?.length === 0 ? undefined : clip(request.body),
    verdict: answer.status >= 500 ? 'failed' : answer.refused === undefined ? 'answered' : 'refused',
    reasons: answer.refused === undefined ? [] : [answer.refused],
    issues: [],
    answer: { status: answer.status, headers: answer.headers, body: answer.body?.length === 0 ? undefined : clip(answer.body) },
    ask: isCut ? { ...ask, request: withoutBody(request) } : ask,
    isCut,
  };
}

function withoutBody({ body: _, ...request }: EngineRequest): EngineRequest {
  return request;
}

function shown({ ask, body, isCut: _, answer, ...entry }: Entry, secrets: readonly string[]): LoggedRequest {
  const { headers } = ask.request;
  return {
    ...entry,
    target: redactedTarget(entry.target, secrets),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.includes(name))),
    ...(body === undefined ? {} : { body: redactedBody(body, headers['content-type'], secrets) }),
    answer: shownAnswer(answer, secrets),
  };
}
