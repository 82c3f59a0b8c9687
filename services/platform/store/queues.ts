// Runs acts one after another.

/** Queues by name: an act begins when those before it in its queue have ended, also where one has failed. */
export function createQueues(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act);
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}
