// Compares what the generated code of two versions exports, and says which release a package of this code needs, by docs/versioning.md.
import path from 'node:path';
import { ts } from '@ts-morph/common';
import { environmentError } from '../base/error.ts';
import { memoryProgram } from '../callers/program.ts';
import type { Release } from '../diff/formats/next-version.ts';
import { changesOf, type ExportChange } from './members.ts';

export interface ExportsCompared {
  readonly changes: readonly ExportChange[];
  readonly release: Release;
}

/** The texts of generated files by their names in the folder of a document. */
type Files = ReadonlyMap<string, string>;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/**
 * @param cwd where imports of the runtime are resolved
 * @throws {OctavoError} (exit 3) where one cannot be: what it types would be equal in both versions
 */
export function compareExports(before: Files, after: Files, cwd: string): ExportsCompared {
  // The folders are never written. They only say where modules are looked up.
  const folders = ['old', 'new'].map((name) => path.join(cwd, '.octavo/exported', name).split(path.sep).join('/'));
  const texts = new Map([before, after].flatMap((files, index) => [...files].map(([name, text]) => [`${folders[index]}/${name}`, text])));
  const memory = memoryProgram([], OPTIONS);
  memory.replace(texts);
  const program = memory.current();
  const checker = program.getTypeChecker();
  requirePackages(
    program.getSourceFiles().filter(({ fileName }) => texts.has(fileName)),
    checker,
  );
  const [old, now] = folders.map((folder) => exportsOf(program, checker, `${folder}/index.ts`));
  const changes: ExportChange[] = [];
  for (const [name, symbol] of old ?? []) {
    const other = now?.get(name);
    if (other === undefined) changes.push({ kind: kindOf(symbol), name, what: 'was removed', release: 'major' });
    else changes.push(...changesOf({ kind: kindOf(other), name }, symbol, other, checker));
  }
  for (const [name, symbol] of now ?? [])
    if (old?.has(name) !== true) changes.push({ kind: kindOf(symbol), name, what: 'is new', release: 'minor' });
  return { changes, release: releaseOf(changes, areEqual(before, after)) };
}

/** Packages that the code imports and that are not installed would make each type of theirs `any`. */
function requirePackages(files: readonly ts.SourceFile[], checker: ts.TypeChecker): void {
  const imports = files.flatMap(({ statements }) =>
    statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier }) => moduleSpecifier),
  );
  const missing = imports
    .filter(ts.isStringLiteral)
    .find((specifier) => !specifier.text.startsWith('.') && checker.getSymbolAtLocation(specifier) === undefined);
  if (missing === undefined) return;
  throw environmentError('package-missing', `The package \`${missing.text}\`, which the generated code imports, is not installed.`, {
    fix: 'Install it, and run this in the project that has it: types of generated code are made of its types.',
  });
}

function exportsOf(program: ts.Program, checker: ts.TypeChecker, file: string): ReadonlyMap<string, ts.Symbol> {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
  return new Map(
    symbols.map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol] as const),
  );
}

function kindOf({ flags }: ts.Symbol): ExportChange['kind'] {
  if (flags & ts.SymbolFlags.Function) return 'function';
  if (flags & ts.SymbolFlags.Class) return 'class';
  if (flags & ts.SymbolFlags.Variable) return 'const';
  return flags & ts.SymbolFlags.Interface ? 'interface' : 'type';
}

function releaseOf(changes: readonly ExportChange[], areSame: boolean): Release {
  if (changes.some(({ release }) => release === 'major')) return 'major';
  if (changes.length > 0) return 'minor';
  return areSame ? 'none' : 'patch';
}

function areEqual(before: Files, after: Files): boolean {
  return before.size === after.size && [...before].every(([name, text]) => after.get(name) === text);
}
