// The garbage collector at will: what is held without what nobody refers to, and aborts that come when all that can be forgotten is.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are held. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resolves after a few collections, between which promises, timers and sockets go on. */
export async function collections(): Promise<void> {
  for (let count = 0; count < 5; count++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collectGarbage();
  }
}

/** A signal that is aborted with the error `enough` when it holds and garbage has been collected since. */
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
