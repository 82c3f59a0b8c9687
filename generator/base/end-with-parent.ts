// Ends a child process when its parent has died, in a thread of its own, because the child may be in an endless loop.
import { Worker } from 'node:worker_threads';

/** On Windows, the id of a parent stays when it has died, so the watch also asks whether the process exists. */
const WATCH = `const parent = process.ppid;
const lives = () => { try { return process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; } };
setInterval(() => { if (process.ppid !== parent || !lives()) process.kill(process.pid, 'SIGKILL'); }, 500);`;

/** Watches the parent of this process. */
export function watchParent(): void {
  new Worker(WATCH, { eval: true }).unref();
}

const PRELOAD = `import { Worker } from 'node:worker_threads'; new Worker(${JSON.stringify(WATCH)}, { eval: true }).unref();`;

/** Options of Node.js that let any program watch its parent. */
export const endsWithParent: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`];
