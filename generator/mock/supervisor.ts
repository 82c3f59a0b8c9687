// Keeps a Prism process running for all documents: restarts it when it crashes or hangs, loads the documents again, and tells failures of the mock
// from responses.
import { environmentError, messageOf, type OctavoError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import type { PreparedDocument } from './prepare.ts';
import { PrismProcess, type PrismProcessOptions, type ProcessEnd } from './prism-process.ts';
import type { MockAnswer, MockRequest } from './protocol.ts';

/** Why the mock could not respond: its process died, did not respond in time, threw, or is not running. */
export type MockFailure = 'died' | 'hung' | 'threw' | 'unavailable';

/** A failure as the beginning of a sentence that ends in its detail. */
export const failureWords: Readonly<Record<MockFailure, string>> = {
  died: 'Prism crashed',
  hung: 'Prism stopped responding',
  threw: 'Prism failed',
  unavailable: 'Prism is not available',
};

export type MockOutcome =
  | { readonly kind: 'answer'; readonly answer: MockAnswer }
  | { readonly kind: 'failed'; readonly reason: MockFailure; readonly detail: string };

/** The result of loading a document into Prism. */
export type LoadOutcome = { readonly kind: 'loaded' } | { readonly kind: 'refused'; readonly message: string };

/** A crash or a hang of the process. */
export type MockFault = Omit<ProcessEnd, 'lived'>;

export interface SupervisorOptions extends PrismProcessOptions {
  /** Milliseconds that one request may take; default 10,000. */
  readonly requestLimit?: number;
  /** Milliseconds that loading one document may take; default 30,000. */
  readonly loadLimit?: number;
  /** Called with the id of a document that takes longer than `slowAfter` to load. */
  readonly onSlow?: (id: string) => void;
  /** Called on every crash and hang of the process. */
  readonly onFault?: (fault: MockFault) => void;
}

/** Milliseconds after which a document that is still being loaded is named. */
export const slowAfter = 9000;
export const defaultLoadLimit = 30_000;

/** Milliseconds to wait before the first, second, … restart; the last delay repeats. */
const restartDelays = [0, 200, 1000, 5000];
/** After a process has lived this long, in milliseconds, the delays start again with the first one. */
const stableAfter = 10_000;

export class Supervisor {
  readonly #options: SupervisorOptions;
  /** The last good version of every document: a new process loads these. */
  readonly #documents = new Map<string, PreparedDocument>();
  #process: PrismProcess | undefined;
  /** Settled when the process is ready; replaced when it ends. */
  #ready = pendingReadiness();
  /** Settled when no document is being loaded. */
  #loading: Promise<unknown> = Promise.resolve();
  #crashes = 0;
  #restarts = 0;
  #restartTimer: NodeJS.Timeout | undefined;
  /** Set once the process must not be started again. */
  #final: OctavoError | undefined;
  readonly #killOnExit = (): void => this.#process?.kill();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    process.on('exit', this.#killOnExit);
    this.#start();
  }

  /** Loads or replaces a document, after those before it: where one makes Prism hang or crash, it is the one to blame. */
  load(prepared: PreparedDocument): Promise<LoadOutcome> {
    const outcome = this.#loading.then(() => this.#load(prepared));
    this.#loading = outcome.catch(() => {});
    return outcome;
  }

  async #load(prepared: PreparedDocument): Promise<LoadOutcome> {
    await this.#ready.promise;
    if (this.#process === undefined) return { kind: 'refused', message: 'The mock has been stopped.' };
    const outcome = await this.#loadInto(this.#process, prepared);
    if (outcome.kind === 'loaded') this.#documents.set(prepared.id, prepared);
    return outcome;
  }

  unload(id: string): void {
    this.#documents.delete(id);
    this.#process?.send({ kind: 'unload', id });
  }

  async request(wanted: MockRequest): Promise<MockOutcome> {
    const { requestLimit = 10_000 } = this.#options;
    const unavailable = await this.#waitUntilReady(requestLimit);
    if (unavailable !== undefined) return { kind: 'failed', reason: 'unavailable', detail: unavailable };
    if (this.#process === undefined) return { kind: 'failed', reason: 'unavailable', detail: 'it has been stopped' };
    const reply = await this.#process.ask(`${wanted.method} ${wanted.path}`, requestLimit, (seq) => ({
      kind: 'request',
      seq,
      request: wanted,
    }));
    switch (reply.kind) {
      case 'answer':
        return { kind: 'answer', answer: reply.answer };
      case 'ended':
        return { kind: 'failed', reason: reply.end.reason, detail: reply.end.detail };
      case 'fault':
        return { kind: 'failed', reason: 'threw', detail: reply.message };
      default:
        return { kind: 'failed', reason: 'threw', detail: 'it sent an unexpected message' };
    }
  }

  /** Process id, while the process runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves when the process takes requests; rejects with an `OctavoError` (exit 3) if Prism cannot be loaded. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  async stop(): Promise<void> {
    this.#final = environmentError('mock-stopped', 'The mock has been stopped.');
    clearTimeout(this.#restartTimer);
    process.off('exit', this.#killOnExit);
    this.#ready.reject(this.#final);
    await this.#process?.stop();
  }

  #start(): void {
    const started = new PrismProcess(this.#options, {
      ready: () => void this.#loadAllInto(started),
      unusable: (message) => this.#giveUp(message),
      ended: (end) => this.#restart(end),
    });
    this.#process = started;
  }

  /** Leaves out a document that Prism refuses now, or that made the last process end. */
  async #loadAllInto(started: PrismProcess): Promise<void> {
    for (const document of [...this.#documents.values()]) {
      const outcome = await this.#loadInto(started, document);
      if (this.#final !== undefined) return;
      if (outcome.kind === 'refused') this.#documents.delete(document.id);
      // The next process loads the others.
      if (this.#process !== started) return;
    }
    if (this.#process === started) this.#ready.resolve();
  }

  async #loadInto(started: PrismProcess, { id, document, errors, streams }: PreparedDocument): Promise<LoadOutcome> {
    const { loadLimit = defaultLoadLimit, onSlow } = this.#options;
    const slow = setTimeout(() => onSlow?.(id), slowAfter);
    const reply = await started.ask(`loading ${id}`, loadLimit, (seq) => ({ kind: 'load', seq, id, document, errors, streams }));
    clearTimeout(slow);
    if (reply.kind === 'ended') return { kind: 'refused', message: reply.end.detail };
    return reply.kind === 'refused' ? { kind: 'refused', message: reply.message } : { kind: 'loaded' };
  }

  #giveUp(message: string): void {
    this.#final = environmentError('prism-unusable', `Cannot load Prism ${this.#options.prism.version}: ${message}`, {
      fix: `Install it again: \`${installCommand(['@stoplight/prism-cli'], { isDev: true })}\`.`,
    });
    this.#ready.reject(this.#final);
  }

  #restart({ lived, ...fault }: ProcessEnd): void {
    this.#process = undefined;
    if (this.#final !== undefined) return;
    this.#ready = pendingReadiness();
    this.#crashes = lived > stableAfter ? 1 : this.#crashes + 1;
    this.#restarts += 1;
    this.#restartTimer = setTimeout(() => this.#start(), restartDelays[Math.min(this.#crashes, restartDelays.length) - 1]);
    this.#options.onFault?.(fault);
  }

  /** Why the process is not ready after `limit` milliseconds, `undefined` once it is. */
  async #waitUntilReady(limit: number): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('it is restarting'), limit);
    });
    try {
      return await Promise.race([this.#ready.promise.then(() => undefined), late]);
    } catch (error) {
      return messageOf(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Readiness {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: OctavoError): void;
}

function pendingReadiness(): Readiness {
  let resolve = (): void => {};
  let reject = (_error: OctavoError): void => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Without this handler, a rejection that no request waits for would end the whole process.
  promise.catch(() => {});
  return { promise, resolve: () => resolve(), reject: (error) => reject(error) };
}
