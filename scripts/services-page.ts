// Writes docs/services.md: a row for each operation of the documents, of what the tests and the committed measurements say of it. Part of
// `npm run generate`.

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type OperationResult, type Results, readResults } from '../bench/services/operations/results.ts';
import { loadServices, type ServiceName, serviceNames } from '../services/index.ts';
import { CONFORMED, type Conformed } from '../test/services/covered/conformed.ts';
import { sampleOutcome } from '../test/services/covered/samples.ts';
import { statementsShownLive } from '../test/services/covered/statements.ts';
import { operations, type Place, readDocument, readStatements } from '../test/specs/document.ts';

const root = resolve(import.meta.dirname, '..');
const PAGE = join(root, 'docs/services.md');

/** A row of the table of a document. */
interface Row {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  /** The file of its handler, from the root. Absent: the service does not answer it. */
  readonly handler: string | undefined;
  readonly sample: ReturnType<typeof sampleOutcome>;
  /** Why `octavo conform` does not call it. */
  readonly leftOut: string | undefined;
  /** Why a finding of `octavo conform` is waived. */
  readonly waived: string | undefined;
  readonly result: OperationResult;
  readonly statements: readonly string[];
}

interface DocumentRows {
  readonly document: string;
  readonly rows: readonly Row[];
  /** The statements that the document answers as a whole. */
  readonly statements: readonly string[];
}

interface ServiceRows {
  readonly service: ServiceName;
  readonly documents: readonly DocumentRows[];
}

/** Lines of the TypeScript files of a service, by its name. */
interface Lines {
  readonly all: number;
  /** Without seeds, pages for people and actions of control. */
  readonly core: number;
}

async function readRows(): Promise<ServiceRows[]> {
  const results = readResults();
  const services = await loadServices(serviceNames);
  return services.map(({ name, documents = [name] }) => ({
    service: name as ServiceName,
    documents: documents.map((document) => documentRows(name, document, results)),
  }));
}

function documentRows(service: string, id: string, results: Results): DocumentRows {
  const document = readDocument(id);
  const conformed = CONFORMED.find((one) => one.document === id);
  if (conformed === undefined) throw new Error(`test/services/covered/conformed.ts has no document ${id}.`);
  const handlers = handlersOf(service, id);
  return {
    document: id,
    statements: document['x-statements'] ?? [],
    rows: operations(document).map((place) => rowOf(id, place, { handlers, conformed, results })),
  };
}

interface Sources {
  readonly handlers: readonly { readonly file: string; readonly text: string }[];
  readonly conformed: Conformed;
  readonly results: Results;
}

function rowOf(document: string, { method, path, operation }: Place, { handlers, conformed, results }: Sources): Row {
  const { operationId: id } = operation;
  const own = new RegExp(`^ +(?:async )?\\*?${id}(?:\\(|:|,$)`, 'm');
  return {
    method,
    path,
    id,
    handler: handlers.find(({ text }) => own.test(text))?.file,
    sample: sampleOutcome(document, id),
    leftOut: conformed.leftOut?.[id],
    waived: conformed.settings.waivers?.find((waiver) => waiver.operation === id)?.reason,
    result: results.documents[document]?.[id] ?? { why: 'not measured yet' },
    statements: operation['x-statements'],
  };
}

/** The handlers that the server of a document imports. */
function handlersOf(service: string, document: string): { file: string; text: string }[] {
  const folder = join(root, 'services', service);
  const servers = globSync('server*.ts', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  const server = servers.find((text) => text.includes(`'@octavo/interfaces/${document}'`));
  if (server === undefined) throw new Error(`services/${service} has no server of ${document}.`);
  return [...server.matchAll(/\{ \w+Handlers \} from '\.\/([^']+)'/g)].map(([, name = '']) => {
    const file = join(folder, name);
    return { file: relative(root, file), text: readFileSync(file, 'utf8') };
  });
}

const OUTSIDE_CORE = /(?:^|\/)(?:seeds?|actions)(?:\/|\.ts$)|(?:^|\/)pages\/|(?:^|\/)people-pages\.ts$/;

function linesOf(service: string): Lines {
  const folder = join(root, 'services', service);
  const files = globSync('**/*.ts', { cwd: folder }).map((name) => ({
    name: name.replaceAll('\\', '/'),
    lines: readFileSync(join(folder, name), 'utf8').split('\n').length - 1,
  }));
  const sum = (some: typeof files) => some.reduce((before, { lines }) => before + lines, 0);
  return { all: sum(files), core: sum(files.filter(({ name }) => !OUTSIDE_CORE.test(name))) };
}

const HEAD = '| operation | answered by | sample | `conform` | CPU | queries | statements |\n|---|---|---|---|---:|---:|---|\n';

function documentTable({ rows }: DocumentRows): string {
  return `${HEAD}${rows.map((row) => `| ${cellsOf(row).join(' | ')} |\n`).join('')}`;
}

function cellsOf({ method, path, id, handler, sample, leftOut, waived, result, statements }: Row): readonly string[] {
  const mark = result.isOther === true ? ' *' : '';
  return [
    `\`${method} ${path}\` \`${id}\``,
    handler === undefined ? 'not answered' : `[${handler.split('/').slice(2).join('/')}](../${handler})`,
    typeof sample === 'number' ? `refused: ${sample}` : { shown: 'as shown', another: 'works' }[sample],
    leftOut === undefined ? `clean${waived === undefined ? '' : `, one waiver: ${waived}`}` : `left out: ${leftOut}`,
    `${cpuOf(result)}${result.cpu === undefined ? '' : mark}`,
    result.queries === undefined ? '' : `${result.queries}${mark}`,
    statements.join(', '),
  ].map((cell) => cell.replaceAll('|', '\\|'));
}

function cpuOf({ cpu, why, writes }: OperationResult): string {
  if (cpu !== undefined) return cpu.toFixed(2);
  return writes === true ? 'writes' : (why ?? '');
}

const SUMMARY =
  '| service | operations | live | samples that work (as shown) | `conform` | CPU of reads | queries | statements: live, documents, all | lines an operation: all | core |\n' +
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n';

function summaryTable(services: readonly ServiceRows[]): string {
  const rows = services.map(({ service, documents }) => {
    const own = documents.flatMap((one) => one.rows);
    return summaryRow(`[${service}](#${service})`, own, statementCounts(service), linesOf(service));
  });
  const every = services.flatMap(({ documents }) => documents.flatMap((one) => one.rows));
  const counts = services.map(({ service }) => statementCounts(service));
  const lines = services.map(({ service }) => linesOf(service));
  const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0);
  const all = summaryRow(
    'all',
    every,
    [0, 1, 2].map((index) => sum(counts.map((one) => one[index] ?? 0))),
    { all: sum(lines.map((one) => one.all)), core: sum(lines.map((one) => one.core)) },
  );
  return `${SUMMARY}${[...rows, all].join('')}`;
}

function summaryRow(name: string, rows: readonly Row[], statements: readonly number[], lines: Lines): string {
  const works = rows.filter(({ sample }) => typeof sample !== 'number');
  const cells = [
    name,
    rows.length,
    rows.filter(({ handler }) => handler !== undefined).length,
    `${works.length} (${works.filter(({ sample }) => sample === 'shown').length})`,
    rows.filter(({ leftOut }) => leftOut === undefined).length,
    spread(
      rows.flatMap(({ result }) => result.cpu ?? []),
      2,
    ),
    spread(
      rows.flatMap(({ result }) => result.queries ?? []),
      0,
    ),
    statements.join(', '),
    Math.round(lines.all / rows.length),
    Math.round(lines.core / rows.length),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** Median and most. */
function spread(numbers: readonly number[], digits: number): string {
  const sorted = numbers.toSorted((one, other) => one - other);
  const [middle, most] = [sorted[(sorted.length - 1) >> 1], sorted.at(-1)];
  return middle === undefined || most === undefined ? '' : `${middle.toFixed(digits)}, ${most.toFixed(digits)}`;
}

/** Those that tests of the service show, those that its documents show, and all. */
function statementCounts(service: string): number[] {
  const own = readStatements().filter(({ id }) => id.startsWith(service.charAt(0).toUpperCase()));
  return [statementsShownLive(service).length, own.filter(({ shows }) => shows !== 'behaviour').length, own.length];
}

function section({ service, documents }: ServiceRows): string {
  const tables = documents.map((one) => {
    const title = documents.length === 1 ? '' : `### The document ${one.document}\n\n`;
    const whole = one.statements.length === 0 ? '' : `The document as a whole keeps ${one.statements.join(', ')}.\n\n`;
    return `${title}${whole}${documentTable(one)}`;
  });
  return `## ${service}\n\n${tables.join('\n')}`;
}

function measured({ commit, date, machine, load, requests, rounds, documents }: Results): string {
  const itself = documents['h-email']?.getAccount?.cpu ?? Number.NaN;
  return [
    `CPU and queries were measured on ${date} at the commit \`${commit}\`, with ${machine} and a load of ${load} at the start: ${requests} requests a round,`,
    `medians of ${rounds} rounds. \`getAccount\` itself came to ${itself.toFixed(2)}, beside a process that answers nothing else, so small differences say little.\n`,
  ].join('\n');
}

/** The page as it should be. The text before the first heading is written by hand. */
export async function servicesPage(): Promise<string> {
  const introduction = readFileSync(PAGE, 'utf8').split(/^## /m)[0] ?? '';
  const services = await readRows();
  const summary = `## Summary\n\n${summaryTable(services)}\n${measured(readResults())}`;
  return `${introduction}${[summary, ...services.map(section)].join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, await servicesPage());
