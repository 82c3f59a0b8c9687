// Keeps the last requests to living mocks with their answers, without credentials, in the form in which control shows them.
import { randomUUID } from 'node:crypto';
import { redactedBody, redactedTarget } from '@octavo/runtime/conformance';
import type { EngineRequest } from '../../octavo/protocol.ts';
import type { MockAnswer } from '../../protocol.ts';

export interface LoggedRequest {
  /** As in the header `x-request-id` of the answer. */
  readonly id: string;
  readonly document: string;
  readonly operation?: string;
  readonly method: string;
  readonly target: string;
  readonly answered_at: string;
  readonly sandbox_time: string;
  readonly milliseconds: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly verdict: 'answered' | 'refused' | 'failed';
  readonly reasons: readonly string[];
  readonly issues: readonly never[];
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: string };
}

export interface Exchange {
  readonly document: string;
  readonly operation?: string;
  readonly request: EngineRequest;
  readonly answer: MockAnswer;
  readonly milliseconds: number;
  /** What the clock of the mock showed. */
  readonly now: number;
}

interface Filter {
  readonly document?: string | undefined;
  readonly operation?: string | undefined;
  readonly verdict?: string | undefined;
}

const MOST = 500;
const MOST_SIGNS = 4096;
/** Other headers could carry credentials. */
const SHOWN = new Set([
  'accept',
  'content-type',
  'content-length',
  'user-agent',
  'if-none-match',
  'if-match',
  'idempotency-key',
  'origin',
  'prefer',
]);

/** A name of credentials in queries, whether the document says so or not. */
const ALWAYS: readonly string[] = ['key'];

export class RequestLog {
  #entries: LoggedRequest[] = [];
  readonly #listeners = new Set<(request: LoggedRequest) => void>();
  /** Names of query parameters that carry credentials, by document. */
  readonly #secrets = new Map<string, readonly string[]>();

  setSecrets(document: string, names: readonly string[]): void {
    this.#secrets.set(document, [...ALWAYS, ...names]);
  }

  /** Returns the identifier of the request. */
  add({ document, operation, request, answer, milliseconds, now }: Exchange): string {
    const id = randomUUID();
    const secrets = this.#secrets.get(document) ?? ALWAYS;
    const body = textOf(request.body, request.headers['content-type'], secrets);
    const { 'set-cookie': _cookie, ...headers } = answer.headers;
    const { location } = headers;
    const sent = textOf(answer.body, headers['content-type'], secrets);
    const entry: LoggedRequest = {
      id,
      document,
      ...(operation === undefined ? {} : { operation }),
      method: request.method,
      target: redactedTarget(request.target, secrets),
      answered_at: new Date().toISOString(),
      sandbox_time: new Date(now).toISOString(),
      milliseconds: Math.round(milliseconds * 10) / 10,
      headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => SHOWN.has(name))),
      ...(body === undefined ? {} : { body }),
      verdict: answer.status >= 500 ? 'failed' : answer.refused === undefined ? 'answered' : 'refused',
      reasons: answer.refused === undefined ? [] : [answer.refused],
      issues: [],
      answer: {
        status: answer.status,
        headers: location === undefined ? headers : { ...headers, location: redactedTarget(location, secrets) },
        ...(sent === undefined ? {} : { body: sent }),
      },
    };
    this.#entries.push(entry);
    if (this.#entries.length > MOST) this.#entries.shift();
    for (const listener of this.#listeners) listener(entry);
    return id;
  }

  /** The newest first. */
  list({ document, operation, verdict }: Filter, limit: number): readonly LoggedRequest[] {
    const isWanted = (entry: LoggedRequest): boolean =>
      entry.document === (document ?? entry.document) &&
      entry.operation === (operation ?? entry.operation) &&
      entry.verdict === (verdict ?? entry.verdict);
    return this.#entries.filter(isWanted).reverse().slice(0, limit);
  }

  one(id: string): LoggedRequest | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Calls a listener for each request from now on; what it returns ends that. */
  follow(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#entries = [];
  }
}

/** The beginning of a body, without credentials. */
function textOf(body: string | Uint8Array | undefined, contentType: string | undefined, secrets: readonly string[]): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, MOST_SIGNS));
  return redactedBody(text.slice(0, MOST_SIGNS), contentType, secrets);
}
