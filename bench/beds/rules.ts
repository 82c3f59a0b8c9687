// Prints for a bed which rules are read in its document, where, and whether a run of `octavo conform` tries them: `node bench/beds/rules.ts energy`.
import { type ConformReport, conform } from '../../generator/conform/index.ts';
import { read } from '../../generator/run/pipeline.ts';
import type { Reading } from '../../test/conform/sentences/marked.ts';
import { readingsOf } from '../../test/conform/sentences/readings.ts';
import type { Bed } from './bed.ts';
import { chosen } from './hunt.ts';

/** The checks that try each kind of rule. */
const TRIED_BY: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['order', 'need', 'choice', 'with', 'distinct', 'items', 'time', 'length', 'size', 'form', 'bound'].map((kind) => [
      kind,
      ['stated-rules'],
    ]),
  ),
  ...Object.fromEntries(['state', 'made', 'once', 'becomes', 'effect'].map((kind) => [kind, ['state-rules']])),
  default: ['member-defaults'],
  unique: ['unique-values'],
  most: ['most-things'],
  frozen: ['state-rules', 'read-only'],
  'in use': ['delete-in-use'],
  elsewhere: ['effects-elsewhere'],
  reference: ['unknown-reference'],
  right: ['refuses-fewer-rights'],
  formula: ['stated-numbers'],
  condition: ['stated-conditions'],
  presence: ['stated-conditions'],
  count: ['counts-of-others'],
  filter: ['list-filters'],
  sort: ['list-order', 'list-sorting'],
  status: ['stated-refusals'],
};

async function reportOf(bed: Bed): Promise<ConformReport> {
  const [given, other, limited] = Object.values(bed.credentials);
  const { url, stop } = await bed.start(new Set());
  try {
    const credentials = { ...(given && { given }), ...(other && { other }), ...(limited && { limited }) };
    return await conform({ document: bed.document, target: url, allowWrites: true, credentials, random: 4 });
  } finally {
    await stop();
  }
}

/** Why a rule was not tried, as a phrase; `undefined` where it was. */
function untried({ place, says }: Reading, { operations }: ConformReport): string | undefined {
  const [kind = ''] = says.split(':');
  const checks = TRIED_BY[kind];
  if (checks === undefined) return 'no check tries this kind';
  // What is said of a member of answers is tried by any operation that shows it.
  const own = operations.filter(({ operation }) => operation.id === place.split(' ')[0]);
  const meant = own.length === 0 ? operations : own;
  if (meant.some(({ cells }) => checks.some((check) => cells.has(check)))) return undefined;
  const unreached = meant.find((one) => one.unreached !== undefined && own.length > 0)?.unreached;
  return unreached === undefined ? `${checks.join(' and ')} did not come to it` : `the operation was not reached: ${unreached.reason}`;
}

for (const bed of chosen(process.argv.slice(2)).beds) {
  const { service } = await read({ root: process.cwd(), allowRemote: [], strict: false }, { file: bed.document });
  const readings = service === undefined ? [] : readingsOf(service);
  const report = await reportOf(bed);
  const judged = readings.map((one) => ({ ...one, why: untried(one, report) }));
  console.log(`\n## ${bed.name}: ${readings.length} rules read, ${judged.filter(({ why }) => why === undefined).length} tried\n`);
  console.log('| rule | place | tried | sentence |\n|---|---|---|---|');
  for (const { says, place, quote, why } of judged)
    console.log(
      `| ${says} | ${place} | ${why === undefined ? 'yes' : `no: ${why}`} | ${quote.replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`,
    );
}
