// Prepares the folders in which the examples run: the checkout, and copies outside it with the packed packages installed.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { npm, npmEnvironment, pack } from '../../scripts/pack.ts';
import { type Fence, fencesOf } from '../support/fences.ts';
import { type Program, startProgram } from '../support/program.ts';

const examples = resolve(import.meta.dirname, '../../examples');

export interface Place {
  /** The folder of an example that is ready to run. */
  prepare(name: string): string;
  close(): void;
}

export const places: Readonly<Record<string, () => Place>> = {
  'in the checkout': () => ({ prepare: (name) => join(examples, name), close: () => {} }),
  'with the packed packages': () => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-examples-'));
    const { generator, runtime } = pack(join(folder, 'packages'));
    return {
      prepare(name) {
        const copy = join(folder, name);
        const made = ['node_modules', 'api', 'dist'];
        cpSync(join(examples, name), copy, { recursive: true, filter: (path) => !made.includes(basename(path)) });
        npm(['install', '--no-fund', '--no-audit', '--prefer-offline', generator, runtime], copy);
        return copy;
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

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
