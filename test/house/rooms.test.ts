// Checks all imports of the sources, including type imports, against the table of rooms.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupBy } from '../../generator/base/group-by.ts';
import { drawing, LEAVES, ROOMS } from './rooms.ts';

const root = resolve(import.meta.dirname, '../..');
const packages = [...new Set(Object.keys(ROOMS).map((room) => room.replace(/\/.*/, '')))];
const files = packages.flatMap(sources);

/** A folder with more is several rooms: look for the seam. */
const MOST_FILES = 25;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const imports = files.flatMap((file) => targetsOf(file, readFileSync(join(root, file), 'utf8')).map((target) => ({ file, target })));

/** Imports between rooms. */
const crossing: readonly Import[] = imports
  .filter(({ target }) => leafOf(target) === undefined)
  .map(({ file, target }) => ({ file, target, from: roomOf(file), to: roomOf(target) }))
  .filter(({ from, to }) => from !== to);

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** The files that a file imports: by statements (types included), by `import()` of modules and types, and as workers. */
function targetsOf(file: string, text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^;'"`]*?\sfrom\s)?\s*'(\.[^']+)'/gm);
  const calls = text.matchAll(/\bimport\(\s*'(\.[^']+)'|\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g);
  return [...statements, ...calls].map(([, named, url]) => join(dirname(file), named ?? url ?? '').replaceAll('\\', '/'));
}

/** The leaf that a file is, or that contains it. */
function leafOf(file: string): string | undefined {
  return LEAVES.find((leaf) => file === leaf || file.startsWith(`${leaf}/`));
}

/** The innermost room that contains a file. */
function roomOf(file: string): string | undefined {
  for (let path = file; path !== '.'; path = dirname(path)) if (Object.hasOwn(ROOMS, path)) return path;
  return undefined;
}

test.each([
  ["import { a } from './a.ts';", ['runtime/a.ts']],
  ["import {\n  a,\n  type B,\n} from '../b/a.ts';", ['b/a.ts']],
  ["import type { A } from './wire/a.ts';", ['runtime/wire/a.ts']],
  ["export type * from './a.ts';\nexport * from './b.ts';", ['runtime/a.ts', 'runtime/b.ts']],
  ["import './a.ts';", ['runtime/a.ts']],
  ["const a = await import('./a.ts');\nlet b: import('./b.ts').B;", ['runtime/a.ts', 'runtime/b.ts']],
  ["new Worker(new URL('./worker.ts', import.meta.url));", ['runtime/worker.ts']],
  ["import { b } from 'node:fs';\nconst c = './c.ts';", []],
])('%j names %j', (text, want) => {
  expect(targetsOf('runtime/index.ts', text)).toEqual(want);
});

describe('rooms', () => {
  test('every source file belongs to a room', () => {
    expect(files.filter((file) => roomOf(file) === undefined && leafOf(file) === undefined)).toEqual([]);
  });

  test('no folder has more than 25 files', () => {
    const counts = groupBy(files, dirname);
    expect([...counts].filter(([, inside]) => inside.length > MOST_FILES).map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual(
      [],
    );
  });

  test('no file imports a room that its own room may not import', () => {
    const refused = crossing
      .filter(({ from, to }) => from === undefined || to === undefined || ROOMS[from]?.includes(to) !== true)
      .map(({ file, target, from }) => `${file} imports ${target}: ${from} may import ${ROOMS[from ?? '']?.join(', ') || 'no other room'}`);
    expect(refused).toEqual([]);
  });

  test('every allowed import of the table is used', () => {
    const used = new Set(crossing.map(({ from, to }) => `${from} → ${to}`));
    const allowed = Object.entries(ROOMS).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  test('what every room may import imports nothing else', () => {
    const leaving = imports.filter(({ file, target }) => leafOf(file) !== undefined && leafOf(file) !== leafOf(target));
    expect(leaving).toEqual([]);
  });

  test('among the rooms that produce output, only raw/ reads the description', () => {
    const readers = Object.entries(ROOMS).filter(([, targets]) => targets.some((to) => to.startsWith('generator/load')));
    const output = /^generator\/(?:emit|raw|scaffold|write)(?:\/|$)/;
    expect(readers.map(([room]) => room).filter((room) => output.test(room))).toEqual(['generator/raw']);
  });

  test('every room is listed after the rooms that it imports', () => {
    const order = Object.keys(ROOMS);
    const backward = Object.entries(ROOMS).flatMap(([from, targets]) =>
      targets.filter((to) => !order.slice(0, order.indexOf(from)).includes(to)).map((to) => `${from} → ${to}`),
    );
    expect(backward).toEqual([]);
  });

  test('docs/architecture.md has the drawing of the table', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const [, drawn] = /^```text rooms\n(.*?)```$/ms.exec(page) ?? [];
    expect(drawn).toBe(drawing());
  });
});
