// Runs the module of `serve` beside `octavo dev`: restarts it when it or what it imports changes, and keeps its failures away from everything else.
import type { ServedControl, ServedService } from '../serve.ts';
import { FolderWatch } from '../watch/folders.ts';
import { Saves } from '../watch/saves.ts';
import { WatchedSources } from '../watch/sources.ts';
import { LiveProcess, type LiveProcessOptions } from './live-process.ts';
import type { LiveFailure, LiveSettings } from './protocol.ts';

export type LiveOptions = Pick<LiveProcessOptions, 'cwd' | 'startLimit' | 'closeLimit'> & {
  readonly on: LiveEvents;
};

interface LiveEvents {
  /** The services answer, `milliseconds` after the change. */
  served(services: readonly ServedService[], milliseconds: number): void;
  /** `isRunning`: the previous version still answers. */
  failed(failure: LiveFailure, isRunning: boolean): void;
}

/** The implementation to run, and its addresses. */
export type LivePlan = Omit<LiveSettings, 'lastPorts'> & {
  /** Absolute path. */
  readonly module: string;
};

export interface LiveState {
  /** `starting` also while a new version takes over. */
  readonly state: 'starting' | 'running' | 'failed';
  readonly pid?: number;
  readonly restarts: number;
  readonly services: readonly ServedService[];
  /** The base address of the control API. */
  readonly control?: string;
  /** Why it does not run, or why the last change is not in effect. */
  readonly error?: string;
}

export class Live {
  readonly #options: LiveOptions;
  readonly #sources = new WatchedSources();
  readonly #saves = new Saves();
  readonly #folders = new FolderWatch(
    () => this.#sources.files(),
    () => this.#onEvent(),
  );
  #plan: LivePlan | undefined;
  /** Whether a file of a module that is loaded ahead of its plan has changed since. */
  #isOutdated = false;
  /** Imported files that are not watched yet. */
  #unwatched: string[] = [];
  /** The process whose services answer. */
  #current: LiveProcess | undefined;
  /** The process that is to take its place. */
  #next: LiveProcess | undefined;
  /** Whether that process has loaded its module. */
  #isLoaded = false;
  /** Resolves when the processes that have failed or were replaced have ended, so that their ports are free. */
  #ending: Promise<unknown> = Promise.resolve();
  #services: readonly ServedService[] = [];
  #control: ServedControl | undefined;
  #failure: LiveFailure | undefined;
  #starts = 0;
  #checking = false;
  #isStopped = false;
  /** Who waits for the outcome of a start. */
  #waiting: (() => void)[] = [];
  readonly #killOnExit = (): void => {
    this.#current?.kill();
    this.#next?.kill();
  };

  constructor(options: LiveOptions) {
    this.#options = options;
    process.on('exit', this.#killOnExit);
  }

  /**
   * Loads the module of a plan that is not known yet, so that `run` only has to start it. Where it cannot be loaded, nobody hears of it: `run` tries
   * again, since what it imports may be generated meanwhile.
   */
  load(module: string): void {
    if (this.#isStopped || this.#plan !== undefined || this.#next !== undefined) return;
    this.#startNext(module);
  }

  /**
   * Starts, or starts again where the plan differs. Without a plan, it ends what runs.
   * @param isOutdated whether what `load` has loaded may have been written since
   */
  run(plan: LivePlan | undefined, isOutdated = false): void {
    if (this.#isStopped || JSON.stringify(plan) === JSON.stringify(this.#plan)) return;
    const isLoading = this.#plan === undefined && this.#next?.module === plan?.module && !isOutdated && !this.#isOutdated;
    this.#plan = plan;
    this.#failure = undefined;
    if (isLoading && this.#next !== undefined) {
      if (this.#isLoaded) void this.#replace(this.#next);
      return;
    }
    this.#sources.clear();
    if (plan !== undefined) {
      this.#startNext(plan.module);
      return;
    }
    this.#end(this.#current);
    this.#end(this.#next);
    this.#current = undefined;
    this.#next = undefined;
    this.#services = [];
    this.#control = undefined;
    this.#settle();
  }

  /** Resolves when the services answer, or have failed to; at once where nothing is to run. */
  settled(): Promise<void> {
    if (this.#next === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** `undefined` where nothing is to run. */
  get state(): LiveState | undefined {
    if (this.#plan === undefined) return undefined;
    const state = this.#next !== undefined ? 'starting' : this.#current !== undefined ? 'running' : 'failed';
    const pid = (this.#current ?? this.#next)?.pid;
    return {
      state,
      ...(pid === undefined ? {} : { pid }),
      restarts: Math.max(this.#starts - 1, 0),
      services: this.#services,
      ...(this.#control === undefined ? {} : { control: this.#control.url }),
      ...(this.#failure === undefined ? {} : { error: this.#failure.message }),
    };
  }

  /** The control is not part of `state`, which is shown. */
  get control(): ServedControl | undefined {
    return this.#control;
  }

  /** Ends everything; requests under way end first, where they do in time. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#folders.close();
    this.#end(this.#current);
    this.#end(this.#next);
    await this.#ending;
    process.off('exit', this.#killOnExit);
    this.#settle();
  }

  /** The new version is loaded while the old one still answers. */
  #startNext(module: string): void {
    const began = performance.now();
    const { on, ...options } = this.#options;
    const files = new Set([module]);
    this.#end(this.#next);
    this.#starts += 1;
    this.#isLoaded = false;
    this.#isOutdated = false;
    this.#watch(module, files);
    const started = new LiveProcess(
      { ...options, module },
      {
        imports: (file) => {
          files.add(file);
          this.#watchSoon(module, file);
        },
        loaded: () => {
          if (this.#next !== started) return;
          this.#isLoaded = true;
          if (this.#plan !== undefined) void this.#replace(started);
        },
        served: ({ services, control }) => {
          this.#next = undefined;
          this.#current = started;
          this.#services = services;
          this.#control = control;
          this.#failure = undefined;
          this.#sources.clear();
          this.#watch(module, files);
          on.served(services, performance.now() - began);
          this.#settle();
        },
        failed: (failure) => {
          this.#end(started);
          if (this.#next === started) this.#next = undefined;
          if (this.#current === started) this.#current = undefined;
          if (this.#plan === undefined) return;
          this.#failure = failure;
          if (this.#current === undefined) {
            this.#services = [];
            this.#control = undefined;
          }
          on.failed(failure, this.#current !== undefined);
          this.#settle();
        },
      },
    );
    this.#next = started;
  }

  /** Ends the old version, whose ports the new one needs, and starts the new one. */
  async #replace(started: LiveProcess): Promise<void> {
    this.#end(this.#current);
    this.#current = undefined;
    await this.#ending;
    if (this.#next !== started || this.#isStopped || this.#plan === undefined) return;
    const { module: _, ...settings } = this.#plan;
    const lastPorts = Object.fromEntries(this.#services.map(({ id, url }) => [id, Number(new URL(url).port)]));
    started.start({ ...settings, lastPorts });
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #end(ended: LiveProcess | undefined): void {
    if (ended !== undefined) this.#ending = Promise.all([this.#ending, ended.stop()]);
  }

  #watch(module: string, files: Iterable<string>): void {
    this.#sources.add(module, [...files]);
    this.#folders.update();
  }

  /** A module may import a thousand files, each of which is a message: those of one turn of the event loop are watched together. */
  #watchSoon(module: string, file: string): void {
    if (this.#unwatched.push(file) > 1) return;
    setImmediate(() => this.#watch(module, this.#unwatched.splice(0)));
  }

  #onEvent(): void {
    if (this.#plan === undefined) this.#isOutdated = true;
    this.#saves.add();
    if (!this.#checking) void this.#check();
  }

  async #check(): Promise<void> {
    this.#checking = true;
    await this.#saves.ended();
    this.#checking = false;
    if (this.#isStopped || this.#plan === undefined) return;
    this.#folders.dropGone();
    if (this.#sources.takeChanges().size > 0) this.#startNext(this.#plan.module);
  }
}
