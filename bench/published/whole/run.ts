// Takes every OpenAPI document of a folder through all commands, type-checks the output and opens the console:
// `node bench/published/whole/run.ts <folder>`.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../documents.ts';
import { openConsoles } from './console.ts';
import { type Order, type StageName, stageNames, type WholeResult } from './stages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    stages: { type: 'string', default: stageNames.join(',') },
    console: { type: 'boolean', default: true },
    types: { type: 'boolean', default: true },
    limit: { type: 'string', default: '240' },
    seconds: { type: 'string', default: '20' },
    out: { type: 'string', default: '.octavo/bench/whole' },
  },
  allowNegative: true,
});
const folder = resolve(positionals[0] ?? '.');
const base = resolve(root, values.out);
const limit = Number(values.limit) * 1000;
const stages = values.stages.split(',') as StageName[];
mkdirSync(base, { recursive: true });
writeFileSync(join(base, 'package.json'), '{ "type": "module", "private": true }\n');

const orders: Order[] = globSync('**/*.{json,yaml,yml}', { cwd: folder })
  .filter((name) =>
    /(?:^|[{,])\s*["']?(?:openapi["']?\s*:\s*["']?3|swagger["']?\s*:\s*["']?2)/m.test(readFileSync(join(folder, name), 'utf8')),
  )
  .filter((name) => values.only === undefined || values.only.split(',').some((text) => name.includes(text)))
  .sort()
  .map((name) => {
    const id = name
      .replace(/\.\w+$/, '')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .toLowerCase();
    return { id, file: join(folder, name), out: join(base, id), stages, seconds: Number(values.seconds) };
  });

/** Lines that are printed of one stage; the results have all. */
const MOST_FAULTS = 12;
let child: ChildProcess | undefined;
const say = (text: string): void => console.log(text);
const file = join(base, 'results.jsonl');
rmSync(file, { force: true });

const taken: { readonly id: string; readonly result?: WholeResult; readonly crash?: string }[] = [];
for (const [index, order] of orders.entries()) {
  const outcome = await take(order);
  const { result, crash } = outcome;
  taken.push({ id: order.id, ...outcome });
  if (result !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
  const bad = result === undefined ? [] : Object.entries(result.stages).filter(([, stage]) => stage.faults.length > 0);
  say(`${index + 1}/${orders.length} ${order.id} ${result?.operations ?? 0} operations${crash === undefined ? '' : ` CRASH ${crash}`}`);
  for (const [name, stage] of bad) for (const fault of stage.faults.slice(0, MOST_FAULTS)) say(`    ${name}: ${fault.slice(0, 400)}`);
}
child?.kill();
printTable();
if (values.types) typeCheck();
if (values.console) for (const line of await openConsoles(orders.filter(({ out }) => existsSync(join(out, 'site'))))) say(line);

function take(order: Order): Promise<{ result?: WholeResult; crash?: string }> {
  child ??= fork(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--max-old-space-size=6144', '--no-warnings'] });
  const worker = child;
  return new Promise((done) => {
    const settle = (answer: { result?: WholeResult; crash?: string }, dead: boolean): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      if (dead) {
        worker.kill('SIGKILL');
        child = undefined;
      }
      done(answer);
    };
    const timer = setTimeout(() => settle({ crash: `took more than ${limit / 1000} s` }, true), limit);
    worker.once('message', (answer: { result?: WholeResult; crash?: string }) => settle(answer, false));
    worker.once('exit', (code, signal) => settle({ crash: `the process ended with ${code ?? signal}` }, true));
    worker.send(order);
  });
}

/** A row for each document: what each stage has found, and what the living mock has reached. */
function printTable(): void {
  say(`| document | operations | with state | succeeded | ${stages.join(' | ')} |`);
  say(`|---|---|---|---|${stages.map(() => '---|').join('')}`);
  for (const { id, result, crash } of taken) {
    const { living, succeeded, operations = result?.operations } = result?.stages.living?.reached ?? {};
    const cells = stages.map((name) => result?.stages[name]?.faults.length ?? (crash === undefined ? '–' : 'crash'));
    say(`| ${[id, operations ?? '–', living ?? '–', succeeded ?? '–', ...cells].join(' | ')} |`);
  }
}

function typeCheck(): void {
  const options = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
  writeFileSync(
    join(base, 'tsconfig.json'),
    JSON.stringify({ ...options, include: orders.map(({ id }) => `${id}/code/**/*.ts`), exclude: [] }),
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=12000', join(root, 'node_modules/typescript/bin/tsc'), '-p', base],
    {
      cwd: base,
      encoding: 'utf8',
      maxBuffer: 1 << 29,
    },
  );
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  say(`tsc: ${lines.length} lines`);
  for (const line of lines.slice(0, 60)) say(`    ${line.slice(0, 300)}`);
}
