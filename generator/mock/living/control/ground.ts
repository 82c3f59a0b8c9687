// What living mocks stand on: their clock, faults on demand, the log of requests, snapshots, and the file that keeps their things.
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaults, type Faults } from '@octavo/runtime/conformance';
import { messageOf } from '../../../base/error.ts';
import type { EngineAsk, EngineOutcome } from '../../octavo/protocol.ts';
import type { EngineThread } from '../../octavo/thread.ts';
import type { LivingCommand, LivingTold } from '../commands.ts';
import type { DataFile } from '../data-file.ts';
import { Clock } from './clock.ts';
import { createRequestLog } from './log.ts';
import { Outbox } from './outbox.ts';
import { type Snapshot, Snapshots } from './snapshots.ts';

export interface GroundOptions {
  readonly data?: DataFile;
  /** Called where the file cannot be written; `detail` is a sentence. */
  readonly onUnsaved?: (detail: string) => void;
}

type Ask = Omit<EngineAsk, 'dynamic'>;

/** Milliseconds from a change until it is in the file. A large world takes longer to write, and waits longer. */
const SAVE_AFTER = 250;
/** What waiting takes longer than writing, at least. */
const SPARING = 10;

export class Ground {
  readonly clock = new Clock();
  readonly faults: Faults = createFaults();
  readonly log = createRequestLog();
  readonly snapshots = new Snapshots();
  readonly outbox = new Outbox(() => this.clock.now());
  readonly #engine: EngineThread;
  readonly #options: GroundOptions;
  /** The documents of which a request has come: the others have the things that they begin with. */
  readonly #used = new Set<string>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #wait = SAVE_AFTER;

  constructor(engine: EngineThread, options: GroundOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Answers a request, or fails it where a fault is ordered. */
  async judge(ask: Ask): Promise<EngineOutcome> {
    return (await this.#logged(ask)).outcome;
  }

  /** The outcome, and the identifier of the request in the log; absent where it got no answer. */
  async #logged(ask: Ask): Promise<{ readonly outcome: EngineOutcome; readonly id?: string }> {
    const began = performance.now();
    const { document, request } = ask;
    this.#used.add(document);
    const outcome = await this.#outcomeOf(ask);
    const answer =
      outcome.kind === 'answer'
        ? outcome.answer
        : outcome.kind === 'fault' && outcome.fault !== 'drop'
          ? { status: outcome.fault, headers: {}, refused: 'the fault that was asked for' }
          : undefined;
    if (answer === undefined) return { outcome };
    const operation = 'operation' in outcome && outcome.operation !== undefined ? { operation: outcome.operation } : {};
    const milliseconds = performance.now() - began;
    const id = this.log.add({ ...operation, ask, answer, milliseconds, now: this.clock.now() });
    if (outcome.kind !== 'answer') return { outcome, id };
    if (outcome.by === 'living' && !/^(?:GET|HEAD|OPTIONS)$/i.test(request.method)) this.#change(document);
    if (outcome.deliveries !== undefined) this.outbox.add(document, outcome.deliveries);
    return { outcome: { ...outcome, answer: { ...answer, headers: { 'x-request-id': id, ...answer.headers } } }, id };
  }

  async #outcomeOf(ask: Ask): Promise<EngineOutcome> {
    const { document } = ask;
    const asked = { ...ask, dynamic: false, now: this.clock.now() };
    const ordered = this.faults.list().filter((rule) => (rule.document ?? document) === document);
    if (ordered.length === 0) return this.#engine.ask(asked);
    const faults = ordered.map(({ id, operation }) => ({ id, ...(operation === undefined ? {} : { operation }) }));
    const outcome = await this.#engine.ask({ ...asked, faults });
    if (outcome.kind !== 'ordered') return outcome;
    const { operation } = outcome;
    const rule = this.faults.take(document, operation);
    // Another request has used it up meanwhile.
    if (rule === undefined) return this.#outcomeOf(ask);
    if (rule.delayMilliseconds !== undefined) await sleep(rule.delayMilliseconds, undefined, { ref: false });
    if (rule.drop === true) return { kind: 'fault', fault: 'drop', operation };
    if (rule.status === undefined) return this.#engine.ask({ ...asked, now: this.clock.now() });
    return { kind: 'fault', fault: rule.status, operation, ...(rule.headers === undefined ? {} : { headers: rule.headers }) };
  }

  /** Answers a request again. Returns the identifier of the new one; `undefined` where it got no answer or was not kept whole. */
  async replay(id: string): Promise<string | undefined> {
    const kept = this.log.entry(id);
    return kept === undefined || kept.isCut ? undefined : (await this.#logged(kept.ask)).id;
  }

  tell(document: string, command: LivingCommand): Promise<LivingTold> {
    return this.#engine.tell(document, command);
  }

  /** Begins some documents anew. */
  async seed(documents: readonly string[]): Promise<void> {
    for (const document of documents) {
      await this.tell(document, { do: 'reset' });
      this.#change(document);
    }
    this.#forget();
  }

  async reset(documents: readonly string[]): Promise<void> {
    this.clock.reset();
    await this.seed(documents);
  }

  /** Returns why there is none, as the end of a sentence. */
  async take(name: string): Promise<Snapshot | string> {
    const images = await this.#imagesOf(this.#used);
    return this.snapshots.keep(name, { images, clock: this.clock.state, shown: this.clock.now() });
  }

  async restore({ images, clock, shown }: Snapshot): Promise<void> {
    for (const document of this.#used) {
      const image = images.get(document);
      await this.tell(document, image === undefined ? { do: 'reset' } : { do: 'restore', image });
      this.#change(document);
    }
    this.clock.restore(clock, shown);
    this.#forget();
  }

  #forget(): void {
    this.log.clear();
    this.faults.clear();
    this.outbox.clear();
  }

  async #imagesOf(documents: Iterable<string>): Promise<Map<string, string>> {
    const images = new Map<string, string>();
    for (const document of documents) {
      const told = await this.tell(document, { do: 'image' });
      if (told.kind === 'image') images.set(document, told.image);
    }
    return images;
  }

  #change(document: string): void {
    if (this.#options.data === undefined) return;
    this.#changed.add(document);
    this.#timer ??= setTimeout(() => void this.save(), this.#wait).unref();
  }

  /** Writes what has changed, one after the other. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    const { data, onUnsaved } = this.#options;
    const documents = [...this.#changed];
    if (data === undefined || documents.length === 0) return;
    this.#changed.clear();
    const began = performance.now();
    try {
      const images = await this.#imagesOf(documents);
      data.save(images);
      for (const [document, image] of images) this.#engine.keepImage(document, image);
    } catch (error) {
      for (const document of documents) this.#changed.add(document);
      onUnsaved?.(messageOf(error));
    }
    this.#wait = Math.max(SAVE_AFTER, (performance.now() - began) * SPARING);
  }
}
