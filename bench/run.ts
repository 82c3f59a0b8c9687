// Runs all benchmarks and prints their tables as Markdown: `npm run bench`, or `npm run bench -- validators` for one of them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

if (!existsSync(join(import.meta.dirname, 'node_modules'))) throw new Error('Run `npm --prefix bench ci` first; `npm run bench` does.');

const sections: Readonly<Record<string, () => Promise<string>>> = {
  validators: async () => script('validators/run.ts'),
  server: async () => script('ends/server.ts'),
  client: async () => script('ends/client.ts'),
  size: async () => script('ends/size.ts'),
  generation: async () => (await import('./generation.ts')).generation(),
  compile: async () => (await import('./compile.ts')).compile(),
  services: async () => (await import('./services.ts')).services(),
};

/** Benchmarks that need a process of their own, whose garbage and compiled code are nobody else's. */
function script(name: string): string {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, name)], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(`${name} failed:\n${run.stderr}`);
  return run.stdout;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) throw new Error(`No benchmark ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.`);

console.log(
  `# Benchmarks\n\nNode ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB. Medians; ratios pair runs of the same round.\n`,
);
for (const [name, run] of Object.entries(sections)) {
  if (wanted.length === 0 || wanted.includes(name)) console.log(await run());
}
