// Generates again on every save: watches the files of all documents, waits until saves have ended, and keeps the last good output where a document
// has errors.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterStages, stage } from '../base/stage.ts';
import { displayPath } from '../base/words.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import { type Change, compareServices } from '../diff/index.ts';
import type { Service } from '../model/service.ts';
import { createSchemaWorker, type WaitingSchemaWorker } from '../raw/schema.ts';
import { type GenerateOptions, type GenerateReport, generate } from '../run/generate.ts';
import type { DocumentReport } from '../run/generate-document.ts';
import { createReadings, type ReadDocument } from '../run/readings.ts';
import { FolderWatch } from './folders.ts';
import { eventsDelivered, Saves } from './saves.ts';
import { WatchedSources } from './sources.ts';

export interface WatchChange {
  /** Whether this is the generation at the start, or after a change of the configuration. */
  readonly first: boolean;
  /** The documents that were generated this time; all of them where `first` is true. */
  readonly report: GenerateReport;
  /** By document id: what changed since the last version without errors. Empty where the document failed. */
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  /** By document id: the last version without errors before this one. */
  readonly before: ReadonlyMap<string, Service>;
  /** Milliseconds from the first event of the save to the last file written. */
  readonly milliseconds: number;
}

export interface WatchOptions {
  /** Aborting it ends the watch. */
  readonly signal: AbortSignal;
  /** Called after every generation, one at a time. */
  readonly onChange: (change: WatchChange) => void | Promise<void>;
  /**
   * Called with an error that a generation throws, such as an output folder that cannot be written; the watch goes on. Default: the error ends it.
   */
  readonly onError?: (error: unknown) => void | Promise<void>;
  /** Reads the documents. Default: by readings of the watch's own. */
  readonly read?: ReadDocument;
  /** Reads the configuration again after its file was saved, or one that it imports. Default: they are not watched. */
  readonly reload?: () => Promise<Project>;
}

/** Milliseconds without an event after which files are read: many editors empty a file before they write it. Writing waits longer; see `Saves`. */
const readDelay = 3;
/** How often a run starts again because files were saved while it read them. After that, what was read is written. */
const maxRestarts = 5;
/** Milliseconds that a document must have errors before they are reported: an editor may still be writing it. */
const errorDelay = 120;

/** Generates, then again after every change, until the signal is aborted. Each file is replaced as a whole. */
export async function watch(project: Project, options: WatchOptions): Promise<void> {
  if (options.signal.aborted) return;
  const worker = project.schema ? createSchemaWorker() : undefined;
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
  readonly #worker: WaitingSchemaWorker | undefined;
  readonly #options: WatchOptions;
  readonly #read: ReadDocument;
  readonly #sources = new WatchedSources();
  readonly #saves = new Saves();
  readonly #folders = new FolderWatch(
    () => this.#sources.files(),
    () => this.#onEvent(),
  );
  readonly #keptTexts: NonNullable<GenerateOptions['keptTexts']> = new WeakMap();
  /** By document id: the last version without errors. */
  readonly #lastGood = new Map<string, Service>();
  #timer: NodeJS.Timeout | undefined;
  /** When the first event came that no run has taken up yet, by `performance.now()`. */
  #pendingSince: number | undefined;
  #running: Promise<void> | undefined;
  #restarts = 0;
  #stopped = false;

  constructor(project: Project, worker: WaitingSchemaWorker | undefined, options: WatchOptions) {
    this.#project = project;
    this.#worker = worker;
    this.#options = options;
    this.#read = options.read ?? createReadings();
  }

  async start(): Promise<void> {
    const start = performance.now();
    this.#watchProject();
    this.#folders.update();
    await this.#generateAll(start);
    // Where nothing had to be generated, the thread is only needed from the first save on.
    if (!this.#stopped) this.#worker?.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#folders.close();
    await this.#running;
  }

  #watchProject(): void {
    const { configFile, documents } = this.#project;
    this.#sources.clear();
    if (configFile !== undefined && this.#options.reload !== undefined) this.#sources.add(configFile, configFiles(this.#project));
    for (const { file, overlays, mockHandlers = [] } of documents) this.#sources.add(file, [file, ...overlays].concat(mockHandlers));
  }

  async #generateAll(start: number): Promise<void> {
    try {
      const report = await generate(this.#project, { ...this.#generateOptions(), cache: true });
      for (const document of report.documents) this.#keep(document);
      this.#folders.update();
      await this.#options.onChange({ first: true, report, changes: new Map(), before: new Map(), milliseconds: performance.now() - start });
      // A document that came from the cache was not read. Its service is needed to compare the first save with it.
      for (const { document, status, service } of report.documents) {
        if (status === 'failed' || service !== undefined) continue;
        const { service: unchanged } = await this.#read(this.#project, document);
        if (unchanged !== undefined) this.#lastGood.set(document.id, unchanged);
      }
    } catch (error) {
      await this.#fail(error);
    }
  }

  #generateOptions(): Pick<GenerateOptions, 'signal' | 'cache' | 'read' | 'worker' | 'keptTexts'> {
    return {
      signal: this.#options.signal,
      cache: false,
      read: this.#read,
      keptTexts: this.#keptTexts,
      ...(this.#worker === undefined ? {} : { worker: this.#worker }),
    };
  }

  async #fail(error: unknown): Promise<void> {
    if (this.#options.signal.aborted) return;
    if (this.#options.onError === undefined) throw error;
    await this.#options.onError(error);
  }

  #keep({ document, sources, status, service }: DocumentReport): void {
    this.#sources.add(document.file, sources);
    if (status !== 'failed' && service !== undefined) this.#lastGood.set(document.id, service);
  }

  #onEvent(): void {
    if (this.#stopped) return;
    this.#saves.add();
    this.#pendingSince ??= performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), readDelay);
  }

  #begin(): void {
    // Events that come during a run are taken up by the next one.
    if (this.#running !== undefined) return;
    this.#running = this.#run()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#pendingSince !== undefined && !this.#stopped) this.#timer = setTimeout(() => this.#begin(), readDelay);
      });
  }

  async #run(): Promise<void> {
    const start = this.#pendingSince ?? performance.now();
    this.#pendingSince = undefined;
    const events = this.#saves.count;
    const restore = this.#sources.checkpoint();
    if (await this.#reloadConfig()) return;
    const changed = this.#sources.takeChanges();
    const documents = this.#project.documents.filter(({ file }) => changed.has(file));
    this.#folders.dropGone();
    if (documents.length === 0) return;

    const report = await this.#generateChanged(documents, events);
    if (report === undefined) {
      // The files were still being written: the next run reads them again, as if this one had not.
      restore();
      this.#pendingSince = start;
      return;
    }
    const changes = await stage(() => this.#changesOf(report));
    await afterStages();
    const before = new Map(this.#lastGood);
    for (const document of report.documents) this.#keep(document);
    this.#folders.update();
    if (this.#stopped) return;
    await this.#options.onChange({ first: false, report, changes, before, milliseconds: performance.now() - start });
  }

  /** The changes of each document since its last version without errors. */
  #changesOf(report: GenerateReport): ReadonlyMap<string, readonly Change[]> {
    const changes = new Map<string, readonly Change[]>();
    for (const { document, service } of report.documents) {
      const before = this.#lastGood.get(document.id);
      if (before !== undefined && service !== undefined) changes.set(document.id, compareServices(before, service));
    }
    return changes;
  }

  /** `undefined` where files were saved again meanwhile. `events` is the number of events when the run began. */
  async #generateChanged(documents: readonly ProjectDocument[], events: number): Promise<GenerateReport | undefined> {
    const existing = documents.filter(({ file }) => existsSync(file));
    let isCurrent = true;
    const confirm = async (): Promise<boolean> => {
      isCurrent = await this.#areSourcesCurrent(events);
      this.#restarts = isCurrent ? 0 : this.#restarts + 1;
      return isCurrent;
    };
    const project = { ...this.#project, documents: existing, complete: false };
    const report = await generate(project, { ...this.#generateOptions(), ahead: true, confirm });
    if (!isCurrent) return undefined;
    const missing = documents.filter((document) => !existing.includes(document)).map(missingDocument);
    const all = [...report.documents, ...missing];
    if (all.some(({ status }) => status === 'failed')) {
      await sleep(errorDelay);
      // On a busy machine, the timer may fire before events that came earlier are delivered.
      await eventsDelivered();
      if (this.#saves.count !== events) return undefined;
    }
    return { ...report, documents: all, failed: report.failed || missing.length > 0 };
  }

  /** Waits until saves have ended. True where every file still holds what was read, or after too many restarts. */
  async #areSourcesCurrent(events: number): Promise<boolean> {
    await this.#saves.ended();
    if (this.#saves.count === events || this.#restarts === maxRestarts) return true;
    // One save causes several events, some of them after the last byte was written.
    return [...this.#sources.files()].every((file) => !this.#sources.hasChanged(file));
  }

  /** Where the configuration was saved, or a file that it imports, starts again with what it says now. */
  async #reloadConfig(): Promise<boolean> {
    const { reload } = this.#options;
    const { configFile } = this.#project;
    const hasChanged = (): boolean => configFiles(this.#project).some((file) => this.#sources.hasChanged(file));
    if (reload === undefined || configFile === undefined || !hasChanged()) return false;
    await this.#saves.ended();
    if (!existsSync(configFile) || !hasChanged()) return false;
    this.#sources.takeChanges();
    this.#project = await reload();
    this.#watchProject();
    await this.#generateAll(performance.now());
    return true;
  }
}

/** The file of the configuration, and the project's own files that it imports. */
function configFiles({ configFile, configModules = [] }: Project): readonly string[] {
  if (configFile === undefined) return [];
  return [configFile, ...configModules.filter((file) => file !== configFile && !file.includes(`${path.sep}node_modules${path.sep}`))];
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
        message: `The document \`${display}\` does not exist any more. Its generated files are kept.`,
        fix: 'Restore it, or remove it from the configuration.',
        location: { source: { path: document.file, display, text: '', format: 'yaml' }, pointer: '' },
      },
    ],
    sources: [document.file],
    operations: 0,
    schemas: 0,
  };
}
