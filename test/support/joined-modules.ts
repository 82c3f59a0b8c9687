// Joins the modules of the runtime, and those of Kysely, to a few files: to find and load all four hundred takes a third of the time in which the services start.
// `quick-resolve.mjs` gives them to programs that tests start, and leaves those of the tests alone.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { hashOf } from './content-hash.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.octavo/joined');

/** Another run, with an older version, may read a file for so many milliseconds. */
const KEPT = 3_600_000;

/** Joins them where a module has changed. @returns the file with the addresses of the joined modules, by those of the modules that programs import */
export function joinModules(): string {
  const places = join(folder, `${hashOf(['runtime', 'package-lock.json'])}.json`);
  if (existsSync(places)) return places;
  mkdirSync(folder, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [...runtimeEntries(), ...['kysely', 'kysely/migration'].map((name) => fileURLToPath(import.meta.resolve(name)))],
    outdir: folder,
    entryNames: '[dir]/[name]-[hash]',
    bundle: true,
    splitting: true,
    // Classes say their names.
    keepNames: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    metafile: true,
    logLevel: 'warning',
  });
  const written = Object.entries(metafile.outputs);
  const urlOf = (file: string): string => pathToFileURL(join(root, file)).href;
  const map = Object.fromEntries(
    written.flatMap(([file, { entryPoint }]) => (entryPoint === undefined ? [] : [[urlOf(entryPoint), urlOf(file)]])),
  );
  removeOthers(new Set(written.map(([file]) => join(root, file))));
  // A program never reads half of it.
  const copy = `${places}.${process.pid}`;
  writeFileSync(copy, JSON.stringify(map));
  renameSync(copy, places);
  return places;
}

/** The modules that the manifest of the runtime names. */
function runtimeEntries(): string[] {
  const place = join(root, 'runtime');
  const { exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { exports: Record<string, string> };
  return Object.values(exports).flatMap((file) => (file.endsWith('.ts') ? join(place, file) : []));
}

function removeOthers(written: ReadonlySet<string>): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (/\.js(?:on)?$/.test(file) && !written.has(file) && statSync(file).mtimeMs < Date.now() - KEPT) rmSync(file, { force: true });
  }
}
