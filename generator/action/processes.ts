// The programs that the action runs: git, and the command line beside it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MOST_BYTES = 256 * 1024 * 1024;

const bin = fileURLToPath(new URL('../bin/octavo.js', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `octavo` in the working directory. */
export async function octavo(args: readonly string[]): Promise<Ended> {
  return await new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { maxBuffer: MOST_BYTES }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 3;
      resolve({ code, stdout, stderr });
    });
  });
}

/** What git prints. @throws {Error} with what it says is wrong. */
export async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { maxBuffer: MOST_BYTES });
  return stdout;
}

/** Whether a revision has a file of the working directory. @throws {Error} where there is no such file now. */
export async function hasFile(revision: string, file: string): Promise<boolean> {
  if (!existsSync(file)) throw new Error(`There is no document \`${file}\` in the repository: correct the input \`documents\`.`);
  return (await git(['ls-tree', '--name-only', revision, '--', file])).trim() !== '';
}
