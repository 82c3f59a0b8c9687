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
  /** The process whose services answer. */
  #current: LiveProcess | undefined;
  /** The process that is to take its place. */
  #next: LiveProcess | undefined;
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

  /** Starts, or starts again where the plan differs. Without a plan, it ends what runs. */
  run(plan: LivePlan | undefined): void {
    if (this.#isStopped || JSON.stringify(plan) === JSON.stringify(this.#plan)) return;
    this.#plan = plan;
    this.#sources.clear();
    this.#failure = undefined;
    if (plan !== undefined) {
      this.#startNext(plan);
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
  #startNext(plan: LivePlan): void {
    const began = performance.now();
    const { on, ...options } = this.#options;
    const files = new Set([plan.module]);
    this.#end(this.#next);
    this.#starts += 1;
    this.#watch(files);
    const started = new LiveProcess(
      { ...options, module: plan.module },
      {
        imports: (file) => {
          files.add(file);
          this.#watch([file]);
        },
        loaded: () => void this.#replace(plan, started),
        served: ({ services, control }) => {
          this.#next = undefined;
          this.#current = started;
          this.#services = services;
          this.#control = control;
          this.#failure = undefined;
          this.#sources.clear();
          this.#watch(files);
          on.served(services, performance.now() - began);
          this.#settle();
        },
        failed: (failure) => {
          this.#end(started);
          if (this.#next === started) this.#next = undefined;
          if (this.#current === started) this.#current = undefined;
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
  async #replace({ module: _, ...settings }: LivePlan, started: LiveProcess): Promise<void> {
    this.#end(this.#current);
    this.#current = undefined;
    await this.#ending;
    if (this.#next !== started || this.#isStopped) return;
    const lastPorts = Object.fromEntries(this.#services.map(({ id, url }) => [id, Number(new URL(url).port)]));
    started.start({ ...settings, lastPorts });
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #end(ended: LiveProcess | undefined): void {
    if (ended !== undefined) this.#ending = Promise.all([this.#ending, ended.stop()]);
  }

  #watch(files: Iterable<string>): void {
    if (this.#plan === undefined) return;
    this.#sources.add(this.#plan.module, [...files]);
    this.#folders.update();
  }

  #onEvent(): void {
    this.#saves.add();
    if (!this.#checking) void this.#check();
  }

  async #check(): Promise<void> {
    this.#checking = true;
    await this.#saves.ended();
    this.#checking = false;
    if (this.#isStopped || this.#plan === undefined) return;
    this.#folders.dropGone();
    if (this.#sources.takeChanges().size > 0) this.#startNext(this.#plan);
  }
}
