// Compares what the generated code of two versions exports, and says which release a package of this code needs, by docs/versioning.md.
import path from 'node:path';
import { ts } from '@ts-morph/common';
import { environmentError } from '../base/error.ts';
import { memoryProgram } from '../callers/program.ts';
import type { Release } from '../diff/formats/next-version.ts';
import { hasFile, PACKAGES, type PackageName, type UseOf, usesIn } from './ends.ts';
import { changesOf, type MemberChange } from './members.ts';

/** What each package needs: `none` where it does not have what changes. */
export type Packages = Readonly<Record<PackageName, Release>>;

interface ExportChange {
  readonly kind: 'class' | 'const' | 'function' | 'interface' | 'type';
  readonly name: string;
  /** The rest of a sentence that begins with the name. */
  readonly what: string;
  /** What a package of the whole code needs: the most that one of the packages does. */
  readonly release: Release;
  readonly packages: Packages;
}

export interface ExportsCompared {
  readonly changes: readonly ExportChange[];
  readonly release: Release;
  readonly packages: Packages;
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
  const sources = program.getSourceFiles().filter(({ fileName }) => texts.has(fileName));
  requirePackages(sources, checker);
  const [old, now] = folders.map((folder): Version => {
    const files = sources.filter(({ fileName }) => fileName.startsWith(`${folder}/`));
    return { exports: exportsOf(program, checker, `${folder}/index.ts`), useOf: usesIn(files, checker) };
  });
  const changes = old === undefined || now === undefined ? [] : changesBetween(old, now, checker);
  const packages = ofEach((name) => {
    const [own, other] = [before, after].map((files) => new Map([...files].filter(([file]) => hasFile(name, file))));
    const needed = changes.map((change) => change.packages[name]).filter((release) => release !== 'none');
    return most(needed) ?? (own !== undefined && other !== undefined && areEqual(own, other) ? 'none' : 'patch');
  });
  const release = most(changes.map((change) => change.release)) ?? (areEqual(before, after) ? 'none' : 'patch');
  return { changes, release, packages };
}

interface Version {
  readonly exports: ReadonlyMap<string, ts.Symbol>;
  readonly useOf: UseOf;
}

function changesBetween(old: Version, now: Version, checker: ts.TypeChecker): ExportChange[] {
  const changes: ExportChange[] = [];
  const add = (symbol: ts.Symbol, change: MemberChange, other = symbol): void => {
    const packages = ofEach((name) => {
      if (!hasFile(name, fileOf(symbol))) return 'none';
      const uses = [old.useOf(symbol, name), now.useOf(other, name)];
      const breaks =
        (change.breaksReaders && uses.some(({ isRead }) => isRead)) || (change.breaksWriters && uses.some(({ isWritten }) => isWritten));
      return breaks ? 'major' : 'minor';
    });
    changes.push({
      kind: kindOf(other),
      name: other.name,
      what: change.what,
      release: most(PACKAGES.map((name) => packages[name])) ?? 'none',
      packages,
    });
  };
  for (const [name, symbol] of old.exports) {
    const other = now.exports.get(name);
    if (other === undefined) add(symbol, { what: 'was removed', breaksReaders: true, breaksWriters: true });
    else for (const change of changesOf(symbol, other, checker)) add(symbol, change, other);
  }
  for (const [name, symbol] of now.exports)
    if (!old.exports.has(name)) add(symbol, { what: 'is new', breaksReaders: false, breaksWriters: false });
  return changes;
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

function ofEach(release: (name: PackageName) => Release): Packages {
  return { client: release('client'), server: release('server'), types: release('types') };
}

function most(releases: readonly Release[]): Release | undefined {
  return (['major', 'minor', 'patch', 'none'] as const).find((release) => releases.includes(release));
}

function fileOf({ declarations }: ts.Symbol): string {
  return declarations?.[0]?.getSourceFile().fileName ?? '';
}

function areEqual(before: Files, after: Files): boolean {
  return before.size === after.size && [...before].every(([name, text]) => after.get(name) === text);
}
