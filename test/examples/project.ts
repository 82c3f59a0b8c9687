// Prepares the folders in which the examples run: the checkout, and copies outside it with the packed packages installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { install, npmEnvironment } from '../../scripts/pack.ts';
import { byEffort } from '../support/effort.ts';
import { type Fence, fencesOf } from '../support/fences.ts';
import { packed } from '../support/packed.ts';
import { type Program, startProgram } from '../support/program.ts';

const examples = resolve(import.meta.dirname, '../../examples');

export interface Place {
  /** The folder of an example that is ready to run. */
  prepare(name: string): string;
  close(): void;
}

const all: Readonly<Record<string, () => Place>> = {
  'in the checkout': () => ({ prepare: (name) => join(examples, name), close: () => {} }),
  'with the packed packages': () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-examples-'));
    // One installation in the folder above serves all examples: it takes longer than what they do.
    install(folder, { ...packagesOfExamples(), octavo: packed().tarballs.generator, '@octavo/runtime': packed().tarballs.runtime });
    return {
      prepare(name) {
        const copy = join(folder, name);
        const made = ['node_modules', 'api', 'dist'];
        cpSync(join(examples, name), copy, { recursive: true, filter: (path) => !made.includes(basename(path)) });
        return copy;
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

/** Where the examples run; installing what they need takes longer than what they do. */
export const places = byEffort({ quick: Object.fromEntries(Object.entries(all).slice(0, 1)), deep: all });

/** The packages that the examples need, with their versions. */
function packagesOfExamples(): Record<string, string> {
  const manifests = readdirSync(examples)
    .map((name) => join(examples, name, 'package.json'))
    .filter((file) => existsSync(file))
    .map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>,
    );
  return Object.assign({}, ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]));
}

/** Fenced code blocks of an example's readme. */
export function readmeOf(name: string): Fence[] {
  return fencesOf(readFileSync(join(examples, name, 'README.md'), 'utf8'));
}

/** Runs a command until it ends. */
export function run(command: string, folder: string, env: NodeJS.ProcessEnv = {}): { code: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: folder,
    shell: true,
    encoding: 'utf8',
    env: { ...npmEnvironment(), ...env },
  });
  return { code: status, printed: `${stdout}${stderr}` };
}

/** Runs `npm start`; returns the address that it prints. */
export async function start(folder: string): Promise<{ program: Program; url: string; line: string }> {
  const program = startProgram('npm', ['start'], { cwd: folder, env: { ...npmEnvironment(), PORT: '0' } });
  const [line, url = ''] = await program.printed(/^.* (http:\/\/127\.0\.0\.1:\d+)$/m);
  return { program, url, line };
}
