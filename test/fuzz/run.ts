// Runs Jazzer.js on the fuzz targets in sequence: `npm run fuzz`, or `npm run fuzz -- json router --seconds 300`.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { lineOf, readCorpus, targetNames, writeCorpus } from './corpus.ts';
import { type Fuzz, Input } from './support.ts';

const root = import.meta.dirname;
const jazzer = join(root, 'node_modules/@jazzer.js/core/dist/cli.js');

/** Number of inputs to keep from a run, and their maximum length in bytes. */
const KEPT = 48;
const LONGEST = 400;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, keep: { type: 'boolean', default: false } },
});

/** The command that runs Node: `FUZZ_NODE`, with arguments, or this Node. */
const command = (process.env.FUZZ_NODE ?? process.execPath).split(' ').filter(Boolean);

function node(...args: readonly string[]): SpawnSyncReturns<string> {
  const [program = process.execPath, ...before] = command;
  return spawnSync(program, [...before, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
}

/** The reason why the fuzzer cannot start, if there is one. */
function checkFuzzer(): void {
  if (!existsSync(jazzer)) throw new Error('Run `npm --prefix test/fuzz ci` first; `npm run fuzz` does.');
  const { status, stderr } = node('-e', `require(${JSON.stringify(jazzer.replace(/cli\.js$/, 'core.js'))})`);
  if (status === 0) return;
  const wanted = /GLIBC_([0-9.]+)' not found/.exec(stderr)?.[1];
  if (wanted === undefined) throw new Error(`Jazzer.js does not start:\n${stderr}`);
  throw new Error(
    `The fuzzer's addon needs glibc ${wanted} or later, and this system has an older one. Run this on a newer system, or set FUZZ_NODE to a ` +
      'command that runs Node with a newer C library: FUZZ_NODE="<lib>/ld-linux-x86-64.so.2 --library-path <lib> <node>".',
  );
}

async function bundleOf(target: string): Promise<string> {
  const outfile = join(root, 'build', `${target}.cjs`);
  const contents = `import { fuzz as run } from './targets/${target}.ts';\nimport { guarded } from './support.ts';\nexport const fuzz = guarded(run);\n`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}

/** Fuzzes one target; returns its row of the table, and a finding if there is one. */
async function run(target: string): Promise<{ row: string; finding: string | undefined }> {
  const bundle = await bundleOf(target);
  const { fuzz } = (await import(`./targets/${target}.ts`)) as { fuzz: Fuzz };
  const isAsync = fuzz(new Input(new Uint8Array())) instanceof Promise;
  const folder = join(root, 'build', target);
  const corpus = join(folder, 'corpus');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(corpus, { recursive: true });
  for (const [index, bytes] of readCorpus(target).entries()) writeFileSync(join(corpus, `kept-${index}`), bytes);

  const limits = [`-max_total_time=${values.seconds}`, '-rss_limit_mb=1024', '-timeout=10', '-max_len=4096'];
  const { stderr, stdout } = node(jazzer, bundle, corpus, ...(isAsync ? [] : ['--sync']), '--', ...limits, `-artifact_prefix=${folder}/`);
  const output = `${stdout}${stderr}`;
  writeFileSync(join(folder, 'log.txt'), output);
  const crash = readdirSync(folder).find((file) => /^(?:crash|timeout|oom)-/.test(file));
  // The last line of statistics: `#4711 … cov: 12 ft: 34 corp: 5/67b …`.
  const figures = [...output.matchAll(/^#(\d+)\s.*?cov: (\d+) ft: (\d+) corp: (\d+)/gm)].at(-1) ?? [];
  const runs = /Done (\d+) runs/.exec(output)?.[1] ?? figures[1] ?? '0';
  if (crash === undefined && values.keep) keep(target, corpus);
  const row = `| ${target} | ${runs} | ${figures[2] ?? '?'} | ${figures[3] ?? '?'} | ${figures[4] ?? '?'} | ${crash === undefined ? 'none' : 'yes'} |`;
  if (crash === undefined) return { row, finding: runs === '0' ? `${target} did not run:\n${output.slice(-2000)}` : undefined };
  const told = /Uncaught Exception: ([\s\S]{0,1500}?)\nMS:/.exec(output)?.[1] ?? output.slice(-1500);
  return { row, finding: `${target}: ${told}\ninput ${lineOf(readFileSync(join(folder, crash)))}` };
}

/** Adds to the corpus a sample of the fuzzer's inputs, spread over all lengths. */
function keep(target: string, corpus: string): void {
  const known = readCorpus(target);
  const found = readdirSync(corpus)
    .map((file) => readFileSync(join(corpus, file)))
    .filter((bytes) => bytes.length <= LONGEST)
    .sort((a, b) => a.length - b.length);
  const room = Math.max(0, KEPT - known.length);
  const step = Math.max(1, found.length / Math.max(1, room));
  const chosen = Array.from({ length: Math.min(room, found.length) }, (_, index) => found[Math.floor(index * step)] ?? new Uint8Array());
  writeCorpus(target, [...known, ...chosen]);
}

const all = targetNames();
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`No target ${unknown.join(', ')}; there are ${all.join(', ')}.`);
checkFuzzer();
console.log('| target | executions | edges | features | inputs | findings |\n|---|---|---|---|---|---|');
const findings: string[] = [];
for (const target of positionals.length === 0 ? all : positionals) {
  const { row, finding } = await run(target);
  console.log(row);
  if (finding !== undefined) findings.push(finding);
}
for (const finding of findings) console.log(`\n${finding}`);
if (findings.length > 0) process.exitCode = 1;
