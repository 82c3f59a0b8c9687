// Runs recheck in a worker thread, in its form of plain JavaScript: without its native program, Java or a download.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** The part of recheck's `Diagnostics` that is read, for one pattern. */
interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly degree?: number };
  readonly attack?: { readonly pattern: string };
}

interface Recheck {
  checkSync(source: string, flags: string, options: { readonly timeout: number }): Diagnostics;
}

export interface RecheckTask {
  /** The folder of the package. */
  readonly folder: string;
  readonly patterns: readonly { readonly pattern: string; readonly flags: string }[];
  /** Milliseconds for one pattern. */
  readonly timeout: number;
}

/** `attack`: an expression for a text that takes long; `degree` of a polynomial. Without `status`, recheck did not decide. */
export interface Verdict {
  readonly status?: 'safe' | 'vulnerable';
  readonly degree?: number;
  readonly attack?: string;
}

const { folder, patterns, timeout } = workerData as RecheckTask;
const recheck = createRequire(import.meta.url)(folder) as Recheck;

for (const [index, { pattern, flags }] of patterns.entries()) {
  const { status, complexity, attack } = recheck.checkSync(pattern, flags, { timeout });
  const verdict: Verdict = {
    ...(status === 'unknown' ? {} : { status }),
    ...(complexity?.degree === undefined ? {} : { degree: complexity.degree }),
    ...(attack === undefined ? {} : { attack: attack.pattern }),
  };
  parentPort?.postMessage({ index, verdict });
}
