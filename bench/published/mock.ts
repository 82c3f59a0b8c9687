// Counts the valid responses of mocks of published documents, and writes the section "The mock" of docs/published-documents.md: `node bench/published/mock.ts`.
// `--only <text>` takes the documents whose name has the text and prints the section. Each document has a process and a limit of time of its own.
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PublishedDocument, publishedDocuments, root } from './documents.ts';
import type { MockCounts } from './mock-worker.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, limit: { type: 'string', default: '300' } } });
const limit = Number(values.limit) * 1000;
const folder = join(root, '.octavo/bench/published/mock');
mkdirSync(folder, { recursive: true });

type Outcome = { readonly counts: MockCounts; readonly failed?: never } | { readonly counts?: never; readonly failed: string };

function measure({ id, path }: PublishedDocument): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, 'mock-worker.ts'), { execArgv: ['--max-old-space-size=6144', '--no-warnings'] });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ failed: `took more than ${limit / 1000} s` });
      child.kill('SIGKILL');
    }, limit);
    child.once('message', (outcome: Outcome) => resolve(outcome));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve({ failed: `the process ended with ${code ?? signal}` });
    });
    child.send({ id, file: path });
  });
}

const rows: string[] = [];
const totals = { requests: 0, prism: 0, octavo: 0, generated: 0 };
const documents = publishedDocuments().filter(
  ({ id }) => values.only === undefined || values.only.split(',').some((text) => id.includes(text)),
);
for (const document of documents) {
  const { counts, failed } = await measure(document);
  writeFileSync(join(folder, `${document.id}.json`), JSON.stringify(counts ?? { failed }));
  console.error(document.id, JSON.stringify(counts ?? failed));
  const title = document.title.replaceAll('|', '\\|').trim();
  if (counts === undefined) {
    rows.push(`| ${title} | – | – | – | ${failed} |`);
    continue;
  }
  for (const key of ['requests', 'prism', 'octavo', 'generated'] as const) totals[key] += counts[key] ?? 0;
  rows.push(`| ${title} | ${counts.requests} | ${counts.prism ?? 'not loaded'} | ${counts.octavo} | ${counts.generated} |`);
}

const number = (value: number): string => value.toLocaleString('en');
const section = [
  '## The mock',
  '',
  'One valid request of each operation, as `examples.ts` makes it, and how many get a 2xx response that the document allows: from Prism alone, from',
  '`octavo mock`, and from the generated mock server in memory. `node bench/published/mock.ts` measures again; operations for which no request can be',
  'made are not counted.',
  '',
  '| document | requests | Prism alone | `octavo mock` | generated mock |',
  '|---|---:|---:|---:|---:|',
  ...rows,
  `| **all** | ${number(totals.requests)} | ${number(totals.prism)} | ${number(totals.octavo)} | ${number(totals.generated)} |`,
  '',
].join('\n');
if (values.only !== undefined) console.log(section);
else {
  const file = join(root, 'docs/published-documents.md');
  const page = readFileSync(file, 'utf8');
  // It stands after the sections that run.ts writes again.
  const others = page.replace(/^## The mock$.*?(?=^## |(?![\s\S]))/ms, '').trimEnd();
  writeFileSync(file, `${others}\n\n${section}`);
}
