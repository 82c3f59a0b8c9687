// Case 26 from end to end: a document of 20,000 operations and an enum of 100,000 values, by the command line, within stated time and memory.
// `schema.ts` is openapi-typescript's own work and is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { byEffort } from '../support/effort.ts';
import { type Scratch, scratch } from './project.ts';

const OPERATIONS = byEffort({ quick: 2_000, deep: 20_000 });
const VALUES = byEffort({ quick: 10_000, deep: 100_000 });
/** Limits: processor seconds of all threads together, and megabytes of memory. Measured: 4 s and 670 MB. */
const BOUNDS = { seconds: 20, megabytes: 1500 };

let project: Scratch;
beforeEach(() => {
  project = scratch();
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

function large(): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { 200: { description: 'The thing.', content } };
  const paths = list(
    OPERATIONS,
    (index) => [`/things/${index}/{id}`, { get: { operationId: `get${index}`, parameters, responses } }] as const,
  );
  const kind = { type: 'string', enum: list(VALUES, (index) => `v${index}`) };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: { Thing: { type: 'object', required: ['kind'], properties: { kind } } } },
  });
}

test(`case 26: ${OPERATIONS} operations and an enum of ${VALUES} values are generated within time and memory`, async () => {
  project.put('large.json', large());
  const used = path.join(project.root, 'used.json');
  const meter = project.put(
    'meter.cjs',
    `process.on('exit', () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      require('node:fs').writeFileSync(${JSON.stringify(used)}, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1e3 }));
    });`,
  );
  const args = ['generate', 'large.json', '--out', 'generated', '--no-schema', '--json'];
  const result = await octavo(args, { cwd: project.root, node: ['--require', meter] });
  expect(result.stderr).not.toMatch(/error/i);
  expect(result.code).toBe(0);
  expect(JSON.parse(result.stdout).documents[0]).toMatchObject({ status: 'written', operations: OPERATIONS });
  const { seconds, megabytes } = JSON.parse(readFileSync(used, 'utf8'));
  expect(seconds).toBeLessThan(BOUNDS.seconds);
  expect(megabytes).toBeLessThan(BOUNDS.megabytes);

  const text = (name: string): string => readFileSync(path.join(project.root, 'generated/large', name), 'utf8');
  for (const name of ['operations.ts', 'client.ts', 'server.ts']) expect(text(name)).toContain(`get${OPERATIONS - 1}`);
  expect(judged(text('validators.ts'))).toEqual({ verdicts: [true, true, false], fast: true });
});

/** Runs the validator of the enum in a process of its own: the first, the last and an unknown value, and 100,000 times the last. */
function judged(validators: string): unknown {
  const runtime = pathToFileURL(path.resolve(import.meta.dirname, '../../runtime/index.ts')).href;
  project.put('validators.ts', validators.replaceAll("'@octavo/runtime'", `'${runtime}'`));
  const script = project.put(
    'judge.mjs',
    `import { validateThing } from './validators.ts';
    const judge = (kind) => validateThing({ kind }, []);
    const verdicts = ['v0', 'v${VALUES - 1}', 'v${VALUES}'].map(judge);
    const start = process.cpuUsage();
    for (let time = 0; time < 100_000; time++) judge('v${VALUES - 1}');
    process.stdout.write(JSON.stringify({ verdicts, fast: process.cpuUsage(start).user < 3e6 }));`,
  );
  return JSON.parse(execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], { encoding: 'utf8' }));
}
