// A project of a user's, made of real code of this repository: three services on their generated servers, and their tests with the generated clients.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../documents.ts';

/** A project in a repository of its own, with its documents in `specs/`. */
export interface Project {
  readonly folder: string;
  /** The ending of its documents. */
  readonly extension: 'yaml' | 'json';
}

const folder = path.join(root, '.octavo/bench/callers');

/** The documents, with the names of their clients. */
export const DOCUMENTS = { 'd-events': 'Events', 'f-instalments': 'Instalments', 'h-email': 'Email' } as const;
export type DocumentId = keyof typeof DOCUMENTS;

/** Writes the project, generates its code, and commits both. */
export function prepare(octavo: (folder: string, args: readonly string[]) => void): Project {
  const project: Project = { folder, extension: 'yaml' };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'node_modules/@octavo'), { recursive: true });
  for (const name of ['platform', 'generated', ...ids]) copy(path.join('services', name));
  writeFileSync(path.join(folder, 'services/index.ts'), servicesOfProject());
  for (const id of ids) {
    mkdirSync(path.join(folder, 'specs'), { recursive: true });
    cpSync(path.join(root, 'specs', `${id}.yaml`), specOf(project, id));
    copy(path.join('test/services', id));
  }
  for (const name of supportOf(ids.map((id) => path.join('test/services', id)))) copy(name);
  symlinkSync(path.join(root, 'services/node_modules'), path.join(folder, 'services/node_modules'));
  cpSync(path.join(root, 'generated/package.json'), path.join(folder, 'generated/package.json'));
  symlinkSync(path.join(folder, 'generated'), path.join(folder, 'node_modules/@octavo/interfaces'));
  writeFileSync(path.join(folder, 'octavo.config.ts'), `export default ${JSON.stringify(configuration, undefined, 2)};\n`);
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.json', include: ['services', 'test', 'generated'], exclude: [] }),
  );
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  octavo(folder, ['generate']);
  commit(project);
  return project;
}

/** Makes the folder of a project a repository, with everything in it. */
export function commit({ folder: cwd }: Project): void {
  writeFileSync(path.join(cwd, '.gitignore'), 'node_modules\n.octavo\n');
  git(cwd, 'init', '--quiet');
  git(cwd, 'add', '.');
  git(cwd, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'The project');
}

const ids = Object.keys(DOCUMENTS);

const configuration = {
  documents: Object.entries(DOCUMENTS).map(([id, name]) => ({ input: `specs/${id}.yaml`, name })),
  out: 'generated',
  importExtension: '.ts',
  examples: true,
};

export function specOf({ folder: cwd, extension }: Project, id: string): string {
  return path.join(cwd, 'specs', `${id}.${extension}`);
}

/** Puts everything back as it was committed. */
export function restore({ folder: cwd }: Project): void {
  git(cwd, 'checkout', '--quiet', '--', '.');
  git(cwd, 'clean', '--quiet', '--force', '-d');
}

/** Lines that people wrote against the generated code, in files that are committed. */
export function linesOfCode(): number {
  const files = ids.flatMap((id) => [`services/${id}`, `test/services/${id}`]).flatMap(filesBelow);
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);
}

/** The files of `test/support/` that tests below these folders import, and those that these import. */
function supportOf(folders: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const rest = folders.flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(name, file)),
  );
  for (const file of rest)
    for (const [, from = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g)) {
      const name = path.join(path.dirname(file), from);
      if (!name.startsWith(path.join('test', 'support', path.sep)) || found.has(name)) continue;
      found.add(name);
      rest.push(name);
    }
  return found;
}

function copy(name: string): void {
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
}

/** The list of services without those that the project does not have. */
function servicesOfProject(): string {
  const lines = readFileSync(path.join(root, 'services/index.ts'), 'utf8').split('\n');
  return lines.filter((line) => !/^ {2}'[a-h]-\w+':/.test(line) || ids.some((id) => line.includes(`'${id}':`))).join('\n');
}

function filesBelow(name: string): string[] {
  const files = readdirSync(path.join(folder, name), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, name, file));
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
