// Makes what takes long once for all test files of a run, though they run in several processes.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Milliseconds after which a maker counts as gone. */
const LIMIT = 240_000;

type Made<Value> = { readonly value: Value } | { readonly error: string };

/**
 * The value of `make`, which the first file that asks for `name` calls; the others wait for it. `make` gets a folder of its own, which is removed
 * when the run ends. In a program that runs without vitest, the run is the process.
 * @returns a value that JSON can carry
 * @throws {Error} in each file if `make` throws
 */
export function oncePerRun<Value>(name: string, make: (folder: string) => Value): Value {
  const { folder, file } = placeOf(name);
  if (isFirst(folder))
    write(
      file,
      attempt(() => make(folder)),
    );
  for (const end = Date.now() + LIMIT; !existsSync(file); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50))
    checkTime(name, end);
  return read<Value>(file);
}

/** The same for what is made in the process that asks first, without blocking it. */
export async function oncePerRunAsync<Value>(name: string, make: (folder: string) => Promise<Value>): Promise<Value> {
  const { folder, file } = placeOf(name);
  if (isFirst(folder))
    write(
      file,
      await make(folder).then(
        (value) => ({ value }),
        (error: unknown) => ({ error: textOf(error) }),
      ),
    );
  for (const end = Date.now() + LIMIT; !existsSync(file); await new Promise((done) => setTimeout(done, 50))) checkTime(name, end);
  return read<Value>(file);
}

function placeOf(name: string): { folder: string; file: string } {
  const folder = join(runFolder(), name);
  return { folder, file: `${folder}.json` };
}

/** A reader never sees half a file. */
function write(file: string, made: Made<unknown>): void {
  writeFileSync(`${file}.new`, JSON.stringify(made));
  renameSync(`${file}.new`, file);
}

function read<Value>(file: string): Value {
  const made = JSON.parse(readFileSync(file, 'utf8')) as Made<Value>;
  if ('error' in made) throw new Error(made.error);
  return made.value;
}

function checkTime(name: string, end: number): void {
  if (Date.now() > end) throw new Error(`Another test file began to make ${name}, and did not end within ${LIMIT / 1000} s.`);
}

/** The folder of what the files of this run share. */
export const runFolder = (): string => process.env.OCTAVO_RUN_FOLDER ?? ownFolder();

/** Makes the folder of this run, and tells the processes that this one starts. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-run-'));
  // PostgreSQL runs as a user of its own where the tests run as root, and must come through to its folder.
  chmodSync(folder, 0o711);
  process.env.OCTAVO_RUN_FOLDER = folder;
  return folder;
}

/** Whether this process is a run of its own: a program that no run of vitest has started. */
export const isOwnRun = (): boolean => isOwn;
let isOwn = false;

function ownFolder(): string {
  const folder = makeRunFolder();
  isOwn = true;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function attempt<Value>(make: () => Value): Made<Value> {
  try {
    return { value: make() };
  } catch (error) {
    return { error: textOf(error) };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
