// Sends a tester to a bed without a fault and with one fault at a time, and says how many faults of each class show in something that it reports.
import type { Bed } from './bed.ts';
import { beds } from './index.ts';

/** What a tester reports of one mistake: by each of these names it is known again. */
export type Reported = readonly string[];

interface Hunt {
  readonly bed: Bed;
  /** Every how many-th fault is tried. */
  readonly step: number;
  /** How often the bed is tried without a fault: what shows in one of these runs is a false alarm, and says nothing of a fault. */
  readonly faultless: number;
  /** Runs the tester at this address. */
  readonly test: (url: string) => Promise<readonly Reported[]>;
}

export interface Hunted {
  readonly found: number;
  readonly of: number;
  /** How many different mistakes were reported without a fault. */
  readonly falseAlarms: number;
  /** A table of classes, and a line of the faults that were missed, in Markdown. */
  readonly text: string;
}

export async function hunt({ bed, step, faultless, test }: Hunt): Promise<Hunted> {
  const at = async (faults: readonly string[]): Promise<readonly Reported[]> => {
    const { url, stop } = await bed.start(new Set(faults));
    try {
      return await test(url);
    } finally {
      await stop();
    }
  };
  const alarms: Reported[] = [];
  for (let run = 0; run < faultless; run++) alarms.push(...(await at([])));
  const known = new Set(alarms.flat());
  const counts = new Map<string, { found: number; all: number }>();
  const missed: string[] = [];
  for (const fault of bed.faults.filter((_, index) => index % step === 0)) {
    const reported = await at([fault.id]);
    const isFound = reported.some((names) => !names.some((name) => known.has(name)));
    const count = counts.get(fault.class) ?? { found: 0, all: 0 };
    counts.set(fault.class, { found: count.found + Number(isFound), all: count.all + 1 });
    if (!isFound) missed.push(fault.id);
  }
  const rows = [...counts];
  const [found, of] = [rows.reduce((sum, [, count]) => sum + count.found, 0), rows.reduce((sum, [, count]) => sum + count.all, 0)];
  const text = [
    '| class | found | of |',
    '|---|---:|---:|',
    ...rows.map(([name, count]) => `| ${name} | ${count.found} | ${count.all} |`),
    `| all | ${found} | ${of} |`,
    '',
    `Missed: ${missed.join(', ') || 'none'}.`,
  ].join('\n');
  return { found, of, falseAlarms: new Set(alarms.map(([name]) => name)).size, text };
}

/** The beds and the step that the command line asks for: `node bench/beds/run.ts warehouse 3`. */
export function chosen(args: readonly string[]): { readonly beds: readonly Bed[]; readonly step: number } {
  const names = args.filter((arg) => !/^\d+$/.test(arg));
  const step = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1);
  const unknown = names.find((name) => beds.every((bed) => bed.name !== name));
  if (unknown !== undefined) throw new Error(`There is no bed ${unknown}. The beds: ${beds.map(({ name }) => name).join(', ')}.`);
  if (step < 1 || args.length > names.length + 1)
    throw new Error('Write names of beds and one whole number from 1 on, such as `node bench/beds/run.ts warehouse 3`.');
  return { beds: beds.filter(({ name }) => names.length === 0 || names.includes(name)), step };
}
