// Generates published documents in Swagger 2.0 in memory, as they are and after @scalar/openapi-upgrader has converted them, and writes the tables of
// docs/swagger-2.md. `--print` prints them instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Problem, Problems } from '../../generator/base/problem.ts';
import { type Losses, lossesOf, totals } from '../../generator/commands/losses.ts';
import { emitInStages } from '../../generator/emit/index.ts';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Operation, Service } from '../../generator/model/service.ts';
import { packageFolder, parse, root } from './documents.ts';
import { type SwaggerDocument, swaggerDocuments } from './swagger-documents.ts';

// It is installed beside this file only.
const { upgradeFromTwoToThree } = (await import(
  pathToFileURL(join(packageFolder('@scalar/openapi-upgrader'), 'dist/2.0-to-3.0/index.js')).href
)) as { upgradeFromTwoToThree(document: object): unknown };

const OPTIONS = { importExtension: '.ts', formats: 'assert', schema: false, examples: true, runtime: '@octavo/runtime' } as const;

interface Read {
  readonly service: Service | undefined;
  readonly losses: Losses;
  /** The first error. */
  readonly error: Problem | undefined;
  readonly milliseconds: number;
}

async function readText(text: string, file: string, partial: boolean): Promise<Read> {
  const start = performance.now();
  const problems = new Problems();
  const description = await load(join(tmpdir(), file), { root: tmpdir(), text, partial }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (service !== undefined) emitInStages(service, OPTIONS).examples();
  const error = problems.list.find(({ severity }) => severity === 'error');
  return { service, losses: lossesOf(problems.list), error, milliseconds: Math.round(performance.now() - start) };
}

/** What callers meet of an operation: how each value is sent, and what comes back. */
function contractOf({ parameters, body, responses, security, servers }: Operation): Readonly<Record<string, string>> {
  const types = (contents: readonly { readonly contentType: string; readonly kind: string }[]): string =>
    contents.map(({ contentType, kind }) => `${contentType} ${kind}`).join();
  return {
    parameters: parameters.map(({ name, in: where, required, codec }) => `${where} ${name} ${required} ${codec}`).join(),
    body: body === undefined ? '' : `${body.required} ${types(body.contents)}`,
    responses: responses.map(({ status, contents }) => `${status} ${types(contents)}`).join(';'),
    security: JSON.stringify(
      security.map((each) => JSON.stringify(each, (key, value: unknown) => (key === 'location' ? undefined : value))),
    ),
    servers: JSON.stringify(servers ?? []),
  };
}

/** How many operations differ, by the part that does. */
function differences(ours: Service, theirs: Service | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const others = new Map(theirs?.operations.map((operation) => [`${operation.method} ${operation.path}`, contractOf(operation)]));
  for (const operation of ours.operations) {
    const other = others.get(`${operation.method} ${operation.path}`);
    const own = contractOf(operation);
    const parts = other === undefined ? ['missing'] : Object.keys(own).filter((part) => own[part] !== other[part]);
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
}

interface Row {
  readonly document: SwaggerDocument;
  readonly ours: Read;
  readonly refusal: Problem | undefined;
  readonly theirs: Read;
  readonly differing: ReadonlyMap<string, number>;
}

async function rowOf(document: SwaggerDocument): Promise<Row> {
  const name = document.file.replace(/\.gz$/, '').replaceAll('/', '-');
  const strict = await readText(document.text, name, false);
  const ours = strict.service === undefined ? await readText(document.text, name, true) : strict;
  const upgraded = upgradeFromTwoToThree(parse(document.text, name));
  const theirs = await readText(JSON.stringify(upgraded), name.replace(/\.ya?ml$/, '.json'), true);
  const differing = ours.service === undefined ? new Map<string, number>() : differences(ours.service, theirs.service);
  return { document, ours, refusal: strict.error, theirs, differing };
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function lostBy({ losses }: Read): string {
  const all = [...losses.leftOut, ...losses.dropped];
  return all.length === 0 ? '–' : totals(all);
}

function differs({ differing }: Row): string {
  return differing.size === 0 ? '–' : [...differing].map(([part, count]) => `${part} ${count}`).join(', ');
}

function refusals(refused: readonly Row[]): string[] {
  if (refused.length === 0) return ['None is refused.', ''];
  const lines = refused.map(
    ({ document, refusal }) => `| ${document.package} ${document.file} | \`${refusal?.code}\`: ${cell(refusal?.message ?? '')} |`,
  );
  return ['Refused, unless `--partial` is given:', '', '| document | why |', '|---|---|', ...lines, ''];
}

function page(rows: readonly Row[], upgrader: string): string {
  const operations = rows.reduce((sum, { document }) => sum + document.operations, 0);
  const generated = rows.reduce((sum, { ours }) => sum + (ours.service?.operations.length ?? 0), 0);
  const large = rows.filter(({ document }) => document.operations > 100).length;
  const lines = rows.map((row) => {
    const { document, ours, theirs } = row;
    const { title, package: name, packageVersion, file } = document;
    const counts = [document.operations, ours.service?.operations.length ?? 0, theirs.service?.operations.length ?? 0];
    return `| ${[cell(title), `${name} ${packageVersion}`, file, ...counts, lostBy(ours), differs(row)].join(' | ')} |`;
  });
  return [
    `${rows.length} documents of ${new Set(rows.map(({ document }) => document.package)).size} packages of npm, ${large} of them with more than 100 operations, with ${operations.toLocaleString('en-US')} operations in all, of which ${generated.toLocaleString('en-US')} are generated. \`node bench/published/swagger.ts\` writes this table.`,
    '',
    `The last column compares with the same document after @scalar/openapi-upgrader ${upgrader} has converted it: how many operations differ, and in what.`,
    '',
    '| document | package | file | operations | generated | generated after the other converter | left out | differs in |',
    '|---|---|---|---:|---:|---:|---|---|',
    ...lines,
    '',
    ...refusals(rows.filter(({ refusal }) => refusal !== undefined)),
  ].join('\n');
}

const documents = swaggerDocuments();
const rows: Row[] = [];
for (const document of documents) {
  rows.push(await rowOf(document));
  console.error(`${rows.length}/${documents.length} ${document.file}: ${rows.at(-1)?.ours.milliseconds} ms`);
}
const { version } = JSON.parse(readFileSync(join(packageFolder('@scalar/openapi-upgrader'), 'package.json'), 'utf8')) as {
  version: string;
};
const text = page(rows, version);
if (process.argv.includes('--print')) console.log(text);
else {
  const file = join(root, 'docs/swagger-2.md');
  const heading = '\n## Published documents\n';
  const [before = ''] = readFileSync(file, 'utf8').split(heading);
  writeFileSync(file, `${before.trimEnd()}\n${heading}\n${text}`);
}
