// Prints what a run of the soak showed, and says whether it was good.

import { type Sample, slopeOf } from './memory.ts';
import type { SoakSettings } from './settings.ts';
import type { Outcome, Shown } from './soak.ts';

/** MiB a minute that the first process may gain. */
const MOST_SLOPE = 1;
const MINUTE = 60;
/** Seconds after which memory is compared. */
const SETTLED = 5 * MINUTE;
/** Sentences of one service. */
const MOST_SENTENCES = 10;
/** Sentences that are of no one service, such as those of nginx. */
const MOST_GENERAL = 30;

/** @returns whether nothing went wrong */
export function report(settings: SoakSettings, outcome: Outcome): boolean {
  const { engine, processes, minutes } = settings;
  const { services, kills, hadLimits, logged, seconds } = outcome;
  const place = engine === 'sqlite' ? 'on a SQLite file' : 'on PostgreSQL and Redis';
  const events = processes > 1 ? `, ${kills} kills` : hadLimits ? ', with the limits of the documents for a while' : '';
  console.log(`### ${processes} ${processes === 1 ? 'process' : 'processes'} ${place}, ${minutes} minutes${events}\n`);
  console.log(
    '| service | CPU µs a request | a second, alone | requests | a second | p50 ms | p99 ms | 5xx | cut by a kill | over a limit |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const [service, { processorTime, alone, tally }] of services) {
    const { requests, times, failed, cut, limited } = tally;
    const figures = [processorTime.toFixed(0), alone.toFixed(0), requests, (requests / seconds).toFixed(1)];
    console.log(`| ${[service, ...figures, quantile(times, 0.5), quantile(times, 0.99), failed, cut, limited].join(' | ')} |`);
  }
  printMemory(outcome);
  printLedger(services);
  console.log(`Logs of ${(logged / 2 ** 20).toFixed(1)} MiB were searched for the credentials of the seeds.\n`);
  for (const line of faultLines(outcome)) console.error(line);
  return (
    outcome.faults.length === 0 && [...services.values()].every(({ failures, differences }) => failures.length + differences.length === 0)
  );
}

/**
 * What went wrong: the first sentences of each service, differences of its ledger before requests that failed, and then what is of no one service.
 */
export function faultLines({ services, faults }: Pick<Outcome, 'services' | 'faults'>): string[] {
  const ofServices = [...services].flatMap(([service, { differences, failures }]) =>
    firstOf(
      [...differences, ...failures].map((text) => `${service}: ${text}`),
      MOST_SENTENCES,
      `And ${service} has`,
    ),
  );
  return [...ofServices, ...firstOf(faults, MOST_GENERAL, 'And there are')];
}

function firstOf(lines: readonly string[], most: number, rest: string): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most), `${rest} ${lines.length - most} more.`];
}

function printMemory({ memory, seconds }: Outcome): void {
  const isLong = seconds >= 2 * SETTLED;
  const settled = isLong ? SETTLED : seconds / 3;
  console.log(`\n| process | MiB at the start | at minute ${(settled / MINUTE).toFixed(1)} | at the end | MiB a minute after that |`);
  console.log('|---|---:|---:|---:|---:|');
  for (const [index, samples] of memory.entries()) {
    const after = samples.filter((sample) => sample.seconds >= settled);
    const figures = [samples[0], after[0], samples.at(-1)].map((sample) => sample?.mebibytes.toFixed(0) ?? '');
    // What is killed begins anew.
    const slope = index === 0 ? slopeOf(after).toFixed(2) : '';
    console.log(`| ${[index + 1, ...figures, slope].join(' | ')} |`);
  }
  console.log('');
  if (isLong) console.log(slopeSentence(memory[0] ?? [], settled));
}

function slopeSentence(samples: readonly Sample[], settled: number): string {
  const slope = slopeOf(samples.filter(({ seconds }) => seconds >= settled));
  const isGood = slope <= MOST_SLOPE;
  return `The first process gained ${slope.toFixed(2)} MiB a minute, ${isGood ? 'within' : 'beyond'} the wanted ${MOST_SLOPE}.\n`;
}

function printLedger(services: Outcome['services']): void {
  console.log('| service | acknowledged | differences |\n|---|---|---:|');
  for (const [service, { acknowledged, differences }] of services) {
    const counts = Object.entries(acknowledged).map(([name, count]) => `${count} ${name}`);
    console.log(`| ${service} | ${counts.join(', ')} | ${differences.length} |`);
  }
  console.log('');
}

function quantile(times: Shown['tally']['times'], part: number): string {
  const sorted = times.toSorted((one, other) => one - other);
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1);
}
