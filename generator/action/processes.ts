// The programs that the action runs: git, and the command line beside it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MOST_BYTES = 256 * 1024 * 1024;

const bin = fileURLToPath(new URL('../bin/octavo.js', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `octavo diff` in the working directory. `markdown`: the changes in this form too; `undefined` where the versions were not compared. */
export async function octavoDiff(args: readonly string[]): Promise<Ended & { readonly markdown: string | undefined }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-action-'));
  try {
    const file = path.join(folder, 'changes.md');
    const ended = await octavo(['diff', ...args, '--format', `markdown=${file}`]);
    return { ...ended, markdown: existsSync(file) ? await readFile(file, 'utf8') : undefined };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function octavo(args: readonly string[]): Promise<Ended> {
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
