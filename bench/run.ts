// Runs the parts of the benchmark, which print their tables as Markdown: `npm run bench`, or `npm run bench -- validators` for one of them.
// `--quick` runs each step once on small inputs, as continuous integration does: it shows that the benchmark works, and measures nothing.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { effortFlags, quick } from './effort.ts';
import { parts } from './parts.ts';
import { start } from './processes.ts';

const wanted = process.argv.slice(2).filter((argument) => argument !== '--quick');
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));

if (unknown.length > 0) {
  console.error(`Unknown part \`${unknown.join('`, `')}\`: choose from ${Object.keys(parts).join(', ')}.`);
  process.exitCode = 2;
} else if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  console.error("The benchmark's packages are missing: run `npm --prefix bench ci`, or `npm run bench`, which does.");
  process.exitCode = 2;
} else {
  process.exitCode = await run(wanted.length === 0 ? Object.keys(parts) : wanted);
}

/** Runs the parts one after another and gives the exit code: 1 when one of them failed. */
async function run(names: readonly string[]): Promise<number> {
  const machine = `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const figures = quick ? 'A quick run: the figures mean nothing.' : 'Medians; ratios pair runs of the same round.';
  console.log(`# Benchmarks\n\n${machine}. ${figures}\n`);
  let code = 0;
  for (const name of names) {
    const child = start([join(import.meta.dirname, parts[name] ?? ''), ...effortFlags], { stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    if (status === 0) continue;
    console.error(`The part ${name} failed.`);
    code = 1;
  }
  return code;
}
