// Counts the valid responses of mocks of published documents, and writes the section "The mock" of docs/published-documents.md:
// `node bench/published/mock.ts`. Each document has a process and a limit of time of its own (`--limit`, in seconds). Results are remembered until
// the document or Octavo's source changes. `--only <text>` measures the documents whose name has one of the texts and prints the section;
// `--minutes <number>` starts no document after that time, the smallest first, and writes the section with the documents that have been measured.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PublishedDocument, publishedDocuments, root } from './documents.ts';
import type { MockCounts } from './mock-worker.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, limit: { type: 'string', default: '300' }, minutes: { type: 'string', default: 'Infinity' } },
});
const limit = Number(values.limit) * 1000;
const end = Date.now() + Number(values.minutes) * 60_000;
const folder = join(root, '.octavo/bench/published/mock');
mkdirSync(folder, { recursive: true });

type Outcome = { readonly counts: MockCounts; readonly failed?: never } | { readonly counts?: never; readonly failed: string };

interface Remembered {
  /** What the outcome depends on: the document and Octavo's source. */
  readonly key: string;
  readonly outcome: Outcome;
}

const source = sourceHash();

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const place of ['generator', 'runtime', 'bench/published/mock-worker.ts'].map((name) => join(root, name))) {
    const files = place.endsWith('.ts')
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name));
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('node_modules')).sort())
      hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

const keyOf = ({ hash }: PublishedDocument): string => `${source}-${hash.slice(0, 16)}`;
const resultFile = ({ id }: PublishedDocument): string => join(folder, `${id}.json`);

function remembered(document: PublishedDocument): Outcome | undefined {
  const file = resultFile(document);
  if (!existsSync(file)) return undefined;
  const { key, outcome } = JSON.parse(readFileSync(file, 'utf8')) as Remembered;
  return key === keyOf(document) ? outcome : undefined;
}

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

const documents = publishedDocuments();
const wanted = documents
  .filter(({ id }) => values.only === undefined || values.only.split(',').some((text) => id.includes(text)))
  .sort((a, b) => a.bytes - b.bytes);
for (const document of wanted) {
  if (remembered(document) !== undefined) continue;
  if (Date.now() >= end) break;
  const outcome = await measure(document);
  writeFileSync(resultFile(document), JSON.stringify({ key: keyOf(document), outcome } satisfies Remembered));
  console.error(document.id, JSON.stringify(outcome.counts ?? outcome.failed));
}

const number = (value: number): string => value.toLocaleString('en-US');
const rows: string[] = [];
const totals = { requests: 0, prism: 0, octavo: 0, generated: 0 };
let measured = 0;
let notLoaded = 0;
for (const document of documents) {
  const outcome = wanted.includes(document) ? remembered(document) : undefined;
  if (outcome === undefined) continue;
  const { counts, failed } = outcome;
  const title = document.title.replaceAll('|', '\\|').trim();
  if (counts === undefined) {
    rows.push(`| ${title} | – | – | – | ${failed} |`);
    continue;
  }
  measured++;
  if (counts.prism === undefined) notLoaded++;
  for (const key of ['requests', 'prism', 'octavo', 'generated'] as const) totals[key] += counts[key] ?? 0;
  rows.push(`| ${title} | ${counts.requests} | ${counts.prism ?? 'not loaded'} | ${counts.octavo} | ${counts.generated} |`);
}

const share = (value: number): string => `${((100 * value) / totals.requests).toFixed(1)} %`;
const section = [
  '## The mock',
  '',
  'One valid request of each operation, as `examples.ts` makes it, and how many get a 2xx response that the document allows: from Prism alone, from',
  '`octavo mock`, and from the generated mock server in memory. The documents are read with `partial: true`. Operations for which no request can be',
  'made are not counted, nor are those that declare no 2xx response; *not loaded*: Prism has not loaded the document within 30 s, and counts as 0.',
  '',
  `Measured are ${measured} of the ${documents.length} documents, ${notLoaded} of them not loaded by Prism. \`node bench/published/mock.ts\` measures the others, and again`,
  'those for which Octavo or the document has changed; with `--minutes 15` it begins none after 15 minutes, the smallest first.',
  '',
  'Reasons why the mocks lack some of these responses: paths that only differ in the name of a parameter, of which',
  'the first one with the method answers (Xero, Gitlab); schemas that no value fits (ShipEngine, where `additionalProperties: false` forbids what `required`',
  'names, and Vercel); lists that share the name of their XML elements with other members (Amazon EC2); requests whose example names a `Content-Encoding`,',
  'or a `Content-Length` that is not that of the body (Amazon S3).',
  '',
  `Node ${process.version}, ${availableParallelism()} cores, load average ${Math.round(loadavg()[2] ?? 0)}.`,
  '',
  '| document | requests | Prism alone | `octavo mock` | generated mock |',
  '|---|---:|---:|---:|---:|',
  ...rows,
  `| **all** | ${number(totals.requests)} | ${number(totals.prism)} | ${number(totals.octavo)} | ${number(totals.generated)} |`,
  `| | | ${share(totals.prism)} | ${share(totals.octavo)} | ${share(totals.generated)} |`,
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
