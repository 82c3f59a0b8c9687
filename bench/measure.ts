// Times whole commands against each other: interleaved runs, medians, and the ratio of each to the first.
import { spawnSync } from 'node:child_process';
import { quick, rounds, warmUp } from './effort.ts';

export interface Command {
  readonly name: string;
  readonly run: readonly string[];
  readonly cwd: string;
  /** Before each run, outside the timing: empties caches and output folders. */
  readonly reset?: () => void;
  /** After the first run: throws when the command did not do its work. */
  readonly check?: () => void;
}

export interface Timing {
  readonly name: string;
  /** Milliseconds of wall time, whole process. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Median of the pairwise ratios to the reference command of the same round. */
  readonly ratio: number;
  readonly failed?: string;
}

/**
 * Runs the commands in turn, A B C A B C …, after one warm-up each; the first is the reference.
 * @throws {Error} in a quick run, when a command fails; otherwise its row of the table says so.
 */
export function interleave(commands: readonly Command[], count: number): Timing[] {
  const times = commands.map((): number[] => []);
  const failures = new Map<number, string>();
  const first = -warmUp(1);
  for (let round = first; round < rounds(count); round++) {
    for (const [index, command] of commands.entries()) {
      if (failures.has(index)) continue;
      command.reset?.();
      const [file = '', ...args] = command.run;
      const start = performance.now();
      const result = spawnSync(file, args, { cwd: command.cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, timeout: 300_000 });
      const wall = performance.now() - start;
      if (result.status !== 0) {
        const said = result.stderr || result.stdout || String(result.error);
        if (quick) throw new Error(`${command.name} failed:\n${said}`);
        failures.set(index, said.trim().split('\n').slice(-3).join(' '));
        continue;
      }
      if (round === first) command.check?.();
      if (round >= 0) times[index]?.push(wall);
    }
  }
  return commands.map((command, index) => {
    const own = times[index] ?? [];
    const ratios = own.map((time, round) => time / (times[0]?.[round] ?? Number.NaN));
    const failed = failures.get(index);
    return {
      name: command.name,
      median: median(own),
      min: Math.min(...own),
      max: Math.max(...own),
      ratio: median(ratios),
      ...(failed === undefined ? {} : { failed }),
    };
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** A Markdown table of timings, the reference first. */
export function table(title: string, timings: readonly Timing[]): string {
  const reference = timings[0]?.name ?? '';
  const rows = timings.map((timing) =>
    timing.failed === undefined
      ? `| ${timing.name} | ${timing.median.toFixed(0)} | ${timing.min.toFixed(0)}–${timing.max.toFixed(0)} | ${timing.ratio.toFixed(2)} |`
      : `| ${timing.name} | failed: ${timing.failed.slice(0, 120).replaceAll('|', '\\|')} | | |`,
  );
  return [`### ${title}`, '', `| command | median ms | min–max | × ${reference} |`, '|---|---:|---:|---:|', ...rows, ''].join('\n');
}
