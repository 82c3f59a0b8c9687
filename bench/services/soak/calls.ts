// Sends the requests of the soak, and keeps of each how long it took and what came of it.

import { Agent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';
import type { ServiceName } from '../../../services/index.ts';

/** A kill has cut the connection: whether the request was done is unknown. */
export class Cut extends Error {}

/** The limits of the document refused the request: nothing was done. */
export class Limited extends Error {}

/** What may happen to a request at the moment. */
export interface Conditions {
  /** Whether a process was killed a moment ago, so that connections may be cut. */
  areCutsExpected(): boolean;
  /** Whether requests are counted against the limits of the documents. */
  areLimitsOn(): boolean;
}

export interface Tally {
  requests: number;
  /** Milliseconds of each request. */
  times: number[];
  cut: number;
  limited: number;
  /** Answers of 5xx, and connections that were cut without a kill. */
  failed: number;
}

export interface Calls {
  /** A `fetch` that counts for a service. */
  fetch(service: ServiceName): (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  tally(service: ServiceName): Tally;
  /** Sentences on what failed of a service, at most some. */
  failures(service: ServiceName): readonly string[];
  /** Forgets the times and numbers so far, but not what failed. */
  restart(): void;
  close(): Promise<void>;
}

/** Sentences of one service. */
const MOST_FAILURES = 40;
/** Statuses of nginx for an upstream that has gone. */
const GONE = [502, 504];
/** Milliseconds after which a request counts as lost. */
const PATIENCE = 60_000;

/** Where the names of documents lead: to this machine. */
export function lookupHere(_name: string, options: { readonly all?: boolean }, done: (...found: never[]) => void): void {
  const answer = done as (...found: unknown[]) => void;
  if (options.all === true) answer(null, [{ address: '127.0.0.1', family: 4 }]);
  else answer(null, '127.0.0.1', 4);
}

export function createCalls({ areCutsExpected, areLimitsOn }: Conditions): Calls {
  const agent = new Agent({ connect: { lookup: lookupHere as never }, headersTimeout: PATIENCE, bodyTimeout: PATIENCE });
  const tallies = new Map<ServiceName, Tally>();
  const failures = new Map<ServiceName, string[]>();

  function tally(service: ServiceName): Tally {
    const found = tallies.get(service) ?? { requests: 0, times: [], cut: 0, limited: 0, failed: 0 };
    tallies.set(service, found);
    return found;
  }

  function fail(service: ServiceName, what: string): void {
    tally(service).failed += 1;
    const own = failures.get(service) ?? [];
    failures.set(service, own);
    if (own.length < MOST_FAILURES) own.push(`at ${new Date().toISOString().slice(11, 19)}, ${what}`);
  }

  async function send(service: ServiceName, input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const url = String(input instanceof Request ? input.url : input);
    const began = performance.now();
    const counts = tally(service);
    counts.requests += 1;
    let answer: Awaited<ReturnType<typeof undiciFetch>>;
    let bytes: ArrayBuffer;
    try {
      answer = await undiciFetch(url, { ...(init as UndiciInit), dispatcher: agent });
      bytes = await answer.arrayBuffer();
    } catch (error) {
      if (!areCutsExpected()) fail(service, `${method} ${pathOf(url)} got no answer: ${reasonOf(error)}`);
      else counts.cut += 1;
      throw new Cut(`${method} ${pathOf(url)} was cut`);
    }
    const { status } = answer;
    counts.times.push(performance.now() - began);
    // The services give each of their answers an identifier, and nginx gives its own none.
    const isByService = answer.headers.has('x-request-id');
    if (!isByService && GONE.includes(status) && areCutsExpected()) {
      counts.cut += 1;
      throw new Cut(`${method} ${pathOf(url)} was cut`);
    }
    if (status >= 500)
      fail(service, `${method} ${pathOf(url)} was answered with ${status}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
    if (status === 429 && areLimitsOn()) {
      counts.limited += 1;
      throw new Limited(`${method} ${pathOf(url)} was one request too many`);
    }
    return new Response([204, 304].includes(status) ? null : bytes, { status, headers: [...answer.headers] });
  }

  return {
    fetch: (service) => (input, init) => send(service, input, init),
    tally,
    failures: (service) => failures.get(service) ?? [],
    restart() {
      for (const counts of tallies.values()) Object.assign(counts, { requests: 0, times: [], cut: 0, limited: 0 });
    },
    close: () => agent.destroy(),
  };
}

/** Whether an error, or what caused it, is of a kind. */
export function isCausedBy(error: unknown, kind: typeof Cut | typeof Limited): boolean {
  return error instanceof kind || (error instanceof Error && error.cause !== undefined && isCausedBy(error.cause, kind));
}

/** A query may hold a credential. */
function pathOf(url: string): string {
  return new URL(url).pathname;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
