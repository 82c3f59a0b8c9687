// Helpers of the loader's tests: a temporary project, and problems as short lines.
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Problem, Problems } from '../../generator/base/problem.ts';
import type { Description } from '../../generator/load/description.ts';
import { position } from '../../generator/load/frame.ts';
import { type LoadOptions, load } from '../../generator/load/index.ts';
import { spanOf } from '../../generator/load/text/position.ts';

/** A temporary folder with these files, outside the repository. */
export async function project(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'octavo-load-')));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export interface Loaded {
  readonly description: Description | undefined;
  readonly problems: readonly Problem[];
  /** `severity code line:column`, with the file unless it is the entry. */
  readonly lines: readonly string[];
  /** `severity code `, and the marked text. */
  readonly marked: readonly string[];
}

/** Documents are read under `partial`, unless the options say otherwise: most tests are of what a fault costs. */
export async function loadIn(folder: string, file: string, options: Partial<LoadOptions> = {}): Promise<Loaded> {
  const problems = new Problems();
  const description = await load(join(folder, file), { root: folder, partial: true, ...options }, problems);
  return {
    description,
    problems: problems.list,
    lines: problems.list.map((problem) => lineOf(problem, file)),
    marked: problems.list.map(markedBy),
  };
}

/** Loads a text as if it were the file `api.yaml` of an empty project. */
export async function loadText(text: string, options: Partial<LoadOptions> = {}, file = 'api.yaml'): Promise<Loaded> {
  return loadIn(await emptyProject(), file, { text, ...options });
}

let empty: Promise<string> | undefined;

function emptyProject(): Promise<string> {
  empty ??= project({});
  return empty;
}

function lineOf(problem: Problem, entry: string): string {
  const { line, column } = position(problem.location);
  const file = problem.location.source.path.split('/').at(-1) ?? '';
  return `${problem.severity} ${problem.code} ${file === entry ? '' : `${file}:`}${line}:${column}`;
}

function markedBy({ severity, code, location }: Problem): string {
  const { start, end } = spanOf(location);
  return `${severity} ${code} ${location.source.text.slice(start, end)}`;
}

/** Loads the description. @throws with the problems if it does not load. */
export function given(loaded: Loaded): Description {
  if (loaded.description === undefined) throw new Error(`not loaded: ${loaded.lines.join(', ')}`);
  return loaded.description;
}

/** A document with these lines after its head of four lines (`openapi`, `info`). */
export function document(version: '3.0.3' | '3.1.1' | '3.2.0', ...lines: readonly string[]): string {
  return [`openapi: ${version}`, 'info:', '  title: T', "  version: '1'", ...lines, ''].join('\n');
}

/** A 3.1 document whose component `S` is this schema, in flow style, on line 8. */
export function withSchema(schema: string, version: '3.0.3' | '3.1.1' | '3.2.0' = '3.1.1'): string {
  return document(version, 'paths: {}', 'components:', '  schemas:', `    S: ${schema}`);
}
