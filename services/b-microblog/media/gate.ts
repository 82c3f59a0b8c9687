// Lets one large request be read at a time, or few, since the form of a part takes several times its size in memory.

/** Requests that are read at a time. To take two is hardly faster, as the work is that of one thread. */
const PLACES = 1;
/** Milliseconds after which one goes on without a place, so that slow senders hold up nobody for long. */
const PATIENCE = 10_000;

export type Gate = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Further requests wait, with their bytes in the buffers of the network. */
export function createGate(places = PLACES, patience = PATIENCE): Gate {
  const waiting: (() => void)[] = [];
  let free = places;

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  /** @returns whether a place was given */
  function enter(): Promise<boolean> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const given = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(given), 1);
        resolve(false);
      }, patience);
      waiting.push(given);
    });
  }

  return async (act) => {
    const hasPlace = await enter();
    try {
      return await act();
    } finally {
      if (hasPlace) leave();
    }
  };
}
