// The option `formatTypes`: its type, and the table of formats that it gives together with `int64` and `dates`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../base/error.ts';
import { definedRows, type Held, type HeldOptions, type ShortForms, shortRows, type TemporalType } from '../emit/held/forms.ts';

/** A type of texts that only a check gives: `string & { readonly __brand: 'Uuid' }`. The text stays as it is. */
export interface BrandType {
  /** PascalCase name of the type. The function that checks a text is `to` and the name: `toUuid`. */
  readonly brand: string;
}

/** A type of yours, and the functions that make its values of texts or numbers and back. What they throw becomes an issue of the value. */
export interface OwnType {
  /** Name of the type, which `from` exports. */
  readonly type: string;
  /** Name of the function that reads a value from the wire. */
  readonly read: string;
  /** Name of the function that writes a value to the wire. */
  readonly write: string;
  /** Module that exports both functions: a path relative to the configuration file, with its extension, or a package. */
  readonly import: string;
  /** Module that exports the type. Default: that of the functions. */
  readonly from?: string;
}

/** The type of a format in code. `string` and `number` keep it as it is sent. */
export type FormatType = 'string' | 'number' | 'bigint' | 'Date' | `Temporal.${TemporalType}` | BrandType | OwnType;

/** By format, as in `{ 'date-time': 'Temporal.Instant' }`. */
export type FormatTypes = Readonly<Record<string, FormatType>>;

/** The formats that 64-bit integers have. */
export const WIDE_INTEGERS: readonly string[] = ['int64', 'uint64'];

/** Where a row stands, for messages: `formatTypes.decimal`, `documents[0].formatTypes['date-time']`. */
export function rowPlace(at: string, format: string): string {
  return `${at}formatTypes${/^[A-Za-z_]\w*$/.test(format) ? `.${format}` : `['${format}']`}`;
}

/** Where the code of a document stands, and what its imports look like. */
export interface FormatPlace {
  /** The folder that paths of the configuration are relative to. */
  readonly root: string;
  /** The folder of the generated code. */
  readonly folder: string;
  readonly importExtension: '.ts' | '.js' | '';
  /** The module that exports `Temporal`, or `global`. */
  readonly temporal: string;
  readonly formats: 'assert' | 'lenient' | 'annotate';
}

/** The table of a document: later levels replace rows of earlier ones. Throws an `OctavoError` (exit 2) for what only the whole shows. */
export function heldOptions(
  levels: readonly (ShortForms & { readonly formatTypes?: FormatTypes | undefined })[],
  place: FormatPlace,
): HeldOptions {
  const rows: Record<string, Held | undefined> = {};
  for (const { formatTypes = {}, ...short } of levels) {
    Object.assign(rows, shortRows(short));
    for (const [format, given] of Object.entries(formatTypes)) rows[format] = formOf(format, given, place);
  }
  const held = definedRows(rows);
  checkTable(held, place);
  return held;
}

function formOf(format: string, given: FormatType, place: FormatPlace): Held | undefined {
  if (typeof given !== 'string') return 'brand' in given ? { kind: 'brand', brand: given.brand } : ownForm(format, given, place);
  if (given === 'Date') return { kind: 'date' };
  if (given === 'bigint') return { kind: 'integer', as: given };
  if (given === 'string') return WIDE_INTEGERS.includes(format) ? { kind: 'integer', as: given } : undefined;
  if (given === 'number') return undefined;
  return { kind: 'temporal', type: given.replace('Temporal.', '') as TemporalType, from: place.temporal };
}

function ownForm(format: string, { type, read, write, import: module, from = module }: OwnType, place: FormatPlace): Held {
  return { kind: 'own', type, read, write, from: moduleOf(format, from, place), module: moduleOf(format, module, place) };
}

/** A module as files in the folder of the generated code import it. The names of packages stay as they are. */
function moduleOf(format: string, module: string, { root, folder, importExtension }: FormatPlace): string {
  if (!module.startsWith('.') && !path.isAbsolute(module)) return module;
  const file = path.resolve(root, module);
  if (!existsSync(file) || path.extname(file) === '') throw missingModule(format, module, root);
  const relative = path.relative(folder, file).replaceAll(path.sep, '/');
  return withExtension(relative.startsWith('.') ? relative : `./${relative}`, importExtension);
}

/** The endings of source files, and of what TypeScript makes of them. */
const COMPILED: Readonly<Record<string, string>> = { '.ts': '.js', '.tsx': '.js', '.mts': '.mjs', '.cts': '.cjs' };

function withExtension(module: string, importExtension: FormatPlace['importExtension']): string {
  const extension = path.posix.extname(module);
  if (importExtension === '') return /^\.[jt]sx?$/.test(extension) ? module.slice(0, -extension.length) : module;
  const compiled = importExtension === '.js' ? COMPILED[extension] : undefined;
  return compiled === undefined ? module : module.slice(0, -extension.length) + compiled;
}

function missingModule(format: string, module: string, root: string): Error {
  const stem = module.replace(/\.[cm]?[jt]sx?$/, '');
  const found = [...Object.keys(COMPILED), '.js', '.mjs', '/index.ts', '/index.js']
    .map((ending) => `${stem}${ending}`)
    .find((candidate) => existsSync(path.resolve(root, candidate)));
  return usageError('format-module', `Cannot find the module \`${module}\` of \`${rowPlace('', format)}\`.`, {
    fix: found === undefined ? 'Correct the path: it is relative to the configuration file.' : `Write it as \`${found}\`.`,
  });
}

/** What no row shows alone. */
function checkTable(held: HeldOptions, { formats }: FormatPlace): void {
  const brands = new Map<string, string>();
  for (const [format, form] of Object.entries(held)) {
    if (form.kind === 'temporal' && format === 'time' && formats === 'assert') {
      throw usageError('format-type', "`formatTypes.time` cannot be 'Temporal.PlainTime' with `formats: 'assert'`.", {
        fix: "A `time` of RFC 3339 has an offset, which a PlainTime has not. Set `formats: 'lenient'` for times without one, or leave it a string.",
      });
    }
    if (form.kind !== 'brand') continue;
    const other = brands.get(form.brand);
    if (other !== undefined) {
      throw usageError('format-type', `The formats \`${other}\` and \`${format}\` have the same brand, ${form.brand}.`, {
        fix: 'Give each its own brand, since each has a check of its own.',
      });
    }
    brands.set(form.brand, format);
  }
}
