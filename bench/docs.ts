// The site of one document, by `octavo docs` and by Redocly's own `build-docs`: wall time, and the most memory that their processes took at once.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './documents.ts';
import { quick, rounds } from './effort.ts';
import { median } from './measure.ts';
import { familyOf, pause, start, usageOf } from './processes.ts';
import { scaleDocument } from './scale-document.ts';

const folder = join(root, '.octavo/bench/docs');
const operations = quick ? 10 : 1_000;

interface Used {
  readonly seconds: number;
  /** Resident, of the process and its descendants at once. */
  readonly megabytes: number;
}

async function run(args: readonly string[]): Promise<Used> {
  const began = performance.now();
  const child = start(args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (text) => (said += text));
  let megabytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    megabytes = Math.max(megabytes, usageOf(familyOf(child.pid ?? 0)).megabytes);
    await pause(50);
  }
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}:\n${said}`);
  return { seconds: (performance.now() - began) / 1e3, megabytes };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'scale.json'), scaleDocument(operations));
// Without a configuration of its own, the document would be read with that of this repository.
writeFileSync(join(folder, 'octavo.config.mjs'), 'export default { documents: ["scale.json"] };\n');

const redocly = [join(root, 'node_modules/@redocly/cli/bin/cli.js'), 'build-docs', 'scale.json', '-o', 'redocly.html'];
const octavo = [join(root, 'generator/bin/octavo.js'), 'docs', 'scale.json', '--out', 'site'];
const seen: { readonly redocly: Used; readonly octavo: Used }[] = [];
for (let round = 0; round < rounds(3); round++) {
  // Pages that Redocly has built before are kept in `.octavo`.
  for (const name of ['site', '.octavo']) rmSync(join(folder, name), { recursive: true, force: true });
  seen.push({ redocly: await run(redocly), octavo: await run(octavo) });
}

const row = (name: string, key: 'redocly' | 'octavo'): string => {
  const middle = (value: (used: Used) => number): string => median(seen.map((round) => value(round[key]))).toFixed(1);
  const ratio = median(seen.map((round) => round[key].seconds / round.redocly.seconds)).toFixed(2);
  return `| ${name} | ${middle(({ seconds }) => seconds)} | ${ratio} | ${Math.round(Number(middle(({ megabytes }) => megabytes)))} |`;
};
console.log(
  [
    `### Docs of ${operations.toLocaleString('en-US')} operations, cold`,
    '',
    '| command | median s | × Redocly | peak MB, all processes |',
    '|---|---:|---:|---:|',
    row('redocly build-docs: one page', 'redocly'),
    row('octavo docs: the portal, with that page', 'octavo'),
    '',
  ].join('\n'),
);
