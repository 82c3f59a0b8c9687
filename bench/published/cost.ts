// What generation costs for eight published documents, small to large: processor time, peak memory, lines and bytes of output, beside two other
// generators. `node bench/published/cost.ts`, after `npm --prefix bench ci && npm --prefix bench/published ci`; `--rounds 5` takes longer. Prints a
// page of tables.
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../measure.ts';
import { type PublishedDocument, publishedDocuments } from './documents.ts';
import { ratio } from './measure.ts';
import { generate, installOctavo, type ToolName, toolNames, workFolder } from './tools.ts';

const IDS: readonly string[] = [
  'octokit-openapi-generated-api.github.com',
  'stripe.com',
  'kubernetes.io',
  'gitlab.com',
  'box.com',
  'digitalocean.com',
  'asana.com',
  'spotify.com',
];

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);

/**
 * What `octavo` writes beside types, validators, a client and a server is the output of openapi-typescript: without it, the two are compared as they
 * are.
 */
const OPTIONS: Readonly<Record<ToolName, readonly string[]>> = { octavo: ['--no-schema'], 'openapi-typescript': [], 'hey-api': [] };

interface Cost {
  readonly seconds: readonly number[];
  readonly megabytes: readonly number[];
  readonly lines: number;
  readonly bytes: number;
}

type Costs = Readonly<Partial<Record<ToolName, Cost>>>;

/** The costs of each generator that writes something, in turns. */
function costsOf(document: PublishedDocument): Costs {
  const name = `document${extname(document.file)}`;
  const text = readFileSync(document.path, 'utf8');
  const folders = toolNames.map((tool) => [tool, workFolder(tool, document.id, name, text)] as const);
  const costs: Partial<Record<ToolName, Cost>> = {};
  const failed = new Set<ToolName>();
  for (let round = 0; round < rounds; round++) {
    for (const [tool, folder] of folders) {
      if (failed.has(tool)) continue;
      const { status, seconds, megabytes, said } = generate(tool, folder, name, OPTIONS[tool]);
      if (status !== 'done' || seconds === undefined || megabytes === undefined) {
        console.error(`${document.id}: ${tool} failed: ${said}`);
        failed.add(tool);
        delete costs[tool];
        continue;
      }
      const known = costs[tool];
      costs[tool] = {
        ...outputOf(join(folder, 'out')),
        seconds: [...(known?.seconds ?? []), seconds],
        megabytes: [...(known?.megabytes ?? []), megabytes],
      };
    }
  }
  return costs;
}

function outputOf(folder: string): Pick<Cost, 'lines' | 'bytes'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  );
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  return {
    lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
}

interface Row {
  readonly document: PublishedDocument;
  readonly costs: Costs;
}

type Figure = 'seconds' | 'megabytes';

function ratioOf({ costs }: Row, figure: Figure, other: ToolName): number | undefined {
  const ours = costs.octavo?.[figure];
  const theirs = costs[other]?.[figure];
  return ours === undefined || theirs === undefined ? undefined : ratio(ours, theirs);
}

const shown = (value: number | undefined, digits: number): string => (value === undefined ? '–' : value.toFixed(digits));

/** Each generator's figure, and ours as multiples of the others. */
function usage(title: string, rows: readonly Row[], figure: Figure, digits: number): string[] {
  const others = toolNames.filter((tool) => tool !== 'octavo');
  const cells = (row: Row): string[] => [
    ...toolNames.map((tool) => shown(row.costs[tool] && median(row.costs[tool][figure]), digits)),
    ...others.map((other) => shown(ratioOf(row, figure, other), 2)),
  ];
  const medians = others.map((other) => shown(median(rows.flatMap((row) => ratioOf(row, figure, other) ?? [])), 2));
  return [
    `| ${title} | operations | ${toolNames.join(' | ')} | ${others.map((other) => `octavo ÷ ${other}`).join(' | ')} |`,
    `|---|${'---:|'.repeat(1 + toolNames.length + others.length)}`,
    ...rows.map((row) => `| ${row.document.title} | ${row.document.operations} | ${cells(row).join(' | ')} |`),
    `| median | |${' |'.repeat(toolNames.length)} ${medians.join(' | ')} |`,
    '',
  ];
}

function output(rows: readonly Row[]): string[] {
  const each = (figure: 'lines' | 'bytes', { costs, document }: Row): string[] =>
    toolNames.map((tool) => shown(costs[tool] && costs[tool][figure] / document.operations, 0));
  return [
    `| an operation | ${toolNames.map((tool) => `lines: ${tool}`).join(' | ')} | ${toolNames.map((tool) => `bytes: ${tool}`).join(' | ')} |`,
    `|---|${'---:|'.repeat(2 * toolNames.length)}`,
    ...rows.map((row) => `| ${row.document.title} | ${[...each('lines', row), ...each('bytes', row)].join(' | ')} |`),
    '',
  ];
}

installOctavo();
const all = publishedDocuments();
const rows = IDS.map((id): Row => {
  const document = all.find((one) => one.id === id);
  if (document === undefined) throw new Error(`${id} is not among the documents: ${all.map((one) => one.id).join(', ')}.`);
  console.error(id);
  return { document, costs: costsOf(document) };
});
console.log(
  [
    `Medians of ${rounds} rounds in which the three take turns; load average ${loadavg()[2]?.toFixed(0)}.`,
    '',
    ...usage('CPU seconds', rows, 'seconds', 2),
    ...usage('peak MB', rows, 'megabytes', 0),
    ...output(rows),
  ].join('\n'),
);
