// Turns everything that ends a run from outside into an abort signal and an exit code: Ctrl-C, SIGTERM, a closed terminal, and an output that has
// lost its reader.
import { type EndOfProcess, endOfProcess } from '@octavo/runtime/process';
import { watchStages } from '../base/stage.ts';

export interface Interrupts extends Pick<EndOfProcess, 'signal' | 'exitCode'> {
  /** Removes the listeners. */
  stop(): void;
}

/** Milliseconds that a run has to end by itself after the first signal. */
const patience = 3000;

/**
 * `isServing`: the command runs until it is ended, and stops what it started. Any other command leaves SIGHUP and SIGTERM to the system, and goes on
 * without a reader. So does every command with all signals during a stage, since no handler is called until the stage returns to the event loop;
 * output is written file by file, and the next run cleans up.
 */
export function listenForInterrupts(isServing: boolean): Interrupts {
  const end = endOfProcess({
    signals: isServing ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT'],
    endsUnread: isServing,
    patienceMilliseconds: patience,
  });
  const endWatch = watchStages((isRunning) => (isRunning ? end.leave() : end.listen()));
  end.listen();
  return {
    signal: end.signal,
    exitCode: end.exitCode,
    stop: () => {
      endWatch();
      end.leave();
    },
  };
}
