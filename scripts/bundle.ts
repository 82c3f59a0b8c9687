// Joins the modules of a built package: Node.js takes longer to find and load four hundred files than a small document takes.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { buildSync } from 'esbuild';

/** The folder of the package that has the joined modules. */
const CHUNKS = 'chunks';

/** Tells modules where they stood before they were joined: files are found from there, and programs that run in threads of their own. */
const MODULE_AT = `import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export function moduleAt(path) {
  const url = new URL(path, import.meta.url).href;
  const filename = fileURLToPath(url);
  return { url, filename, dirname: dirname(filename) };
}
`;

/**
 * Joins the modules of the package in `target`, which has its manifest already. Its entries, and the modules that it starts in threads and processes,
 * stay where they are; what is loaded later stays apart. Messages of failures name the functions, and comments in the joined files the modules.
 */
function bundle(target: string): void {
  const entries = entriesOf(target);
  for (const file of modulesIn(target)) anchor(target, file);
  const { metafile } = buildSync({
    absWorkingDir: target,
    entryPoints: entries.map((entry) => join(target, entry)),
    outdir: target,
    outbase: target,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    // It is for the generator alone, and has as many modules as all else that a run loads.
    alias: { '@octavo/runtime/facts': join(import.meta.dirname, '../runtime/facts.ts') },
    external: ['#module-at'],
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    metafile: true,
    logLevel: 'warning',
  });
  const written = new Set(Object.keys(metafile.outputs));
  const isOwn = (file: string): boolean => !file.startsWith('..');
  for (const file of Object.keys(metafile.inputs).filter(isOwn)) if (!written.has(file)) rmSync(join(target, file));
  // A module of types has nothing to run.
  for (const file of modulesIn(target)) if (readFileSync(join(target, file), 'utf8').trim() === 'export {};') rmSync(join(target, file));
  writeFileSync(join(target, 'module-at.js'), MODULE_AT);
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as object;
  const imports = { '#module-at': './module-at.js' };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, imports }, null, 2)}\n`);
}

/**
 * The modules that users and the package itself load by their paths: the command line, the action, what `exports` names, and what runs in a thread or
 * process of its own.
 */
function entriesOf(target: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  const offered = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.default.slice('./'.length)]));
  const started = modulesIn(target).flatMap((file) =>
    [...readFileSync(join(target, file), 'utf8').matchAll(/ownModule\(import\.meta\.url, '([\w-]+)'\)/g)].map(([, name]) =>
      join(dirname(file), `${name}.js`),
    ),
  );
  return ['cli.js', 'action/review.js', ...new Set([...offered, ...started])];
}

/** The modules that the compiler wrote, by their paths in the package. */
function modulesIn(target: string): string[] {
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.js') && existsSync(join(target, name.replace(/\.js$/, '.d.ts'))))
    .map((name) => name.split(sep).join('/'));
}

/** Lets a module find its own place after it was joined to others. */
function anchor(target: string, file: string): void {
  const text = readFileSync(join(target, file), 'utf8');
  const anchored = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, 'modulePlace.$1');
  if (anchored === text) return;
  writeFileSync(
    join(target, file),
    `import { moduleAt } from '#module-at';\nconst modulePlace = moduleAt(${JSON.stringify(`./${file}`)});\n${anchored}`,
  );
}

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the folder of the built package.');
bundle(target);
