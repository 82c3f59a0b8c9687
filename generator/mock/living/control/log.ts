// Keeps the last requests to living mocks with their answers, without credentials, in the form in which control shows them.
import { randomUUID } from 'node:crypto';
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
const SECRET = /pass(?:word|phrase|code)|secret|token|credential|private.?key|api.?key|signature|\bkey\b/i;
const REDACTED = '[redacted]';

export class RequestLog {
  #entries: LoggedRequest[] = [];
  readonly #listeners = new Set<(request: LoggedRequest) => void>();
  /** Names of query parameters that carry credentials, by document. */
  readonly #secrets = new Map<string, ReadonlySet<string>>();

  setSecrets(document: string, names: ReadonlySet<string>): void {
    this.#secrets.set(document, names);
  }

  /** Returns the identifier of the request. */
  add({ document, operation, request, answer, milliseconds, now }: Exchange): string {
    const id = randomUUID();
    const body = textOf(request.body);
    const { 'set-cookie': _cookie, ...headers } = answer.headers;
    const sent = textOf(answer.body);
    const entry: LoggedRequest = {
      id,
      document,
      ...(operation === undefined ? {} : { operation }),
      method: request.method,
      target: redactedTarget(request.target, this.#secrets.get(document) ?? new Set()),
      answered_at: new Date().toISOString(),
      sandbox_time: new Date(now).toISOString(),
      milliseconds: Math.round(milliseconds * 10) / 10,
      headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => SHOWN.has(name))),
      ...(body === undefined ? {} : { body }),
      verdict: answer.status >= 500 ? 'failed' : answer.refused === undefined ? 'answered' : 'refused',
      reasons: answer.refused === undefined ? [] : [answer.refused],
      issues: [],
      answer: { status: answer.status, headers, ...(sent === undefined ? {} : { body: sent }) },
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

/** The beginning of a body, without the values of members that are named as secrets are. */
function textOf(body: string | Uint8Array | undefined): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, MOST_SIGNS));
  return text
    .slice(0, MOST_SIGNS)
    .replace(/("([^"\\]{1,100})"\s*:\s*)"(?:[^"\\]|\\.)*"?/g, (whole, start: string, name: string) =>
      SECRET.test(name) ? `${start}"${REDACTED}"` : whole,
    );
}

function redactedTarget(target: string, secrets: ReadonlySet<string>): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return target;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=');
    return secrets.has(name) || SECRET.test(name) ? `${name}=${REDACTED}` : part;
  });
  return `${path}?${parts.join('&')}`;
}
