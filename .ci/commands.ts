// Runs the commands that check the repository beside its tests, and writes what failed to `.octavo/commands.json`: those of the scripts `lint` and
// `typecheck`, each by itself, the types of the benchmarks, whether the generated output is that of the documents, whether the API reports are those
// of the packages, and whether the services keep what they acknowledge when one of two processes is killed under load.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: Record<'lint' | 'typecheck', string> };
const soak = 'node bench/services/soak/run.ts --engine postgres --processes 2 --minutes 0.5';
const commands = [
  ...scripts.lint.split(' && '),
  ...scripts.typecheck.split(' && '),
  'tsc -p bench/tsconfig.json',
  'octavo generate --check',
  'npm run api -- --check',
  soak,
];
const env = { ...process.env, PATH: `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` };

const outcomes = commands.map((name) => {
  console.log(`\n${name}`);
  const { status } = spawnSync(name, { cwd: root, stdio: 'inherit', shell: true, env });
  return { name, passed: status === 0 };
});
writeFileSync(resolve(root, '.octavo/commands.json'), JSON.stringify(outcomes));
