// Runs the commands that check the repository beside its tests, and writes what failed to `.octavo/commands.json`: format and lint, types, unused code,
// documents, and whether the generated output is that of the documents.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const commands: Readonly<Record<string, string>> = {
  'format, lint and circular imports': 'node_modules/@biomejs/biome/bin/biome check --error-on-warnings .',
  types: 'node_modules/typescript/bin/tsc -p tsconfig.json',
  'types of the portal': 'node_modules/typescript/bin/tsc -p portal/tsconfig.json',
  'unused files, exports and dependencies': 'node_modules/knip/bin/knip.js --no-progress',
  'documents without findings': 'generator/bin/octavo.js lint',
  'generated output is that of the documents': 'generator/bin/octavo.js generate --check',
};

const outcomes = Object.entries(commands).map(([name, command]) => {
  console.log(`\n${name}: ${command}`);
  const { status } = spawnSync(process.execPath, command.split(' '), { cwd: root, stdio: 'inherit' });
  return { name, passed: status === 0 };
});
writeFileSync(resolve(root, '.octavo/commands.json'), JSON.stringify(outcomes));
