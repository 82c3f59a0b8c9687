// Saves to regenerations: watches the folders of every source, waits for the writing to settle, and generates what changed once, keeping the last good output on errors.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Project, ProjectDocument } from './config.ts';
import { type Change, compareServices } from './diff/index.ts';
import { type GenerateReport, generate } from './generate.ts';
import type { DocumentReport } from './generate-document.ts';
import type { Service } from './model/service.ts';
import { read } from './pipeline.ts';
import { type SchemaWorker, startSchemaWorker } from './raw/schema.ts';
import { FolderWatch } from './watch-folders.ts';
import { displayPath } from './words.ts';

export interface WatchChange {
  /** Whether this is the generation at the start, before anything was saved. */
  readonly first: boolean;
  /** The documents that were generated this time; all of them at the start. */
  readonly report: GenerateReport;
  /** By document id: what changed since the last good version. Empty where that failed. */
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  /** From the event that started it to the files written. */
  readonly milliseconds: number;
}

export interface WatchOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Called after every generation, one at a time. */
  readonly onChange: (change: WatchChange) => void | Promise<void>;
  /** Called with what a generation throws, such as an output folder that cannot be written; the watch goes on. */
  readonly onError?: (error: unknown) => void | Promise<void>;
  /** Reads the configuration again when its file is saved; without it, the file is not watched. */
  readonly reload?: () => Promise<Project>;
}

/** Milliseconds without an event before files are read: many editors empty a file before they write it. */
const still = 3;
/** Milliseconds without an event before output is written: saving eight files at once is one change. Reading has begun by then. */
const quiet = 15;
/** Milliseconds that are waited for saves to end. */
const patience = 1000;
/** How often documents are read again since a save came meanwhile, before what was read is written all the same. */
const mostRestarts = 5;
/** Milliseconds that a fault must last before it is told: an editor may be half way through writing. */
const settle = 120;

/** Generates, then again after every change, until the signal is aborted. The output folder is never left half way. */
export async function watch(project: Project, options: WatchOptions): Promise<void> {
  if (options.signal.aborted) return;
  const worker = project.schema ? startSchemaWorker() : undefined;
  const session = new Session(project, worker, options);
  try {
    await session.start();
    await new Promise<void>((resolve) => {
      options.signal.addEventListener('abort', () => resolve(), { once: true });
      if (options.signal.aborted) resolve();
    });
  } finally {
    await session.stop();
    await worker?.close();
  }
}

class Session {
  #project: Project;
  readonly #worker: SchemaWorker | undefined;
  readonly #options: WatchOptions;
  readonly #folders = new FolderWatch(
    () => this.#files(),
    () => this.#event(),
  );
  /** By document: every file it was read from. */
  #sources = new Map<string, readonly string[]>();
  /** By file: hash of its content when it was last read, `undefined` where it was missing. */
  #seen = new Map<string, string | undefined>();
  /** By document id: the last version without errors. */
  readonly #good = new Map<string, Service>();
  #timer: NodeJS.Timeout | undefined;
  /** When the first event of the change under way came, on `performance.now()`'s clock. */
  #since: number | undefined;
  #events = 0;
  /** When the last event came. */
  #last = 0;
  #restarts = 0;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(project: Project, worker: SchemaWorker | undefined, options: WatchOptions) {
    this.#project = project;
    this.#worker = worker;
    this.#options = options;
  }

  async start(): Promise<void> {
    const began = performance.now();
    const { configFile } = this.#project;
    if (configFile !== undefined) this.#seen.set(configFile, contentOf(configFile));
    for (const document of this.#project.documents) this.#note(document, [document.file]);
    this.#folders.update();
    await this.#first(began);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#folders.close();
    await this.#running;
  }

  async #first(began: number): Promise<void> {
    try {
      const report = await generate(this.#project, { ...this.#generateOptions(), cache: true });
      for (const document of report.documents) this.#keep(document);
      this.#folders.update();
      await this.#options.onChange({ first: true, report, changes: new Map(), milliseconds: performance.now() - began });
      // What came from the cache was not read; it is the version that the first save is compared with.
      for (const { document, status, service } of report.documents) {
        if (status === 'failed' || service !== undefined) continue;
        const { service: model } = await read(this.#project, document);
        if (model !== undefined) this.#good.set(document.id, model);
      }
    } catch (error) {
      await this.#fail(error);
    }
  }

  #generateOptions(): { signal: AbortSignal; cache: false; worker?: SchemaWorker } {
    return { signal: this.#options.signal, cache: false, ...(this.#worker === undefined ? {} : { worker: this.#worker }) };
  }

  async #fail(error: unknown): Promise<void> {
    if (this.#options.signal.aborted) return;
    if (this.#options.onError === undefined) throw error;
    await this.#options.onError(error);
  }

  #keep(report: DocumentReport): void {
    this.#note(report.document, report.sources);
    if (report.status !== 'failed' && report.service !== undefined) this.#good.set(report.document.id, report.service);
  }

  /** Remembers what a document was read from, as it is now. A version that failed may have read less: what the last one read still counts. */
  #note(document: ProjectDocument, sources: readonly string[]): void {
    const files = sources.filter((source) => path.isAbsolute(source));
    this.#sources.set(document.file, [...new Set([...(this.#sources.get(document.file) ?? []), ...files])]);
    for (const file of files) if (!this.#seen.has(file)) this.#seen.set(file, contentOf(file));
  }

  #files(): readonly string[] {
    const config = this.#options.reload === undefined ? undefined : this.#project.configFile;
    return [...(config === undefined ? [] : [config]), ...[...this.#sources.values()].flat()];
  }

  #event(): void {
    if (this.#stopped) return;
    this.#last = performance.now();
    this.#since ??= this.#last;
    this.#events++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), still);
  }

  #begin(): void {
    // While one generation runs, events collect for the next.
    if (this.#running !== undefined) return;
    this.#running = this.#run()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#since !== undefined && !this.#stopped) this.#timer = setTimeout(() => this.#begin(), still);
      });
  }

  async #run(): Promise<void> {
    const began = this.#since ?? performance.now();
    this.#since = undefined;
    const events = this.#events;
    const before = new Map(this.#seen);
    if (await this.#reloaded()) return;
    const changed = new Set<string>();
    for (const file of this.#files()) {
      const content = contentOf(file);
      if (content !== this.#seen.get(file)) changed.add(file);
      this.#seen.set(file, content);
    }
    const documents = this.#project.documents.filter((document) => this.#sources.get(document.file)?.some((file) => changed.has(file)));
    this.#folders.dropGone();
    if (documents.length === 0) return;

    let isOvertaken = false;
    const report = await this.#generate(documents, async () => {
      isOvertaken = !(await this.#isCurrent(events));
      this.#restarts = isOvertaken ? this.#restarts + 1 : 0;
      return !isOvertaken;
    });
    if (!isOvertaken && report.documents.some((document) => document.status === 'failed')) {
      await sleep(settle);
      // Of a machine that is behind, timers come before the events that came before them.
      await told();
      isOvertaken = this.#events !== events;
    }
    if (isOvertaken) {
      // It was still being written. The same files are looked at again, as if this run had not been.
      this.#seen = before;
      this.#since = began;
      return;
    }
    const changes = new Map<string, readonly Change[]>();
    for (const document of report.documents) {
      const old = this.#good.get(document.document.id);
      if (old !== undefined && document.service !== undefined) changes.set(document.document.id, compareServices(old, document.service));
      this.#keep(document);
    }
    this.#folders.update();
    if (this.#stopped) return;
    await this.#options.onChange({ first: false, report, changes, milliseconds: performance.now() - began });
  }

  /** Once saves have ended: whether files are still as they were read. */
  async #isCurrent(events: number): Promise<boolean> {
    await this.#rest();
    if (this.#events === events || this.#restarts === mostRestarts) return true;
    // A save is several events, and some of them come after the last byte.
    return this.#files().every((file) => contentOf(file) === this.#seen.get(file));
  }

  /** Waits for saves to end. */
  async #rest(): Promise<void> {
    const began = performance.now();
    for (;;) {
      await told();
      const now = performance.now();
      const left = this.#last + quiet - now;
      if (left <= 0 || now - began > patience) return;
      await sleep(left);
    }
  }

  async #generate(documents: readonly ProjectDocument[], confirm: () => Promise<boolean>): Promise<GenerateReport> {
    const there = documents.filter((document) => existsSync(document.file));
    const report = await generate(
      { ...this.#project, documents: there, complete: false },
      { ...this.#generateOptions(), ahead: true, confirm },
    );
    const gone = documents.filter((document) => !there.includes(document)).map(missingDocument);
    return gone.length === 0 ? report : { ...report, documents: [...report.documents, ...gone], failed: true };
  }

  /** A saved configuration starts over with what it says now. */
  async #reloaded(): Promise<boolean> {
    const { reload } = this.#options;
    const config = this.#project.configFile;
    if (reload === undefined || config === undefined) return false;
    const seen = this.#seen.get(config);
    if (contentOf(config) === seen) return false;
    await this.#rest();
    const content = contentOf(config);
    this.#seen.set(config, content);
    if (seen === undefined || content === seen || content === undefined) return false;
    this.#project = await reload();
    this.#sources = new Map();
    for (const document of this.#project.documents) this.#note(document, [document.file]);
    await this.#first(performance.now());
    return true;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Until events of now have been told: they come in a turn of the loop, between one `setImmediate` and the next. */
async function told(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

function contentOf(file: string): string | undefined {
  try {
    return hash('sha256', readFileSync(file), 'hex');
  } catch {
    return undefined;
  }
}

function missingDocument(document: ProjectDocument): DocumentReport {
  const display = displayPath(document.file);
  return {
    document,
    status: 'failed',
    problems: [
      {
        code: 'document-missing',
        severity: 'error',
        message: `The document ${display} is gone; its last output is kept.`,
        fix: 'Put it back, or take it out of the configuration.',
        location: { source: { path: document.file, display, text: '', format: 'yaml' }, pointer: '' },
      },
    ],
    sources: [document.file],
    operations: 0,
    schemas: 0,
  };
}
