// One process that runs the module of `serve`, as its parent sees it: loaded, started, ended; killed when it does not start or end in time.
import { type ChildProcess, fork } from 'node:child_process';
import { ownModule } from '../base/own-module.ts';
import type { FromLive, LiveFailure, LiveSettings, ToLive } from './protocol.ts';
import type { ServedParts } from './served.ts';

export interface LiveProcessOptions {
  /** Absolute path of the module. */
  readonly module: string;
  /** The working directory of the process. */
  readonly cwd: string;
  /** Milliseconds that the module may take to load, and then its function to answer; default 30,000. */
  readonly startLimit?: number;
  /** Milliseconds that the process has to end by itself; default 2,000. Ctrl-C leaves three seconds to the whole command. */
  readonly closeLimit?: number;
}

export interface LiveProcessEvents {
  /** A file is being imported: an absolute path. */
  imports(file: string): void;
  /** The module is loaded, and nothing of it runs yet. */
  loaded(): void;
  served(served: ServedParts): void;
  /** The process failed, and has ended or is about to. Emitted once; not after `stop`. */
  failed(failure: LiveFailure): void;
}

export class LiveProcess {
  readonly #child: ChildProcess;
  readonly #options: LiveProcessOptions;
  readonly #events: LiveProcessEvents;
  #startTimer: NodeJS.Timeout | undefined;
  readonly #exited: Promise<void>;
  #failure: LiveFailure | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: LiveProcessOptions, events: LiveProcessEvents) {
    const { module, cwd } = options;
    this.#options = options;
    this.#events = events;
    const child = fork(ownModule(import.meta.url, 'child'), [module], {
      cwd,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // The standard output belongs to the results of the command.
      stdio: ['ignore', 2, 2, 'ipc'],
      // In a group of its own, so that Ctrl-C reaches only the parent, which ends it in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#limitStart();
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const ended = (): void => {
          this.#fail(signal === null ? `It ended its process with exit code ${code}.` : `Its process was ended by ${signal}.`);
          resolve();
        };
        // Messages that the process has sent before it ended are read first.
        if (child.connected) child.once('disconnect', ended);
        else ended();
      });
      child.once('error', (error) => {
        this.#fail(`Its process cannot be started: ${error.message}`);
        // A process that was never started emits no `exit`.
        if (child.pid === undefined) resolve();
      });
    });
    child.on('message', (message: FromLive) => this.#receive(message));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get module(): string {
    return this.#options.module;
  }

  /** Runs the module's function. */
  start(settings: LiveSettings): void {
    this.#limitStart();
    this.#send({ kind: 'start', settings });
  }

  /** Lets requests under way end, kills what does not end in time, and resolves when the process has ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  kill(): void {
    this.#stopped ??= this.#exited;
    const { pid, exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    try {
      // With the processes that it has started.
      if (process.platform !== 'win32' && pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    this.#child.kill('SIGKILL');
  }

  #limitStart(): void {
    const { startLimit = 30_000 } = this.#options;
    clearTimeout(this.#startTimer);
    this.#startTimer = setTimeout(() => {
      this.#fail(
        `It did not start within ${startLimit / 1000} s, so it was ended.`,
        'An endless loop, or something that it waits for, may be the reason.',
      );
      this.kill();
    }, startLimit);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#startTimer);
    const timer = setTimeout(() => this.kill(), this.#options.closeLimit ?? 2000);
    this.#send({ kind: 'stop' });
    await this.#exited;
    clearTimeout(timer);
  }

  /** A channel that has closed is followed by `exit`. */
  #send(message: ToLive): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromLive): void {
    if (this.#stopped !== undefined || this.#failure !== undefined) return;
    switch (message.kind) {
      case 'imports':
        this.#events.imports(message.file);
        return;
      case 'loaded':
        // It may wait for its settings.
        clearTimeout(this.#startTimer);
        this.#events.loaded();
        return;
      case 'served':
        clearTimeout(this.#startTimer);
        this.#events.served(message.served);
        return;
      case 'failed':
        this.#report(message.failure);
    }
  }

  #fail(message: string, fix?: string): void {
    this.#report({ message, place: { file: this.#options.module }, code: [], calls: [], ...(fix === undefined ? {} : { fix }) });
  }

  #report(failure: LiveFailure): void {
    if (this.#stopped !== undefined || this.#failure !== undefined) return;
    clearTimeout(this.#startTimer);
    this.#failure = failure;
    this.#events.failed(failure);
  }
}
