// Ctrl-C and SIGTERM as an abort signal and an exit code.
import { exitCodes } from '../error.ts';

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
 * `isServing`: the command runs until it is ended, and stops what it started. Any other command leaves SIGTERM to the system, which ends the
 * process even where a stage does not return to the event loop; output is written file by file, and the next run cleans up.
 */
export function listenForInterrupts(isServing: boolean): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = signal === 'SIGINT' ? exitCodes.interrupted : 143;
    // A second signal ends the process at once.
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    setTimeout(() => process.exit(exitCode), patience).unref();
    controller.abort();
  };
  process.on('SIGINT', handle);
  if (isServing) process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    exitCode: () => code,
    stop: () => {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}
