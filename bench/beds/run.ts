// Runs `octavo conform` on each bed without a fault and with one fault at a time, and prints how many faults of each class show in a new finding.
// `node bench/beds/run.ts warehouse 3` takes every third fault of one bed.
import { type ConformReport, conform } from '../../generator/conform/index.ts';
import type { Bed } from './bed.ts';
import { chosen, hunt } from './hunt.ts';

/** Milliseconds of a run. */
const MOST = 60_000;

/** Values that must be unique differ in each run, so one run does not show all false alarms. */
const FAULTLESS_RUNS = 8;

function reportOf(bed: Bed, target: string): Promise<ConformReport> {
  const [given, other, limited] = Object.values(bed.credentials);
  return conform({
    document: bed.document,
    target,
    allowWrites: true,
    credentials: {
      ...(given === undefined ? {} : { given }),
      ...(other === undefined ? {} : { other }),
      ...(limited === undefined ? {} : { limited }),
    },
    random: 4,
    maxTime: MOST,
  });
}

const wordsOf = ({ check, operation, message, expected }: ConformReport['findings'][number]): string =>
  JSON.stringify([check, operation.id, message.replace(/\d+/g, '#'), expected]);

const { beds, step } = chosen(process.argv.slice(2));
for (const bed of beds) {
  let first: ConformReport | undefined;
  const { falseAlarms, text } = await hunt({
    bed,
    step,
    faultless: FAULTLESS_RUNS,
    test: async (url) => {
      const report = await reportOf(bed, url);
      first ??= report;
      return report.findings.map((finding) => [finding.id, wordsOf(finding)]);
    },
  });
  const { succeeded = 0, of = 0 } = first?.reached ?? {};
  console.log(
    `### Bed ${bed.name}: ${falseAlarms} findings without a fault in ${FAULTLESS_RUNS} runs, ${first?.exchanges} requests, ${succeeded} of ${of} operations succeeded\n\n${text}\n`,
  );
}
