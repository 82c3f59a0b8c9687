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
  /** Milliseconds after which a document that is still being loaded is slow: nothing waits for Prism then. Default 5,000. */
  readonly patience?: number;
  /** Called with the id of a document that is slow. */
  readonly onSlow?: (id: string) => void;
  /** Called with the id of a slow document when Prism has loaded it at last. */
  readonly onLoaded?: (id: string) => void;
  /** Called on every crash and hang of the process. */
  readonly onFault?: (fault: MockFault) => void;
}

export const defaultPatience = 5000;
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
  /** The versions of documents that are to be loaded: one that was replaced or removed meanwhile is left out. */
  readonly #wanted = new Map<string, PreparedDocument>();
  /** Whether Prism is loading a document, which keeps it from answering. */
  #isLoading = false;
  /** Settled when a document is slow; replaced when Prism is done with it. */
  #slow = pendingSlowness();
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
    this.#wanted.set(prepared.id, prepared);
    const outcome = this.#loading.then(() => this.#load(prepared));
    this.#loading = outcome.catch(() => {});
    return outcome;
  }

  async #load(prepared: PreparedDocument): Promise<LoadOutcome> {
    await this.#ready.promise;
    if (this.#process === undefined) return { kind: 'refused', message: 'The mock has been stopped.' };
    if (this.#wanted.get(prepared.id) !== prepared) return { kind: 'refused', message: 'The document has been replaced.' };
    const outcome = await this.#loadInto(this.#process, prepared);
    if (outcome.kind === 'loaded' && this.#wanted.has(prepared.id)) this.#documents.set(prepared.id, prepared);
    return outcome;
  }

  /** Resolves while Prism is loading a slow document: with its id, and with that of the next slow one where there is none now. */
  slow(): Promise<string> {
    return this.#slow.promise;
  }

  unload(id: string): void {
    this.#wanted.delete(id);
    this.#documents.delete(id);
    this.#process?.send({ kind: 'unload', id });
  }

  async request(wanted: MockRequest): Promise<MockOutcome> {
    const { requestLimit = 10_000, loadLimit = defaultLoadLimit } = this.#options;
    const unavailable = await this.#waitUntilReady(requestLimit);
    if (unavailable !== undefined) return { kind: 'failed', reason: 'unavailable', detail: unavailable };
    if (this.#process === undefined) return { kind: 'failed', reason: 'unavailable', detail: 'it has been stopped' };
    // While Prism loads a document, it answers nothing: the limit of the load is that of what waits for it.
    const limit = this.#isLoading ? requestLimit + loadLimit : requestLimit;
    const asked = this.#process.ask(`${wanted.method} ${wanted.path}`, limit, (seq) => ({ kind: 'request', seq, request: wanted }));
    const reply = await Promise.race([asked, this.#slow.promise]);
    if (typeof reply === 'string') return { kind: 'failed', reason: 'unavailable', detail: stillLoading(reply) };
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
    const { loadLimit = defaultLoadLimit, patience = defaultPatience, onSlow, onLoaded } = this.#options;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow.resolve(id);
      onSlow?.(id);
    }, patience);
    this.#isLoading = true;
    const reply = await started.ask(`loading ${id}`, loadLimit, (seq) => ({ kind: 'load', seq, id, document, errors, streams }));
    this.#isLoading = false;
    clearTimeout(timer);
    if (isSlow) this.#slow = pendingSlowness();
    if (reply.kind === 'ended') return { kind: 'refused', message: reply.end.detail };
    if (reply.kind === 'refused') return { kind: 'refused', message: reply.message };
    if (isSlow && this.#final === undefined) onLoaded?.(id);
    return { kind: 'loaded' };
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
      const slow = this.#slow.promise.then(stillLoading);
      return await Promise.race([this.#ready.promise.then(() => undefined), late, slow]);
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

function stillLoading(id: string): string {
  return `it is still loading ${id}`;
}

interface Slowness {
  readonly promise: Promise<string>;
  resolve(id: string): void;
}

function pendingSlowness(): Slowness {
  let resolve = (_id: string): void => {};
  const promise = new Promise<string>((yes) => {
    resolve = yes;
  });
  return { promise, resolve: (id) => resolve(id) };
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
