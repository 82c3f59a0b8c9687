// One process that runs Prism: sends it messages, matches its answers to them, and kills it when one takes too long.

import { type ChildProcess, fork } from 'node:child_process';
import { ownModule } from '../base/own-module.ts';
import { quietEnvironment } from '../base/peer.ts';
import { causeIn } from './end-cause.ts';
import type { PrismInstallation } from './prism.ts';
import type { FromChild, PrismOptions, ToChild } from './protocol.ts';

export interface PrismProcessOptions extends PrismOptions {
  readonly prism: PrismInstallation;
  /** Folder for Node.js's compile cache, which halves the start. */
  readonly cacheFolder?: string;
}

/** How a process ended. */
export interface ProcessEnd {
  readonly reason: 'died' | 'hung';
  /** The requests and documents that it was working on. */
  readonly during: readonly string[];
  /** Exit code or signal, and the line of its stderr that says why. */
  readonly detail: string;
  /** Milliseconds since its start. */
  readonly lived: number;
}

export interface PrismProcessEvents {
  /** The process has loaded Prism. */
  ready(): void;
  /** Prism cannot be loaded. */
  unusable(message: string): void;
  ended(end: ProcessEnd): void;
}

/** The result of a message to the process. */
export type Reply = FromChild | { readonly kind: 'ended'; readonly end: ProcessEnd };

interface Pending {
  readonly during: string;
  readonly timer: NodeJS.Timeout;
  settle(reply: Reply): void;
}

export class PrismProcess {
  readonly #child: ChildProcess;
  readonly #events: PrismProcessEvents;
  readonly #pending = new Map<number, Pending>();
  readonly #started = Date.now();
  #seq = 0;
  #hasEnded = false;
  /** Why the process was killed, if an answer took too long. */
  #hung: string | undefined;
  #stderr = '';

  constructor({ prism, dynamic, errors, cacheFolder }: PrismProcessOptions, events: PrismProcessEvents) {
    this.#events = events;
    const child = fork(ownModule(import.meta.url, 'prism-child'), [prism.manifest, JSON.stringify({ dynamic, errors })], {
      execPath: prism.node,
      execArgv: ['--disable-warning=DEP0040', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: childEnvironment(cacheFolder),
      // In a group of its own, so that Ctrl-C reaches only the parent, and the end of the child never looks like a crash.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-2000);
    });
    child.on('message', (message: FromChild) => this.#receive(message));
    child.on('error', (error) => {
      this.#stderr += error.message;
      // A process that was never started emits no `exit`.
      if (child.pid === undefined) this.#end(error.message);
    });
    child.on('exit', (code, signal) => this.#end(signal ?? `exit code ${code}`));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a message and waits for the answer with its number, `limit` milliseconds at most. `during` describes the work in a fault. */
  ask(during: string, limit: number, message: (seq: number) => ToChild): Promise<Reply> {
    this.#seq += 1;
    const seq = this.#seq;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#hung ??= `no response within ${limit / 1000} s`;
        this.kill();
      }, limit);
      const settle = (reply: Reply): void => {
        clearTimeout(timer);
        resolve(reply);
      };
      this.#pending.set(seq, { during, timer, settle });
      this.send(message(seq));
    });
  }

  /** Sends a message that has no answer. A channel that closes meanwhile is followed by `exit`, which settles all that is pending. */
  send(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** Kills without warning: the process has nothing to save, and Prism may be in an endless loop. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills the process and waits for its end. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.kill();
    await exited;
  }

  #receive(message: FromChild): void {
    if (message.kind === 'ready') this.#events.ready();
    else if (message.kind === 'unusable') this.#events.unusable(message.message);
    else {
      const pending = this.#pending.get(message.seq);
      this.#pending.delete(message.seq);
      pending?.settle(message);
    }
  }

  #end(how: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    const cause = causeIn(this.#stderr);
    const end: ProcessEnd = {
      reason: this.#hung === undefined ? 'died' : 'hung',
      during: pending.map(({ during }) => during),
      detail: this.#hung ?? (cause === '' ? how : `${how}: ${cause}`),
      lived: Date.now() - this.#started,
    };
    for (const { settle } of pending) settle({ kind: 'ended', end });
    this.#events.ended(end);
  }
}

function childEnvironment(cacheFolder: string | undefined): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options, ...others } = quietEnvironment();
  // Options such as --inspect are for this process alone. Those of Yarn Plug'n'Play load the hooks without which the child finds no package.
  const inherited = process.versions.pnp === undefined ? others : { ...others, NODE_OPTIONS: options };
  // The user may have named another folder, which the projects share.
  return cacheFolder === undefined ? inherited : { NODE_COMPILE_CACHE: cacheFolder, ...inherited };
}
