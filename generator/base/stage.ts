// Marks stages that may not return to the event loop for long, or ever: what handles signals must let the system end the process meanwhile.
import { setImmediate as nextTurn } from 'node:timers/promises';

type Watcher = (isRunning: boolean) => void;

const watchers = new Set<Watcher>();
let running = 0;
let entering: Promise<void> | undefined;

/** Milliseconds of a turn of the event loop in which nothing else ran. */
const idleTurn = 1;

let ending: NodeJS.Immediate | undefined;

/** Calls the function with `true` before stages, and with `false` in the turn of the event loop after them. Returns a function that ends this. */
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
    if (--running === 0) ending = setImmediate(leave);
  }
}

/** Resolves when the watchers know that the stages before have ended. Await it before telling people so, since they may answer with a signal. */
export async function afterStages(): Promise<void> {
  await nextTurn();
}

/**
 * Waits for a turn of the event loop in which nothing else ran, a thousand turns at most: the loop reads signals once in each turn, before it runs
 * what is due, and a signal that arrives later in the turn would be lost when the watchers remove its handler. For the same reason a stage
 * that begins in the turn in which another ends is one with it to the watchers.
 */
async function enter(): Promise<void> {
  if (ending !== undefined) {
    clearImmediate(ending);
    ending = undefined;
    return;
  }
  if (watchers.size === 0) return;
  let began = performance.now();
  for (let turn = 0; turn < 1000; turn++) {
    await nextTurn();
    const now = performance.now();
    if (turn > 0 && now - began < idleTurn) break;
    began = now;
  }
  for (const watcher of watchers) watcher(true);
}

function leave(): void {
  ending = undefined;
  for (const watcher of watchers) watcher(false);
}
