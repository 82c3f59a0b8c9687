// Looks at the resident memory of processes while they are under load.

import { readFileSync } from 'node:fs';
import { usageOf } from '../../processes.ts';

/** The memory of a process at a moment. */
export interface Sample {
  readonly seconds: number;
  readonly mebibytes: number;
}

/** MiB; `NaN` where the process has gone. */
export function memoryOf(pid: number): number {
  try {
    const [, kibibytes = ''] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  } catch {
    // Systems other than Linux have no such file.
    return process.platform === 'linux' ? Number.NaN : usageOf([pid]).megabytes;
  }
}

/** MiB a minute, by least squares. */
export function slopeOf(samples: readonly Sample[]): number {
  const count = samples.length;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [atMean, ofMean] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(({ mebibytes }) => mebibytes))];
  const [above, below] = samples.reduce(
    ([one, other], { seconds, mebibytes }) => [one + (seconds - atMean) * (mebibytes - ofMean), other + (seconds - atMean) ** 2],
    [0, 0],
  );
  return below === 0 ? 0 : (60 * above) / below;
}
