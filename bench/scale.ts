// Time and memory of `octavo generate` per operation, from 1,000 operations to 50,000: both stay the same where nothing grows faster than the
// document. The same for documents that are hard in one respect.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pack } from '../scripts/pack.ts';
import { root } from './documents.ts';
import { quick } from './effort.ts';
import { hardDocuments } from './hard-documents.ts';
import { scaleDocument } from './scale-document.ts';

const project = join(root, '.octavo/bench/scale');
const sizes = quick ? [100] : [1_000, 5_000, 10_000, 50_000];

/** Writes down, at the end of a process, what it used: processor seconds of all its threads, and the most megabytes that were in memory. */
const METER = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1e3 };
  require('node:fs').writeFileSync('used.json', JSON.stringify(used));
});`;

interface Used {
  readonly seconds: number;
  readonly megabytes: number;
}

function generate(name: string, text: string, operations: number, ...options: readonly string[]): Used {
  const document = `${name}.json`;
  writeFileSync(join(project, document), text);
  for (const folder of ['out', '.octavo']) rmSync(join(project, folder), { recursive: true, force: true });
  const octavo = join(project, 'node_modules/octavo/bin/octavo.js');
  const args = ['--require', './meter.cjs', octavo, 'generate', document, '--out', 'out', '--json', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(`octavo generate failed for ${name}:\n${stderr}`);
  const { documents } = JSON.parse(stdout) as { documents: readonly { operations: number }[] };
  if (documents[0]?.operations !== operations) throw new Error(`Not all operations of ${name} were generated.`);
  return JSON.parse(readFileSync(join(project, 'used.json'), 'utf8')) as Used;
}

function table(title: string, ...options: readonly string[]): string {
  const rows = sizes.map((operations) => {
    const { seconds, megabytes } = generate(`d${operations}`, scaleDocument(operations), operations, ...options);
    const perOperation = `${((seconds * 1e3) / operations).toFixed(2)} | ${((megabytes * 1e3) / operations).toFixed(0)}`;
    return `| ${operations.toLocaleString('en-US')} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)} | ${perOperation} |`;
  });
  const head = ['| operations | CPU s | peak MB | CPU ms per operation | peak kB per operation |', '|---:|---:|---:|---:|---:|'];
  return [`### ${title}`, '', ...head, ...rows, ''].join('\n');
}

function hardTable(): string {
  const rows = hardDocuments.flatMap(({ name, sizes: [few, many], make }, index) =>
    (quick ? [Math.ceil(few / 100)] : [few, many]).map((size) => {
      const { seconds, megabytes } = generate(`hard-${index}-${size}`, make(size), 1, '--no-schema');
      return `| ${size.toLocaleString('en-US')} ${name} | ${seconds.toFixed(2)} | ${megabytes.toFixed(0)} |`;
    }),
  );
  return [
    '### Hard documents: everything but `schema.ts`, cold',
    '',
    '| document | CPU s | peak MB |',
    '|---|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}

const tarballs = pack(join(root, '.octavo/bench/pack'));
mkdirSync(project, { recursive: true });
install(project, { octavo: tarballs.generator, '@octavo/runtime': tarballs.runtime });
writeFileSync(join(project, 'meter.cjs'), METER);
// Without a configuration of its own, it would be read with that of this repository.
writeFileSync(join(project, 'octavo.config.mjs'), 'export default { documents: ["d.json"] };\n');
console.log(table('Scale: everything but `schema.ts`, cold', '--no-schema'));
console.log(table('Scale: everything, cold'));
console.log(hardTable());
