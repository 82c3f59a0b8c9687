// What each operation of the live services costs: the processor time of a request, beside that of the generated stub that returns the same answer as
// a constant, and the statements that it executes. `node bench/services/operations/run.ts c-controller` measures one document, and
// `node bench/services/operations/run.ts e-scheduling listInvitees getInvitee` some of its operations. `--reads` leaves out the times of requests
// that write, and `--results` leaves out the stub too, and writes the results from which docs/services.md is made.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { loadServices, type ServiceName, serviceNames } from '../../../services/index.ts';
import { documents, serviceOf } from '../../../test/support/documents.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { others } from './other.ts';
import { type OperationResult, presentCommit, writeResults } from './results.ts';
import { measureRounds, REQUESTS, ROUNDS, type Times } from './rounds.ts';
import { type Sample, samplesOf } from './samples.ts';
import { isStudied, type Refused, type Studied, study } from './study.ts';

const services = await loadServices(serviceNames);
const targets = services.flatMap(({ name, documents, credentials }) =>
  (documents ?? [name]).map((document) => ({ service: name as ServiceName, document, credentials })),
);
type Target = (typeof targets)[number];

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = targets.filter(({ document }) => words.includes(document));
/** Names of operations; none: all. */
const wantedOperations = words.filter((word) => !targets.some(({ document }) => document === word));
const isKept = process.argv.includes('--results');
const readsOnly = isKept || process.argv.includes('--reads');
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-operations-'));

interface Measured {
  readonly sample: Sample;
  readonly found: Studied | Refused | undefined;
  /** Absent: the operation was not measured in rounds. */
  readonly times?: Times;
  readonly statements: string;
}

async function samplesFor({ document: id, credentials }: Target): Promise<Sample[]> {
  const document = documents.find((candidate) => candidate.id === id);
  if (document === undefined) throw new Error(`octavo.config.ts has no document ${id}.`);
  return await samplesOf((await serviceOf(document)).service, credentials);
}

/** The operation that all are compared with: it reads one row. */
async function referenceOf(): Promise<Studied> {
  const target = targets.find(({ document }) => document === 'h-email');
  const sample = target && (await samplesFor(target)).find(({ operation }) => operation.id === 'getAccount');
  if (target === undefined || sample === undefined) throw new Error('h-email has no operation getAccount.');
  const found = (await study(target.service, target.document, { memory: true }, [sample])).get('getAccount');
  if (!isStudied(found)) throw new Error('The sample of getAccount is refused.');
  return found;
}

async function measureDocument(target: Target, reference: Studied, postgres: TestPostgres | undefined): Promise<Measured[]> {
  const { service, document } = target;
  const all = await samplesFor(target);
  const chosen = ({ operation }: Sample) => wantedOperations.length === 0 || wantedOperations.includes(operation.id);
  const studied = await study(service, document, { memory: true }, all, chosen);
  const onPostgres =
    postgres === undefined ? undefined : await study(service, document, { postgres: await postgres.newDatabase() }, all, chosen);
  const timed = [...studied.values()].filter(isStudied).filter(({ single, isChange }) => single === undefined && !(readsOnly && isChange));
  const results = join(folder, `${document}.results`);
  writeFileSync(results, serialize(Object.fromEntries(timed.map(({ sample, result }) => [sample.operation.id, result]))));
  const places = {
    live: { service, document, file: join(folder, `${document}.sqlite`) },
    stub: isKept ? undefined : { service, document, file: results },
    reference: { service: 'h-email', document: 'h-email', file: join(folder, `reference-${document}.sqlite`) },
  } as const;
  const times = timed.length === 0 ? undefined : await measureRounds(places, timed, reference, folder);
  return all.filter(chosen).map((sample): Measured => {
    const { id } = sample.operation;
    const [found, own] = [studied.get(id), times?.get(id)];
    const statements = countsOf(found, onPostgres?.get(id));
    return { sample, found, statements, ...(own === undefined ? {} : { times: own }) };
  });
}

/** The number of statements on SQLite, and on PostgreSQL where it differs. */
function countsOf(sqlite: Studied | Refused | undefined, postgres: Studied | Refused | undefined): string {
  if (!isStudied(sqlite)) return '';
  const [count, other] = [sqlite.statements.length, isStudied(postgres) ? postgres.statements.length : undefined];
  return other === undefined || other === count ? `${count}` : `${count} (PostgreSQL: ${other})`;
}

/** Why there are no times. */
function reasonOf(found: Studied | Refused | undefined): string {
  if (!isStudied(found)) return found?.refused ?? 'there is no sample';
  return found.single ?? 'it writes';
}

function printTable({ document }: Target, measured: readonly Measured[]): void {
  console.log(`### The operations of ${document}\n`);
  console.log(
    '| operation | the stub, µs | the live service, µs | × the stub | × `getAccount` | statements |\n|---|---:|---:|---:|---:|---:|',
  );
  for (const { sample, found, times, statements } of measured) {
    const cells =
      times === undefined
        ? [reasonOf(found).replaceAll('|', '\\|'), '', '', '']
        : [shown(times.stub, 0), shown(times.live, 0), shown(times.overStub, 2), shown(times.overReference, 2)];
    console.log(`| \`${sample.operation.id}\` | ${cells.join(' | ')} | ${statements} |`);
  }
  console.log('');
}

function shown(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits);
}

function worstOf(measured: readonly Measured[]): string {
  const [worst] = measured.toSorted((one, other) => (other.times?.overStub ?? 0) - (one.times?.overStub ?? 0));
  return worst?.times === undefined ? '' : `${worst.times.overStub.toFixed(2)}, \`${worst.sample.operation.id}\``;
}

function printSummary(all: ReadonlyMap<string, readonly Measured[]>): void {
  console.log('### The slowest operation of each kind: × the stub\n\n| document | lists | other reads | all others |\n|---|---|---|---|');
  for (const [document, measured] of all) {
    const isList = ({ sample }: Measured) => sample.operation.id.startsWith('list');
    // Look-ups that cost credits are a GET and write.
    const isRead = ({ sample, found }: Measured) => sample.operation.method === 'GET' && isStudied(found) && !found.isChange;
    const reads = measured.filter(isRead);
    const kinds = [reads.filter(isList), reads.filter((one) => !isList(one)), measured.filter((one) => !isRead(one))];
    console.log(`| ${[document, ...kinds.map(worstOf)].join(' | ')} |`);
  }
  console.log('');
}

function resultOf(document: string, { sample, found, times }: Measured): OperationResult {
  if (!isStudied(found)) return { why: reasonOf(found) };
  return {
    queries: found.statements.length,
    writes: found.isChange,
    ...(times === undefined ? {} : { cpu: Math.round(100 * times.overReference) / 100 }),
    ...(times === undefined && !found.isChange ? { why: reasonOf(found) } : {}),
    ...(others[document]?.[sample.operation.id] === undefined ? {} : { isOther: true }),
  };
}

const load = loadavg()[0] ?? Number.NaN;
console.log('## The services: each operation\n');
console.log(
  `Stub and live service are processes of their own, and each reports its processor time, user and system, with the work that follows from a request, such as deliveries. Requests and responses are validated on both. The live service keeps its rows in a file. The requests are the samples of the documents; where an operation does the same thing once only, each request has an identifier of its own. ${REQUESTS} requests a round, 8 at once; medians of ${ROUNDS} rounds, and of their ratios. Statements are those of one request, apart from begin and commit. Load of the machine: ${load.toFixed(1)}.\n`,
);
const commit = isKept ? presentCommit() : '';
const postgres = POSTGRES && !isKept ? await startPostgres() : undefined;
try {
  const reference = await referenceOf();
  const all = new Map<string, readonly Measured[]>();
  for (const target of wanted.length > 0 ? wanted : targets) {
    const measured = await measureDocument(target, reference, postgres);
    all.set(target.document, measured);
    printTable(target, measured);
  }
  if (!isKept) printSummary(all);
  else {
    const rows = ([document, measured]: [string, readonly Measured[]]) =>
      [document, Object.fromEntries(measured.map((one) => [one.sample.operation.id, resultOf(document, one)]))] as const;
    writeResults({
      commit,
      date: new Date().toISOString().slice(0, 10),
      machine: `Node ${process.version}, ${cpus().length} cores`,
      load: Math.round(10 * load) / 10,
      requests: REQUESTS,
      rounds: ROUNDS,
      documents: Object.fromEntries([...all].map(rows)),
    });
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
