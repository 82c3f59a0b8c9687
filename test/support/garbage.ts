// Runs the garbage collector on demand: measures reachable memory, and aborts a signal after unreachable objects are collected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use after a collection: the heap and what it holds outside. */
export function heldBytes(): number {
  // The first collection gives buffers back in the background; the second one waits for that.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resolves after five collections. Between them, promises, timers and sockets make progress. */
export async function collections(): Promise<void> {
  for (let count = 0; count < 5; count++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
  }
}

/** A signal that aborts with the error `enough` once `holds` returns true and garbage has been collected after that. */
export function abortWhen(holds: () => boolean): AbortSignal {
  const controller = new AbortController();
  const look = async (): Promise<void> => {
    if (!holds()) return void setTimeout(look, 5);
    await collections();
    controller.abort(new Error('enough'));
  };
  void look();
  return controller.signal;
}
