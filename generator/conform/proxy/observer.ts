// Judges what passes: finds the operation of each request, reads the response, has the checks look at both, and counts.
import type { Operation } from '../../model/service.ts';
import type { Finding } from '../contract/check.ts';
import type { Exchange, Failure, Reading, ReadingFault, WireResponse } from '../contract/exchange.ts';
import type { Judge } from '../judge/index.ts';
import { Copy, decoded, type LiveCopy, liveCopy } from './copy.ts';
import { observe, type SentMessage } from './exchange.ts';
import type { BodyEnd, Passing, ResponseWatcher, Watcher } from './forward.ts';
import { type ObserverOptions, Tally } from './tally.ts';

/** The operation of a request, and its target below the base path. */
type Routed = readonly [operation: Operation, target: string];

type Head = Pick<WireResponse, 'status' | 'headers'> & { /** Milliseconds until it came. */ readonly wait: number };

/** The most faults of streams that are kept. */
const MOST = 1000;

/** Milliseconds that the end waits for bodies which are still judged. */
const PATIENCE = 1500;

const UNWATCHED: ResponseWatcher = { chunk: () => undefined, end: () => {} };

export class Observer implements Watcher {
  readonly #judge: Judge;
  readonly #basePath: string;
  readonly #options: ObserverOptions;
  readonly #tally: Tally;
  /** Responses that pass or are judged. */
  readonly #pending = new Set<Promise<void>>();
  /** Faults that were announced while their stream passed. */
  readonly #announcedEarly = new Set<string>();
  readonly #routes = new WeakMap<Passing, Promise<Routed | undefined>>();

  constructor(judge: Judge, basePath: string, options: ObserverOptions) {
    this.#judge = judge;
    this.#basePath = basePath;
    this.#options = options;
    this.#tally = new Tally(judge, options);
  }

  async response(passing: Passing, status: number, headers: Headers): Promise<ResponseWatcher> {
    const wait = performance.now() - passing.began;
    const routed = await this.#routed(passing);
    if (routed === undefined) return UNWATCHED;
    const head: Head = { status, headers, wait };
    const isStream = passing.method !== 'HEAD' && this.#judge.isStream(routed[0], status, headers.get('content-type'));
    const live = isStream ? liveCopy(headers.get('content-encoding')) : undefined;
    let resolve = (): void => {};
    this.#later(
      new Promise((done) => {
        resolve = done;
      }),
    );
    const { chunk, end } = live === undefined ? this.#body(passing, routed, head) : this.#stream(passing, routed, head, live);
    return {
      chunk,
      end: (how) => {
        end(how);
        resolve();
      },
    };
  }

  failure(passing: Passing, failure: Failure): void {
    this.#later(this.#routed(passing).then((routed) => this.#failed(passing, routed, failure)));
  }

  /** Resolves when all that passed has been judged. */
  async settled(): Promise<void> {
    const end = AbortSignal.timeout(PATIENCE);
    const patience = new Promise<void>((resolve) => end.addEventListener('abort', () => resolve()));
    // A piece of work may begin another one when it ends.
    while (this.#pending.size > 0 && !end.aborted) await Promise.race([Promise.allSettled([...this.#pending]), patience]);
  }

  report(): ReturnType<Tally['report']> {
    return this.#tally.report();
  }

  /** The operation of a request; `undefined` where the document has none. */
  async operationOf(passing: Passing): Promise<Operation | undefined> {
    return (await this.#routed(passing))?.[0];
  }

  #routed(passing: Passing): Promise<Routed | undefined> {
    const known = this.#routes.get(passing) ?? this.#route(passing);
    this.#routes.set(passing, known);
    return known;
  }

  async #route(passing: Passing): Promise<Routed | undefined> {
    const { target } = passing;
    const rest = target.startsWith(this.#basePath) ? target.slice(this.#basePath.length) : undefined;
    const below = rest === undefined || !/^(?:[/?]|$)/.test(rest) ? undefined : rest.replace(/^(?!\/)/, '/');
    const operation = await this.#tally.route(passing, below);
    return operation === undefined || below === undefined ? undefined : [operation, below];
  }

  /** Keeps the beginning of a body, and judges it at its end. */
  #body(passing: Passing, routed: Routed, head: Head): ResponseWatcher {
    const copy = new Copy();
    const end = async (how: BodyEnd): Promise<void> => {
      if (how === 'reset') return this.#failed(passing, routed, { kind: 'reset', message: 'The response ended early.' });
      const body = how === 'whole' && !copy.isCut ? decoded(copy.bytes, head.headers.get('content-encoding')) : undefined;
      const response = { ...timed(head, passing), body: body ?? new Uint8Array() };
      // Only the head is judged where the body is too long, or the client did not wait for it.
      const reading = await this.#judge.response(routed[0], response, body === undefined ? 'HEAD' : passing.method);
      await this.#finish(passing, routed, response, reading);
    };
    return {
      chunk: (chunk) => {
        copy.add(chunk);
        return undefined;
      },
      end: (how) => this.#later(end(how)),
    };
  }

  /** Judges the items of a stream as they pass. */
  #stream(passing: Passing, routed: Routed, head: Head, live: LiveCopy): ResponseWatcher {
    const [operation] = routed;
    const onFault = ({ message, location }: ReadingFault): void => {
      const key = keyOf({ operation, location });
      if (this.#announcedEarly.has(key) || this.#announcedEarly.size >= MOST) return;
      this.#announcedEarly.add(key);
      this.#options.onFinding({ check: 'response-body', operation, message, location });
    };
    const reading = this.#judge.stream(operation, head, { body: live.body, onFault }).finally(live.leave);
    reading.catch(() => {});
    const end = async (how: BodyEnd): Promise<void> => {
      live.end();
      const response: WireResponse = { ...timed(head, passing), body: new Uint8Array(), ...(how === 'whole' ? {} : { cut: 'time' }) };
      await this.#finish(passing, routed, response, await reading);
    };
    return { chunk: live.write, end: (how) => this.#later(end(how)) };
  }

  async #finish(passing: Passing, routed: Routed, response: WireResponse, reading: Reading): Promise<void> {
    const { wait, receive } = response.timing;
    const observed = await observe(this.#judge, sentBy(passing), ...routed);
    this.#judged({ ...observed, began: epochOf(passing), milliseconds: wait + receive, response, reading });
  }

  async #failed(passing: Passing, routed: Routed | undefined, failure: Failure): Promise<void> {
    if (routed === undefined) return;
    const milliseconds = performance.now() - passing.began;
    const observed = await observe(this.#judge, sentBy(passing), ...routed);
    this.#judged({ ...observed, began: epochOf(passing), milliseconds, failure });
  }

  #judged(exchange: Exchange): void {
    this.#tally.judged(exchange, (finding) => this.#announcedEarly.has(keyOf(finding)));
  }

  #later(work: Promise<void>): void {
    const one = work.finally(() => this.#pending.delete(one));
    this.#pending.add(one);
  }
}

/** The head of a response that has just ended, or is cut. */
function timed({ status, headers, wait }: Head, { began }: Passing): Omit<WireResponse, 'body'> {
  return { status, headers, timing: { wait, receive: performance.now() - began - wait } };
}

function sentBy({ method, target, headers, body, isWhole }: Passing): SentMessage {
  const isJudged = !body.isCut && isWhole();
  const { 'content-encoding': encoding, ...others } = headers;
  return { method, target, headers: others, body: isJudged ? decoded(body.bytes, encoding) : undefined };
}

/** Milliseconds since 1970. */
function epochOf({ began }: Passing): number {
  return performance.timeOrigin + began;
}

/** By which a fault of a stream, which was announced when it came, is known at the end of the stream. */
function keyOf({ operation, location }: Pick<Finding, 'operation' | 'location'>): string {
  return `${operation.id} ${location.source.path}#${location.pointer}`;
}
