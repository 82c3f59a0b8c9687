// Reads what a project's tsconfig.json says about imports, without the compiler, which takes longer to load than most runs last.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isRecord } from './is-record.ts';

export interface Compilation {
  /** Absolute path of the tsconfig.json. */
  readonly file: string;
  /** Whether imports may end in `.ts`: all configurations of the project allow it. */
  readonly importsTypeScript: boolean;
  /** Whether TypeScript refuses `import` in files that package.json makes CommonJS. */
  readonly keepsImports: boolean;
  /** Absolute path of the folder that has to hold all sources, where there is one. */
  readonly rootDir?: string;
}

/** The compilation that the tsconfig.json in the folder describes, or the next one above it, up to the root of the repository. */
export function compilationOf(folder: string): Compilation | undefined {
  const file = path.join(folder, 'tsconfig.json');
  if (existsSync(file)) return read(file);
  const parent = path.dirname(folder);
  return parent === folder || existsSync(path.join(folder, '.git')) ? undefined : compilationOf(parent);
}

function read(file: string): Compilation {
  const all = configurationsOf(file).map((one) => optionsOf(one));
  const every = (...names: readonly string[]): boolean => all.length > 0 && all.every((one) => names.some((name) => one[name] === true));
  const rootDir = all.map((one) => one.rootDir).find((given) => typeof given === 'string');
  return {
    file,
    importsTypeScript: every('allowImportingTsExtensions', 'rewriteRelativeImportExtensions'),
    keepsImports: all.some((one) => one.verbatimModuleSyntax === true),
    ...(typeof rootDir === 'string' ? { rootDir } : {}),
  };
}

/** The file, or those that it refers to where it has no sources itself, as the templates of Vite do. */
function configurationsOf(file: string): string[] {
  const { files, include, references } = parse(file);
  const isOnlyReferences = Array.isArray(references) && include === undefined && (!Array.isArray(files) || files.length === 0);
  if (!isOnlyReferences) return [file];
  const found = references.flatMap((reference: unknown) => {
    const to = isRecord(reference) && typeof reference.path === 'string' ? path.resolve(path.dirname(file), reference.path) : undefined;
    return to === undefined ? [] : (fileAt(to) ?? []);
  });
  return found.length === 0 ? [file] : found;
}

/** Its compiler options, with those that it inherits. What cannot be found or read adds none. */
function optionsOf(file: string, above: readonly string[] = []): Readonly<Record<string, unknown>> {
  if (above.includes(file)) return {};
  const { extends: base, compilerOptions } = parse(file);
  const bases = (Array.isArray(base) ? base : [base]).flatMap((one: unknown) => (typeof one === 'string' ? (baseAt(file, one) ?? []) : []));
  const own = isRecord(compilerOptions) ? { ...compilerOptions } : {};
  if (typeof own.rootDir === 'string') own.rootDir = path.resolve(path.dirname(file), own.rootDir);
  return Object.assign({}, ...bases.map((one) => optionsOf(one, [...above, file])), own);
}

/** A path, or a file of a package (`@tsconfig/node22`, `@vue/tsconfig/tsconfig.dom.json`). */
function baseAt(from: string, name: string): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(name) || path.isAbsolute(name)) return fileAt(path.resolve(path.dirname(from), name));
  const { resolve } = createRequire(from);
  for (const candidate of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      const found = resolve(candidate);
      if (found.endsWith('.json')) return found;
    } catch {
      // The next spelling of the name is tried.
    }
  }
  return undefined;
}

/** A file, with or without its extension, or the tsconfig.json of a folder. */
function fileAt(place: string): string | undefined {
  return [place, `${place}.json`, path.join(place, 'tsconfig.json')].find((file) => existsSync(file) && statSync(file).isFile());
}

/** Reads JSON with what TypeScript allows beyond it: comments, and commas before a closing bracket. Empty for any other text. */
function parse(file: string): Readonly<Record<string, unknown>> {
  const plain = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ' '))
    .replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/g, (part) => (part.startsWith('"') ? part : ''));
  try {
    const parsed: unknown = JSON.parse(plain);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
