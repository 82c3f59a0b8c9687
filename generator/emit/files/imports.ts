// The imports of a generated file, computed from what was printed: asking for a name imports it, under another one where that is taken.
import { stringLiteral } from '../text/escape.ts';
import type { TypeScope } from '../types/type-scope.ts';

export interface Imports extends TypeScope {
  /** Imports a value and gives its name in this file. */
  value(module: string, name: string): string;
  /** Imports a type and gives its name in this file. */
  type(module: string, name: string): string;
  /** Gives a declaration of this file a name that nothing else has, as near to the wanted one as can be. */
  declare(name: string): string;
  /** The import statements, ended by a newline; modules and names are sorted. */
  text(): string;
}

export interface ImportOptions {
  /** The module that holds the types of schemas. */
  readonly types: string;
  /**
   * Names that the document gave, wherever they are declared: what is imported from the runtime goes round them, and so do the names of
   * the platform, so that a schema called `Promise` or `Operation` hides nothing.
   */
  readonly taken: ReadonlySet<string>;
  /** Modules whose names the document gave. */
  readonly own: ReadonlySet<string>;
  /** Names that the file declares itself, parameters of its functions included: every import goes round them. */
  readonly declared?: ReadonlySet<string>;
  /** Where a module's name is declared, as the file imports it. Default: in the module. */
  readonly locate?: (module: string, name: string) => string;
  /** Statements after the imports. */
  readonly reexports?: readonly string[];
}

interface Entry {
  readonly name: string;
  readonly local: string;
  typeOnly: boolean;
}

export function createImports(options: ImportOptions): Imports {
  const modules = new Map<string, Map<string, Entry>>();
  const locals = new Set<string>(options.declared);

  const ask = (module: string, name: string, typeOnly: boolean): string => {
    const from = options.locate?.(module, name) ?? module;
    const entries = modules.get(from) ?? new Map<string, Entry>();
    modules.set(from, entries);
    const known = entries.get(name);
    if (known !== undefined) {
      known.typeOnly &&= typeOnly;
      return known.local;
    }
    let local = name;
    while (locals.has(local) || (!options.own.has(module) && options.taken.has(local))) local += '_';
    locals.add(local);
    entries.set(name, { name, local, typeOnly });
    return local;
  };

  return {
    value: (module, name) => ask(module, name, false),
    type: (module, name) => ask(module, name, true),
    declare(name) {
      let local = name;
      while (locals.has(local) || options.taken.has(local)) local += '_';
      locals.add(local);
      return local;
    },
    named: (name) => ask(options.types, name, true),
    global: (name) => (options.taken.has(name) ? `globalThis.${name}` : name),
    text: () =>
      [...modules]
        .sort(([a], [b]) => compareModules(a, b))
        .map(([module, entries]) => statement(module, [...entries.values()]))
        .concat(options.reexports ?? [])
        .join(''),
  };
}

/** Offers all that a module does. */
export function reexport(module: string): string {
  return `export * from ${stringLiteral(module)};\n`;
}

/** Packages first, then neighbours. */
function compareModules(a: string, b: string): number {
  const near = Number(a.startsWith('.')) - Number(b.startsWith('.'));
  return near === 0 ? compare(a, b) : near;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const WIDTH = 140;

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
