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

let child: ChildProcess | undefined;
const say = (text: string): void => console.log(text);
const file = join(base, 'results.jsonl');
rmSync(file, { force: true });

for (const [index, order] of orders.entries()) {
  const { result, crash } = await take(order);
  if (result !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
  const bad = result === undefined ? [] : Object.entries(result.stages).filter(([, stage]) => stage.faults.length > 0);
  say(`${index + 1}/${orders.length} ${order.id} ${result?.operations ?? 0} operations${crash === undefined ? '' : ` CRASH ${crash}`}`);
  for (const [name, stage] of bad) for (const fault of stage.faults) say(`    ${name}: ${fault.slice(0, 400)}`);
}
child?.kill();
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
