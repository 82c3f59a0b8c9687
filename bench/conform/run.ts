// Runs `octavo conform` on a faultless service and on mutants of it with one fault each: which of them are found, and in what time.
// `npm run bench:conform -- 405 pages` takes only mutants with one of these words in their names.
import { quick, rounds } from '../effort.ts';
import type { Mutant } from './faults.ts';
import { foundBy, hunt } from './hunt.ts';
import { mutants } from './mutants/index.ts';
import { proxySpeed } from './proxy.ts';
import { loadService } from './service.ts';
import { speed } from './speed.ts';

const SEEDS = [1, 2, 3].slice(0, rounds(3));
const words = process.argv.slice(2).filter((one) => !one.startsWith('--'));

interface Trial {
  readonly checks: readonly string[];
  readonly seconds: number;
  /** Why there is no report: what the run has thrown. */
  readonly ended?: string;
}

const make = await loadService();

async function trial(mutant: Mutant | undefined, seed: number): Promise<Trial> {
  const box = await make();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  try {
    const report = await hunt(mutant?.mutate(box) ?? box, seed);
    return { checks: foundBy(report), seconds: seconds() };
  } catch (error) {
    return { checks: [], seconds: seconds(), ended: String(error) };
  }
}

function isChosen({ name }: Mutant): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

console.log('### Conformance: the faultless service\n\n| seed | findings | seconds |\n|---|---|---:|');
for (const seed of SEEDS) {
  const { checks, seconds, ended } = await trial(undefined, seed);
  console.log(`| ${seed} | ${ended ?? (checks.join(', ') || 'none')} | ${seconds.toFixed(1)} |`);
}

const title = SEEDS.map((seed) => `seed ${seed}`).join(', ');
console.log(`\n### Conformance: mutants\n\n| fault | found by, with ${title} | seconds, at most |\n|---|---|---:|`);
const classes: (readonly [name: string, count: number, found: readonly number[]])[] = [];
const missed: string[] = [];
let slowest = 0;
for (const [name, all] of Object.entries(mutants)) {
  const chosen = all.filter(isChosen).slice(0, quick ? 1 : undefined);
  const found = SEEDS.map(() => 0);
  for (const mutant of chosen) {
    const trials: Trial[] = [];
    for (const [index, seed] of SEEDS.entries()) {
      const one = await trial(mutant, seed);
      trials.push(one);
      if (one.checks.some((check) => mutant.checks.includes(check))) found[index] = (found[index] ?? 0) + 1;
      else missed.push(`${mutant.name} (seed ${seed})`);
    }
    const cells = trials.map(({ checks, ended }) => ended ?? (checks.join(', ') || '—'));
    const by = new Set(cells).size === 1 ? cells[0] : cells.join(' / ');
    const seconds = Math.max(...trials.map((one) => one.seconds));
    slowest = Math.max(slowest, seconds);
    console.log(`| ${name}: ${mutant.name} | ${by} | ${seconds.toFixed(1)} |`);
  }
  classes.push([name, chosen.length, found]);
}

console.log(`\n### Conformance: mutants found by the check that is meant to\n\n| class | mutants | ${title} |\n|---|---:|---|`);
for (const [name, count, found] of classes) console.log(`| ${name} | ${count} | ${found.join(', ')} |`);
const sums = SEEDS.map((_, index) => classes.reduce((sum, [, , found]) => sum + (found[index] ?? 0), 0));
console.log(`| all | ${classes.reduce((sum, [, count]) => sum + count, 0)} | ${sums.join(', ')} |`);
console.log(`\nThe slowest run took ${slowest.toFixed(1)} s.${missed.length > 0 ? ` Missed: ${missed.join('; ')}.` : ''}`);

if (words.length === 0) console.log(`\n${await speed(make)}\n\n${await proxySpeed()}`);
