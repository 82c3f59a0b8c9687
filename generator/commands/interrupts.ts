// What ends a run from outside as an abort signal and an exit code: Ctrl-C, SIGTERM, a closed terminal, and an output that has lost its reader.
import { exitCodes } from '../error.ts';
import { watchStages } from '../stage.ts';

export interface Interrupts {
  /** Aborted by the first of these. */
  readonly signal: AbortSignal;
  /** 128 and the number of the signal, as shells count: 130 after Ctrl-C. `undefined` where nothing has ended the run. */
  exitCode(): number | undefined;
  /** Removes the listeners. */
  stop(): void;
}

/** Milliseconds that a run has to end by itself after the first signal. */
const patience = 3000;

const CODES = { SIGHUP: 129, SIGINT: exitCodes.interrupted, SIGPIPE: 141, SIGTERM: 143 } as const;
type Ending = keyof typeof CODES;

/** What writing fails with when the reader of a pipe (`octavo dev | head -1`) or the terminal has gone: EPIPE, EIO; `EOF` on Windows. */
const UNREAD: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'EOF', 'ERR_STREAM_DESTROYED']);

/**
 * `isServing`: the command runs until it is ended, and stops what it started. Any other command leaves SIGHUP and SIGTERM to the system, and goes on
 * without a reader. So does every command with all signals during a stage, since no handler is called until the stage returns to the event loop;
 * output is written file by file, and the next run cleans up.
 */
export function listenForInterrupts(isServing: boolean): Interrupts {
  const controller = new AbortController();
  const signals: readonly Ending[] = isServing ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT'];
  let code: number | undefined;
  const end = (exitCode: number): void => {
    code = exitCode;
    setTimeout(() => process.exit(exitCode), patience).unref();
    controller.abort();
  };
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = CODES[signal as Ending];
    // A second signal ends the process at once.
    if (code !== undefined) process.exit(exitCode);
    end(exitCode);
  };
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!UNREAD.has(error.code)) throw error;
      if (isServing && code === undefined) end(CODES.SIGPIPE);
    });
  }
  const listen = (): void => {
    for (const signal of signals) process.on(signal, handle);
  };
  const leave = (): void => {
    for (const signal of signals) process.off(signal, handle);
  };
  const endWatch = watchStages((isRunning) => (isRunning ? leave() : listen()));
  listen();
  return {
    signal: controller.signal,
    exitCode: () => code,
    stop: () => {
      endWatch();
      leave();
    },
  };
}
