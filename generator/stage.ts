// Marks stages that may not return to the event loop for long, or ever: what handles signals must let the system end the process meanwhile.
import { setImmediate } from 'node:timers/promises';

type Watcher = (isRunning: boolean) => void;

const watchers = new Set<Watcher>();
let running = 0;
let entering: Promise<void> | undefined;

/** Calls the function with `true` before a stage and `false` after it. Returns a function that ends this. */
export function watchStages(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Runs a stage. Stages may overlap. */
export async function stage<T>(work: () => T | Promise<T>): Promise<T> {
  if (running++ === 0) entering = enter();
  try {
    await entering;
    return await work();
  } finally {
    if (--running === 0) for (const watcher of watchers) watcher(false);
  }
}

/** The event loop turns once first: a signal that has arrived reaches its handler before the watchers remove it, and would be lost otherwise. */
async function enter(): Promise<void> {
  if (watchers.size === 0) return;
  await setImmediate();
  for (const watcher of watchers) watcher(true);
}
