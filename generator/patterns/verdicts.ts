// Asks recheck about patterns, within limits of time, and remembers what it says in the cache folder of the project.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ownModule } from '../base/own-module.ts';
import { findPackage } from '../base/peer.ts';
import { scratchFolder } from '../run/cache.ts';
import { replaceFile } from '../write/file.ts';
import type { RecheckTask, Verdict } from './worker.ts';

interface Asked {
  readonly pattern: string;
  readonly flags: 'u' | '';
}

/** Milliseconds for one pattern, and for all patterns of a document. */
const EACH = 1_000;
const ALL = 10_000;

interface Stored {
  /** The release of recheck. */
  readonly version: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** The verdict on each pattern, by `keyOf`; no entry where time ran out. `undefined`: recheck is not installed. */
export async function verdictsOn(asked: readonly Asked[], root: string): Promise<ReadonlyMap<string, Verdict> | undefined> {
  const recheck = findPackage(root, 'recheck');
  if (recheck === undefined) return undefined;
  const file = path.join(scratchFolder({ root }), 'cache', 'patterns.json');
  const { version = '' } = recheck.manifest;
  const stored = readStored(file);
  const known = new Map(stored?.version === version ? Object.entries(stored.verdicts) : []);
  const open = new Map(asked.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
  if (open.size === 0) return known;
  const found = await run({ folder: recheck.folder, patterns: [...open.values()], timeout: EACH });
  for (const [index, key] of [...open.keys()].entries()) {
    const verdict = found.get(index);
    if (verdict !== undefined) known.set(key, verdict);
  }
  store(file, { version, verdicts: Object.fromEntries(known) });
  return known;
}

export function keyOf({ pattern, flags }: Asked): string {
  return `/${pattern}/${flags}`;
}

function run(task: RecheckTask): Promise<ReadonlyMap<number, Verdict>> {
  const found = new Map<number, Verdict>();
  // recheck reads from the environment how it runs; the environment of the thread is its own.
  const worker = new Worker(ownModule(import.meta.url, 'worker'), {
    workerData: task,
    env: { ...process.env, RECHECK_SYNC_BACKEND: 'pure' },
  });
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(found);
    };
    const timer = setTimeout(end, ALL);
    worker.on('message', ({ index, verdict }: { index: number; verdict: Verdict }) => found.set(index, verdict));
    // Without recheck's words the patterns count as undecided.
    worker.on('error', end);
    worker.on('exit', end);
  });
}

function readStored(file: string): Stored | undefined {
  try {
    // Only `store` writes the file.
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}

function store(file: string, stored: Stored): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, JSON.stringify(stored));
  } catch {
    // In a read-only project, every run asks again.
  }
}
