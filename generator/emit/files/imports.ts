// Collects the imports of a generated file while it is printed: asking for a name imports it, under another name where it is taken. What the files of
// the same folder declare for each schema and operation is imported as a namespace, so that a new operation adds no import.
import { stringLiteral } from '../text/escape.ts';
import { WIDTH } from '../text/width.ts';
import type { Folder, Reexport } from './layout.ts';
import type { EmitOptions } from './options.ts';
import type { FileName } from './table.ts';
import type { TypeScope } from './type-names.ts';

/** Where a name is imported from: a file of the service, the runtime, or a module of the user. */
type Source = FileName | RuntimeEntry | `module:${string}`;

type RuntimeEntry =
  | 'runtime'
  | 'runtime/testing'
  | 'runtime/raw-client'
  | 'runtime/query'
  | 'runtime/mcp'
  | 'runtime/refine'
  | 'runtime/xml'
  | 'runtime/linear'
  | 'runtime/temporal';

/** A module that the user names, as the service's own folder imports it. */
export function moduleSource(module: string): `module:${string}` {
  return `module:${module}`;
}

export interface Imports extends TypeScope {
  /**
   * Imports a value, unless the file declares it, and returns its name in this file, such as `operations.findEmail`. `wanted` is that name, where it
   * is free.
   */
  value(from: Source, name: string, wanted?: string): string;
  /** Imports a type and returns its name in this file, such as `types.Email`. */
  type(from: Source, name: string): string;
  /** Whether a watch keeps the file, with places for the words of operations. */
  readonly isKept: boolean;
  /** The import statements and re-exports, ended by a newline; modules and names are sorted. */
  text(): string;
}

export interface ImportOptions {
  readonly options: Pick<EmitOptions, 'runtime' | 'kept'>;
  /** The folder of the file. */
  readonly folder: Pick<Folder, 'declared' | 'locate' | 'fromHere' | 'reexports'>;
  readonly file: FileName;
  /**
   * Names from the document, wherever they are declared. Imports from the runtime and names of the platform avoid them, so that a schema
   * called `Promise` or `Operation` hides nothing.
   */
  readonly taken: ReadonlySet<string>;
  /** Names that the file declares without exporting them, parameters of functions included: every import avoids them. */
  readonly locals?: readonly string[];
}

interface Entry {
  readonly name: string;
  readonly local: string;
  typeOnly: boolean;
}

/** The files whose exports are named by the document. */
const NAMED_BY_DOCUMENT: readonly Source[] = ['types', 'operations'];

/** The files that declare something for each schema or operation. */
const NAMESPACES: readonly Source[] = ['types', 'operations', 'checks', 'validators'];

/** A file of the same folder, imported as a whole. */
interface Namespace {
  readonly local: string;
  typeOnly: boolean;
}

/** Whether the file that declares names is imported as a namespace: other folders have few names for this file, and one import for each. */
function isNamespace(from: Source, module: string): boolean {
  return NAMESPACES.includes(from) && module.lastIndexOf('/') === 1;
}

export function createImports({ options, folder, file, taken, locals = [] }: ImportOptions): Imports {
  const modules = new Map<string, Map<string, Entry>>();
  const namespaces = new Map<string, Namespace>();
  const declared = new Set([...folder.declared(file), ...locals]);

  const moduleFor = (from: Source, name: string): string => {
    if (isForeign(from)) return folder.fromHere(from.slice('module:'.length));
    switch (from) {
      case 'runtime':
      case 'runtime/testing':
      case 'runtime/raw-client':
      case 'runtime/query':
      case 'runtime/mcp':
      case 'runtime/refine':
      case 'runtime/xml':
      case 'runtime/linear':
      case 'runtime/temporal':
        return folder.fromHere(from.replace('runtime', () => options.runtime));
      default:
        return folder.locate(from, name);
    }
  };

  const free = (wanted: string, isTaken: (name: string) => boolean): string => {
    let local = wanted;
    while (declared.has(local) || isTaken(local)) local += '_';
    declared.add(local);
    return local;
  };

  const namespace = (from: Source, module: string, typeOnly: boolean): string => {
    const known = namespaces.get(module) ?? { local: free(from, (name) => taken.has(name)), typeOnly };
    known.typeOnly &&= typeOnly;
    namespaces.set(module, known);
    return known.local;
  };

  const ask = (from: Source, name: string, typeOnly: boolean, wanted = name): string => {
    if (from === file && folder.declared(file).has(name)) return name;
    const module = moduleFor(from, name);
    if (isNamespace(from, module)) return `${namespace(from, module, typeOnly)}.${name}`;
    const entries = modules.get(module) ?? new Map<string, Entry>();
    modules.set(module, entries);
    const known = entries.get(name);
    if (known !== undefined) {
      known.typeOnly &&= typeOnly;
      return known.local;
    }
    const local = free(wanted, (own) => taken.has(own) && !NAMED_BY_DOCUMENT.includes(from));
    entries.set(name, { name, local, typeOnly });
    return local;
  };

  return {
    isKept: options.kept !== undefined,
    value: (from, name, wanted) => ask(from, name, false, wanted),
    type: (from, name) => ask(from, name, true),
    named: (name) => ask('types', name, true),
    global: (name) => (taken.has(name) ? `globalThis.${name}` : name),
    brand: (name) => ask('formats', name, true),
    foreign: (module, name) => ask(moduleSource(module), name, true),
    text: () =>
      [
        ...[...modules].map(([module, entries]) => ({ module, text: statement(module, [...entries.values()]) })),
        ...[...namespaces].map(([module, { local, typeOnly }]) => ({ module, text: namespaceImport(local, module, typeOnly) })),
      ]
        .sort((a, b) => compareModules(a.module, b.module))
        .map(({ text }) => text)
        .concat(folder.reexports(file).map(reexport))
        .join(''),
  };
}

function isForeign(from: Source): from is `module:${string}` {
  return from.startsWith('module:');
}

function reexport({ module, types }: Reexport): string {
  return `export ${types === undefined ? '*' : `type { ${types.join(', ')} }`} from ${stringLiteral(module)};\n`;
}

/** Packages first, then relative imports. */
function compareModules(a: string, b: string): number {
  const near = Number(a.startsWith('.')) - Number(b.startsWith('.'));
  return near === 0 ? compare(a, b) : near;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `import type * as types from './types.js';` */
export function namespaceImport(local: string, module: string, typeOnly: boolean): string {
  return `import ${typeOnly ? 'type ' : ''}* as ${local} from ${stringLiteral(module)};\n`;
}

function statement(module: string, entries: readonly Entry[]): string {
  const allTypes = entries.every((entry) => entry.typeOnly);
  const names = entries
    .map((entry) => ({ ...entry, small: entry.name.toLowerCase() }))
    .sort((a, b) => compare(a.small, b.small) || compare(a.name, b.name))
    .map(({ name, local, typeOnly }) => `${typeOnly && !allTypes ? 'type ' : ''}${name}${name === local ? '' : ` as ${local}`}`);
  const head = allTypes ? 'import type' : 'import';
  const line = `${head} { ${names.join(', ')} } from ${stringLiteral(module)};\n`;
  return line.length <= WIDTH ? line : `${head} {\n${names.map((name) => `  ${name},\n`).join('')}} from ${stringLiteral(module)};\n`;
}
