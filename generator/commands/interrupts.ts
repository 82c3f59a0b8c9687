// Ctrl-C and SIGTERM as an abort signal and an exit code.
import { exitCodes } from '../error.ts';
import { watchStages } from '../stage.ts';

export interface Interrupts {
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** 130 after Ctrl-C, 143 after SIGTERM, otherwise `undefined`. */
  exitCode(): number | undefined;
  /** Removes the listeners. */
  stop(): void;
}

/** Milliseconds that a run has to end by itself after the first signal. */
const patience = 3000;

/**
 * `isServing`: the command runs until it is ended, and stops what it started. Any other command leaves SIGTERM to the system. So does every command
 * with both signals during a stage, since no handler is called until the stage returns to the event loop; output is written file by file, and the
 * next run cleans up.
 */
export function listenForInterrupts(isServing: boolean): Interrupts {
  const controller = new AbortController();
  const signals: readonly NodeJS.Signals[] = isServing ? ['SIGINT', 'SIGTERM'] : ['SIGINT'];
  let code: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = signal === 'SIGINT' ? exitCodes.interrupted : 143;
    // A second signal ends the process at once.
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    setTimeout(() => process.exit(exitCode), patience).unref();
    controller.abort();
  };
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
