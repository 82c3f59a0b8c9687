// The thread with the generated code of the documents, seen from the mock: started by the first request that needs it, ended where it hangs.
import { Worker } from 'node:worker_threads';
import { ownModule } from '../../base/own-module.ts';
import type { LivingCommand, LivingTold } from '../living/commands.ts';
import type { EngineAsk, EngineOutcome, EngineSource, FromEngine, ToEngine } from './protocol.ts';

/** Milliseconds that one document may take to be printed and loaded, before the first request that needs it. */
const compileLimit = 60_000;
/** How often a document may end the thread before it is left to Prism. */
const mostFaults = 3;

interface Known {
  readonly source: EngineSource;
  faults: number;
}

interface Pending {
  readonly document: string;
  readonly timer: NodeJS.Timeout;
  settle(outcome: FromEngine['outcome']): void;
}

const NONE = { kind: 'none', detail: 'the thread gave another answer' } as const;

function isOutcome(outcome: FromEngine['outcome']): outcome is EngineOutcome {
  return !['done', 'image', 'tables', 'rows', 'refused'].includes(outcome.kind);
}

export class EngineThread {
  readonly #requestLimit: number;
  readonly #known = new Map<string, Known>();
  readonly #pending = new Map<number, Pending>();
  /** The documents that the running thread has, and those of them that have answered. */
  readonly #sent = new Set<string>();
  readonly #compiled = new Set<string>();
  #worker: Worker | undefined;
  #seq = 0;
  #isStopped = false;

  /** `requestLimit`: milliseconds that one request may take. */
  constructor(requestLimit: number) {
    this.#requestLimit = requestLimit;
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  set(id: string, source: EngineSource): void {
    this.#known.set(id, { source, faults: 0 });
    this.#sent.delete(id);
    this.#compiled.delete(id);
  }

  /** What a living mock begins with, where its thread has to begin anew. */
  keepImage(id: string, image: string): void {
    const known = this.#known.get(id);
    const living = known?.source.living;
    if (known === undefined || living === undefined) return;
    this.#known.set(id, { ...known, source: { ...known.source, living: { ...living, image } } });
  }

  remove(id: string): void {
    this.#known.delete(id);
    this.#sent.delete(id);
    this.#post({ kind: 'remove', id });
  }

  /** Never rejects. */
  async ask(ask: EngineAsk): Promise<EngineOutcome> {
    const outcome = await this.#send(ask.document, (seq) => ({ kind: 'ask', seq, ask }));
    return isOutcome(outcome) ? outcome : NONE;
  }

  /** Does what control asks of a living mock. Never rejects. */
  async tell(id: string, command: LivingCommand): Promise<LivingTold> {
    const told = await this.#send(id, (seq) => ({ kind: 'tell', seq, id, command }));
    return isOutcome(told) ? { kind: 'refused', detail: told.kind === 'none' ? told.detail : NONE.detail } : told;
  }

  #send(id: string, messageOf: (seq: number) => ToEngine): Promise<FromEngine['outcome']> {
    const known = this.#known.get(id);
    if (known === undefined || this.#isStopped) return Promise.resolve({ kind: 'none', detail: 'Octavo has no model of the document' });
    if (known.faults >= mostFaults) return Promise.resolve({ kind: 'none', detail: 'its generated code has failed several times' });
    const worker = this.#worker ?? this.#start();
    if (!this.#sent.has(id)) {
      this.#sent.add(id);
      worker.postMessage({ kind: 'set', id, source: known.source } satisfies ToEngine);
    }
    const limit = this.#requestLimit + (this.#compiled.has(id) ? 0 : compileLimit);
    const seq = ++this.#seq;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end(worker, id, `it did not answer within ${limit / 1000} s`), limit);
      this.#pending.set(seq, { document: id, timer, settle: resolve });
      worker.postMessage(messageOf(seq));
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#forget('the mock has been stopped');
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(ownModule(import.meta.url, 'worker'), { stdout: true });
    // What handlers print is no output of the command.
    worker.stdout.on('data', (chunk: Uint8Array) => process.stderr.write(chunk));
    this.#worker = worker;
    worker.on('message', (message: FromEngine) => this.#settle(message));
    worker.on('error', (error) => this.#end(worker, undefined, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#end(worker, undefined, 'its thread ended'));
    // The server keeps the process alive.
    worker.unref();
    return worker;
  }

  #post(message: ToEngine): void {
    this.#worker?.postMessage(message);
  }

  #settle({ seq, outcome }: FromEngine): void {
    const pending = this.#pending.get(seq);
    if (pending === undefined) return;
    this.#pending.delete(seq);
    clearTimeout(pending.timer);
    this.#compiled.add(pending.document);
    pending.settle(outcome);
  }

  /** Ends a thread that failed. `blamed`: the document whose request took too long; otherwise all that it worked on. */
  #end(worker: Worker, blamed: string | undefined, detail: string): void {
    if (this.#worker !== worker) return;
    const documents = blamed === undefined ? new Set([...this.#pending.values()].map(({ document }) => document)) : [blamed];
    for (const id of documents) {
      const known = this.#known.get(id);
      if (known !== undefined) known.faults++;
    }
    this.#forget(detail);
    void worker.terminate();
  }

  #forget(detail: string): void {
    this.#worker = undefined;
    this.#sent.clear();
    this.#compiled.clear();
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { timer, settle } of pending) {
      clearTimeout(timer);
      settle({ kind: 'none', detail });
    }
  }
}
