// Keeps one Prism process running for all documents: starts it, restarts it when it dies or hangs, and says of every request whether it failed because of the mock.
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentError, type OctavoError } from '../error.ts';
import { quietEnvironment } from '../peer.ts';
import type { PreparedDocument } from './prepare.ts';
import type { PrismInstallation } from './prism.ts';
import type { FromChild, MockAnswer, MockRequest, PrismOptions, ToChild } from './protocol.ts';

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

/** What became of a document that was handed over. A refused or failed one leaves its last good version in place. */
export type LoadOutcome = { readonly kind: 'loaded' } | { readonly kind: 'refused'; readonly message: string };

export interface MockFault {
  readonly reason: MockFailure;
  /** `GET /r/{id}` as it was asked, or the document that was being loaded. */
  readonly during: readonly string[];
  readonly detail: string;
}

export interface SupervisorOptions extends PrismOptions {
  readonly prism: PrismInstallation;
  /** Milliseconds that one request may take; default 10,000. */
  readonly requestLimit?: number;
  /** Milliseconds that reading one document may take; default 60,000. */
  readonly loadLimit?: number;
  /** Folder for Node.js's compile cache, which halves the start. */
  readonly cacheFolder?: string;
  /** Called on every death and hang of the child. */
  readonly onFault?: (fault: MockFault) => void;
}

export interface Supervisor {
  /** Starts or replaces a document. */
  load(document: PreparedDocument): Promise<LoadOutcome>;
  unload(id: string): void;
  request(request: MockRequest): Promise<MockOutcome>;
  /** Process id of the child, while there is one. */
  pid(): number | undefined;
  /** Times that the child was started again. */
  restarts(): number;
  /** Resolves when the child takes requests; rejects with an `OctavoError` (exit 3) when Prism cannot be loaded at all. */
  ready(): Promise<void>;
  /** Ends the child. */
  stop(): Promise<void>;
}

interface Pending {
  readonly during: string;
  readonly timer: NodeJS.Timeout;
  settle(result: FromChild | MockFault): void;
}

interface Child {
  readonly process: ChildProcess;
  readonly pending: Map<number, Pending>;
  /** Set when the supervisor itself ended the child. */
  hung?: string;
  errors: string;
}

/** Waits before the first, second, … start after a death; the last one from then on. Milliseconds. */
const backOff = [0, 200, 1000, 5000];
/** A child that lived so long was well: the waits begin anew. Milliseconds. */
const wellAfter = 10_000;

export function startSupervisor(options: SupervisorOptions): Supervisor {
  const requestLimit = options.requestLimit ?? 10_000;
  const loadLimit = options.loadLimit ?? 60_000;
  /** The last good version of every document: what a new child gets. */
  const documents = new Map<string, PreparedDocument>();
  let child: Child | undefined;
  let seq = 0;
  let deaths = 0;
  let restarts = 0;
  let stopped = false;
  let unusable: OctavoError | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let open = opening();
  const endChild = (): void => {
    child?.process.kill('SIGKILL');
  };
  process.on('exit', endChild);

  function spawn(): void {
    const started = Date.now();
    const forked = fork(childFile(), [options.prism.manifest, JSON.stringify({ dynamic: options.dynamic, errors: options.errors })], {
      execPath: options.prism.node,
      execArgv: ['--disable-warning=DEP0040', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: childEnvironment(options.cacheFolder),
      // A group of its own: a signal to ours ends the parent, and must not look like a death of the child before that.
      detached: process.platform !== 'win32',
    });
    const current: Child = { process: forked, pending: new Map(), errors: '' };
    child = current;
    forked.stderr?.on('data', (chunk: Buffer) => {
      current.errors = (current.errors + chunk.toString()).slice(-2000);
    });
    forked.on('message', (message: FromChild) => void receive(current, message));
    forked.on('error', (error) => {
      current.errors += error.message;
      // A process that never started never exits.
      if (forked.pid === undefined) ended(current, started, error.message);
    });
    forked.on('exit', (code, signal) => ended(current, started, signal ?? `exit code ${code}`));
  }

  async function receive(from: Child, message: FromChild): Promise<void> {
    if (message.kind === 'unusable') {
      unusable = environmentError('prism-unusable', `Cannot load Prism ${options.prism.version}: ${message.message}`, {
        fix: 'Install it again: `npm install -D @stoplight/prism-cli`.',
      });
      open.reject(unusable);
      return;
    }
    if (message.kind === 'ready') {
      // What made the last child die while it was read, or what Prism refuses now, is left out.
      await Promise.all(
        [...documents.values()].map(async (document) => {
          const outcome = await sendLoad(from, document);
          if (outcome.kind === 'refused' && child === from) documents.delete(document.id);
        }),
      );
      if (child === from) open.resolve();
      return;
    }
    const pending = from.pending.get(message.seq);
    from.pending.delete(message.seq);
    pending?.settle(message);
  }

  function ended(which: Child, started: number, how: string): void {
    if (child !== which) return;
    child = undefined;
    const last = which.errors.trim().split('\n').at(-1) ?? '';
    const fault: MockFault = {
      reason: which.hung === undefined ? 'died' : 'hung',
      during: [...which.pending.values()].map((pending) => pending.during),
      detail: which.hung ?? (last === '' ? how : `${how}: ${last}`),
    };
    const pendings = [...which.pending.values()];
    which.pending.clear();
    for (const pending of pendings) pending.settle(fault);
    if (stopped || unusable !== undefined) return;
    open = opening();
    deaths = Date.now() - started > wellAfter ? 1 : deaths + 1;
    restarts += 1;
    restartTimer = setTimeout(spawn, backOff[Math.min(deaths, backOff.length) - 1]);
    options.onFault?.(fault);
  }

  /** Sends one message and waits for its answer; a child that does not answer in time is ended. */
  function ask(to: Child, during: string, limit: number, message: (seq: number) => ToChild): Promise<FromChild | MockFault> {
    seq += 1;
    const own = seq;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        to.hung ??= `no response within ${limit / 1000} s`;
        to.process.kill('SIGKILL');
      }, limit);
      const settle = (result: FromChild | MockFault): void => {
        clearTimeout(timer);
        resolve(result);
      };
      to.pending.set(own, { during, timer, settle });
      // A channel that closes while it is written to ends in `exit`, which settles all that wait.
      if (to.process.connected) to.process.send(message(own), () => {});
    });
  }

  async function sendLoad(to: Child, prepared: PreparedDocument): Promise<LoadOutcome> {
    const { id, document } = prepared;
    const result = await ask(to, `loading ${id}`, loadLimit, (own) => ({ kind: 'load', seq: own, id, document }));
    if ('reason' in result) return { kind: 'refused', message: result.detail };
    if (result.kind === 'refused') return { kind: 'refused', message: result.message };
    return { kind: 'loaded' };
  }

  async function load(prepared: PreparedDocument): Promise<LoadOutcome> {
    await open.promise;
    if (child === undefined) return { kind: 'refused', message: 'The mock has been stopped.' };
    const outcome = await sendLoad(child, prepared);
    if (outcome.kind === 'loaded') documents.set(prepared.id, prepared);
    return outcome;
  }

  async function request(wanted: MockRequest): Promise<MockOutcome> {
    const unavailable = await waitForChild();
    if (unavailable !== undefined) return { kind: 'failed', reason: 'unavailable', detail: unavailable };
    const current = child;
    if (current === undefined) return { kind: 'failed', reason: 'unavailable', detail: 'it has been stopped' };
    const result = await ask(current, `${wanted.method} ${wanted.path}`, requestLimit, (own) => ({
      kind: 'request',
      seq: own,
      request: wanted,
    }));
    if ('reason' in result) return { kind: 'failed', reason: result.reason, detail: result.detail };
    if (result.kind === 'answer') return { kind: 'answer', answer: result.answer };
    return { kind: 'failed', reason: 'threw', detail: result.kind === 'fault' ? result.message : 'it sent an unexpected message' };
  }

  async function waitForChild(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('it is restarting'), requestLimit);
    });
    try {
      return await Promise.race([open.promise.then(() => undefined), late]);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(restartTimer);
    process.off('exit', endChild);
    open.reject(environmentError('mock-stopped', 'The mock has been stopped.'));
    const current = child;
    if (current === undefined || current.process.exitCode !== null || current.process.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => current.process.once('exit', () => resolve()));
    // It holds nothing that could be lost, and Prism may be deep in a loop.
    current.process.kill('SIGKILL');
    await exited;
  }

  spawn();
  return {
    load,
    unload: (id) => {
      documents.delete(id);
      if (child?.process.connected === true) child.process.send({ kind: 'unload', id } satisfies ToChild, () => {});
    },
    request,
    pid: () => child?.process.pid,
    restarts: () => restarts,
    ready: () => open.promise,
    stop,
  };
}

interface Opening {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: OctavoError): void;
}

/** Requests wait behind this while no child is ready. */
function opening(): Opening {
  let resolve = (): void => {};
  let reject = (_error: OctavoError): void => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever waits hears of it; that nobody waits is no fault.
  promise.catch(() => {});
  return { promise, resolve: () => resolve(), reject: (error) => reject(error) };
}

/** The sources in the repository, the built file in the package. */
function childFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const source = path.join(folder, 'prism-child.ts');
  return existsSync(source) ? source : path.join(folder, 'prism-child.js');
}

function childEnvironment(cacheFolder: string | undefined): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = quietEnvironment();
  return { ...inherited, ...(cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder }) };
}
