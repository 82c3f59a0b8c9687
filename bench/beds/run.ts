// Runs `octavo conform` on each bed without a fault and with one fault at a time, and prints how many faults of each class show in a new finding.
// `node bench/beds/run.ts 3` takes every third fault.
import { type ConformReport, conform } from '../../generator/conform/index.ts';
import { type Bed, beds } from './index.ts';

const step = Number(process.argv[2] ?? 1);
if (!Number.isInteger(step) || step < 1) throw new Error('Write a whole number from 1 on, such as `node bench/beds/run.ts 3`.');

/** Milliseconds of a run. */
const MOST = 60_000;

/** How often a bed is tried without a fault. */
const RUNS = 8;

async function reportOn(bed: Bed, faults: readonly string[]): Promise<ConformReport> {
  const { url, stop } = await bed.start(new Set(faults));
  const [given, other] = Object.values(bed.credentials);
  try {
    return await conform({
      document: bed.document,
      target: url,
      allowWrites: true,
      credentials: { ...(given === undefined ? {} : { given }), ...(other === undefined ? {} : { other }) },
      random: 4,
      maxTime: MOST,
    });
  } finally {
    await stop();
  }
}

const keyOf = ({ check, operation, message, expected }: ConformReport['findings'][number]): string =>
  JSON.stringify([check, operation.id, message.replace(/\d+/g, '#'), expected]);

for (const bed of beds) {
  // What shows without a fault in one of several runs is a false alarm, and says nothing of the fault: values that must be unique differ in each run.
  const faultless: ConformReport[] = [];
  for (let run = 0; run < RUNS; run++) faultless.push(await reportOn(bed, []));
  const alarms = faultless.flatMap(({ findings }) => findings);
  const known = new Set(alarms.map(({ id }) => id));
  const messages = new Set(alarms.map(keyOf));
  const counts = new Map<string, { found: number; all: number }>();
  const missed: string[] = [];
  for (const fault of bed.faults.filter((_, index) => index % step === 0)) {
    const { findings } = await reportOn(bed, [fault.id]);
    const isFound = findings.some((one) => !known.has(one.id) && !messages.has(keyOf(one)));
    const count = counts.get(fault.class) ?? { found: 0, all: 0 };
    counts.set(fault.class, { found: count.found + (isFound ? 1 : 0), all: count.all + 1 });
    if (!isFound) missed.push(fault.id);
  }
  const [first] = faultless;
  const { succeeded = 0, of = 0 } = first?.reached ?? {};
  console.log(
    [
      `### Bed ${bed.name}: ${first?.findings.length} findings without a fault (${known.size} in ${RUNS} runs), ${first?.exchanges} requests, ${succeeded} of ${of} operations succeeded`,
      '',
      '| class | found | of |',
      '|---|---:|---:|',
      ...[...counts].map(([name, { found, all }]) => `| ${name} | ${found} | ${all} |`),
      '',
      `Missed: ${missed.join(', ') || 'none'}.`,
    ].join('\n'),
  );
}
