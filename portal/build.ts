// Builds the scripts and styles of the portal with esbuild. In the checkout, `portalFolder` builds them when a source is newer; packages hold them
// built.
import { hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as bundle } from 'esbuild';

const portal = import.meta.dirname;
const root = path.dirname(portal);
/** Newer browsers than these have `light-dark()` and popovers, so nothing is rewritten for older ones. */
const target = ['chrome125', 'firefox126', 'safari17.5'];
const common = { bundle: true, minify: true, target, legalComments: 'none', write: true, metafile: true, logLevel: 'silent' } as const;
/** Fonts keep their names, so that the licence beside them names them. */
const fonts = { loader: { '.woff2': 'file' }, assetNames: '[name]' } as const;
const FONT = 'node_modules/@fontsource-variable/inter';

/** Classic scripts, which also run on pages that are opened as files. */
const scripts = [
  'shell/theme.ts',
  'shell/shell.ts',
  'shell/search.ts',
  'shell/repair.ts',
  'shell/find-root.ts',
  'shell/tabs.ts',
  'home/home.ts',
  'console/sign-in/signed-in.ts',
];
/** `frame.css` is what pages have that Redocly builds; `base.css` has it too. */
const styles = ['shared/base.css', 'shell/frame.css', 'shell/reference.css'];
/** Apps: ES modules, which need a server. What they import with `import()` is a chunk of its own. */
const apps = ['console/console.tsx', 'column/column.tsx', 'sandbox/sandbox.tsx'];
/** Modules that the generated code of documents imports. They share chunks with the apps. */
const runtime = ['index', 'xml', 'linear'];

/** Writes the files into the folder. Returns the paths of the sources that were read, relative to the root of the repository. */
export async function buildPortal(out: string): Promise<readonly string[]> {
  mkdirSync(out, { recursive: true });
  const entries = (files: readonly string[]): Record<string, string> =>
    Object.fromEntries(files.map((file) => [path.basename(file).replace(/\.\w+$/, ''), path.join(portal, file)]));
  const results = await Promise.all([
    bundle({ ...common, absWorkingDir: root, entryPoints: entries(scripts), outdir: out, format: 'iife' }),
    bundle({ ...common, ...fonts, absWorkingDir: root, entryPoints: entries(styles), outdir: out }),
    bundle({
      ...common,
      absWorkingDir: root,
      entryPoints: {
        ...entries(apps),
        ...Object.fromEntries(runtime.map((name) => [`runtime/${name}`, path.join(portal, `console/runtime/${name}.ts`)])),
      },
      outdir: out,
      format: 'esm',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      jsx: 'automatic',
      jsxImportSource: 'preact',
    }),
  ]);
  copyFileSync(path.join(root, FONT, 'LICENSE'), path.join(out, 'inter-license.txt'));
  // This file is a source too, since it names what is built.
  return [...new Set(['portal/build.ts', ...results.flatMap(({ metafile }) => Object.keys(metafile.inputs))])]
    .filter((file) => existsSync(path.join(root, file)))
    .sort();
}

/** The sources of the last build: the path of each, its size and its time. */
interface Built {
  readonly folder: string;
  readonly sources: Readonly<Record<string, string>>;
}

/** The folder with the built files of this checkout. */
export async function portalFolder(): Promise<string> {
  const record = path.join(root, '.octavo/portal.json');
  const known = readBuilt(record);
  if (known !== undefined && existsSync(known.folder) && Object.entries(known.sources).every(([file, stamp]) => stampOf(file) === stamp)) {
    return known.folder;
  }
  const home = path.join(root, '.octavo/portal');
  const scratch = path.join(home, `building-${process.pid}`);
  rmSync(scratch, { recursive: true, force: true });
  const sources = Object.fromEntries((await buildPortal(scratch)).map((file) => [file, stampOf(file)]));
  const folder = path.join(home, hash('sha256', JSON.stringify(sources)).slice(0, 16));
  try {
    renameSync(scratch, folder);
  } catch (error) {
    // Another process has built the same sources.
    rmSync(scratch, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  writeFileSync(`${record}.${process.pid}`, JSON.stringify({ folder, sources } satisfies Built));
  renameSync(`${record}.${process.pid}`, record);
  removeOld(home, folder);
  return folder;
}

/** Removes the builds of more than an hour ago: another process may still be copying a newer one. */
function removeOld(home: string, current: string): void {
  for (const name of readdirSync(home)) {
    const folder = path.join(home, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (folder !== current && age > 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}

function stampOf(file: string): string {
  const found = statSync(path.join(root, file), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.size}:${found.mtimeMs}`;
}

function readBuilt(file: string): Built | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Built;
  } catch {
    return undefined;
  }
}

const [, script, folder] = process.argv;
if (script === import.meta.filename && folder !== undefined) await buildPortal(path.resolve(folder));
