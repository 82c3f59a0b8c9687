// Runs `octavo conform` on a faultless service and on mutants of it with one fault each: which of them are found, and in what time.
// `npm run bench:conform -- 405 pages` takes only mutants with one of these words in their names.
import { quick, rounds } from '../effort.ts';
import type { Mutant } from './faults.ts';
import { foundBy, hunt } from './hunt.ts';
import { mutants } from './mutants/index.ts';
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
const found = SEEDS.map(() => 0);
const unexpected: string[] = [];
let count = 0;
for (const [group, all] of Object.entries(mutants)) {
  const chosen = all.filter(isChosen);
  for (const mutant of quick ? chosen.slice(0, 1) : chosen) {
    count++;
    const trials: Trial[] = [];
    for (const [index, seed] of SEEDS.entries()) {
      const one = await trial(mutant, seed);
      trials.push(one);
      if (one.checks.length > 0) found[index] = (found[index] ?? 0) + 1;
    }
    const cells = trials.map(({ checks, ended }) => ended ?? (checks.join(', ') || '—'));
    const by = new Set(cells).size === 1 ? cells[0] : cells.join(' / ');
    if (!trials.every(({ checks }) => checks.some((check) => mutant.checks.includes(check)))) unexpected.push(mutant.name);
    console.log(`| ${group}: ${mutant.name} | ${by} | ${Math.max(...trials.map(({ seconds }) => seconds)).toFixed(1)} |`);
  }
}
console.log(`\n${SEEDS.map((seed, index) => `Seed ${seed}: ${found[index]} of ${count} found.`).join(' ')}`);
if (unexpected.length > 0) console.log(`Not found by the check that is meant to, with each seed: ${unexpected.join('; ')}.`);

if (words.length === 0) console.log(`\n${await speed(make)}`);
