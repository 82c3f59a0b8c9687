// Runs a few validators in turn on the same values and prints the medians as JSON. It has a process of its own, in which no other schema has
// influenced the optimising compiler.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Issue } from '../../runtime/contract/issue.ts';
import { quick, rounds, warmUp } from '../effort.ts';
import { median } from '../measure.ts';
import { peers } from './peers.ts';

export interface Job {
  /** Folder that `prepare` wrote. */
  readonly folder: string;
  readonly schema: string;
  /** Contenders, the reference first. */
  readonly contenders: readonly string[];
  readonly values: readonly unknown[];
  readonly expected: boolean;
}

export interface Outcome {
  readonly name: string;
  /** Nanoseconds per value. */
  readonly time: number;
  /** Times the reference's, in the median of the rounds. */
  readonly ratio: number;
}

const ROUNDS = rounds(21);
const WARM_UP = warmUp(9);
const ROUND_MILLISECONDS = quick ? 0.1 : 5;

type Run = (count: number) => number;

async function main(): Promise<void> {
  const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
  // Each is parsed anew, like a value off the wire; the number is a power of two, so that a bit mask can wrap the index.
  const values: unknown[] = [];
  for (let index = 0; index < 16; index++) values.push(JSON.parse(JSON.stringify(job.values[index % job.values.length])));
  const runs = await Promise.all(job.contenders.map((name) => contender(name, job, values)));
  const counts = runs.map((run, index) => {
    const passed = run(16);
    if (passed !== (job.expected ? 16 : 0)) throw new Error(`${job.contenders[index]} finds ${passed} of 16 valid`);
    return calibrate(run);
  });
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const [index, run] of runs.entries()) {
      const count = counts[index] ?? 16;
      const start = process.hrtime.bigint();
      run(count);
      const time = Number(process.hrtime.bigint() - start) / count;
      if (round >= WARM_UP) times[index]?.push(time);
    }
  }
  const outcomes = job.contenders.map((name, index): Outcome => {
    const own = times[index] ?? [];
    return { name, time: median(own), ratio: median(own.map((time, round) => time / (times[0]?.[round] ?? Number.NaN))) };
  });
  process.stdout.write(JSON.stringify(outcomes));
}

/** How many values make a round long enough to be timed. */
function calibrate(run: Run): number {
  let count = 64;
  for (;;) {
    const start = performance.now();
    run(count);
    const time = performance.now() - start;
    if (time > ROUND_MILLISECONDS / 2) return Math.ceil((count * ROUND_MILLISECONDS) / time);
    count *= 2;
  }
}

async function contender(name: string, job: Job, values: readonly unknown[]): Promise<Run> {
  switch (name) {
    case 'octavo': {
      const module = await import(path.join(job.folder, 'validators.ts'));
      const validate = module[`validate${job.schema}`] as (value: unknown, issues: Issue[]) => boolean;
      return (count) => {
        let passed = 0;
        // A validator that finds a value valid has pushed nothing, so the list serves the next one too.
        let issues: Issue[] = [];
        for (let index = 0; index < count; index++) {
          if (validate(values[index & 15], issues)) passed++;
          else issues = [];
        }
        return passed;
      };
    }
    case 'ajv-first':
    case 'ajv-all':
      return counting(createRequire(import.meta.url)(path.join(job.folder, `${name}.cjs`))[job.schema], values);
    default: {
      const validate = peers.get(name);
      if (validate === undefined) throw new Error(`no contender ${name}`);
      return counting(validate, values);
    }
  }
}

function counting(validate: (value: unknown) => boolean, values: readonly unknown[]): Run {
  return (count) => {
    let passed = 0;
    for (let index = 0; index < count; index++) if (validate(values[index & 15])) passed++;
    return passed;
  };
}

await main();
