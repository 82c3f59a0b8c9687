// The documents of a run: those of the configuration or of the command line, with absolute paths, names and output folders.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../base/error.ts';
import type { ThingNote } from '../base/thing.ts';
import { displayPath } from '../base/words.ts';
import type { ConformSettings } from '../conform/contract/settings.ts';
import type { HeldOptions } from '../emit/held/forms.ts';
import type { GivenText } from '../load/given.ts';
import { type FormatPlace, type FormatTypes, heldOptions } from './format-types.ts';
import type { NamesOption } from './names.ts';
import type { OperationsOptions } from './operation-options.ts';

/** Selects operations: those that match an entry of any of the lists. */
export interface OperationFilterConfig {
  /** Names of tags. */
  readonly tags?: readonly string[];
  /** Path templates, such as `/pets/*`; `*` matches any characters. */
  readonly paths?: readonly string[];
  /** Values of `operationId`. */
  readonly operations?: readonly string[];
}

/** Options of generated code. In `Config` they are for all documents; in `DocumentConfig` they are for that document, and win. */
export interface CodeOptions {
  /**
   * Whether validators check `format` (`assert`), accept what .NET, Java and Python write for `duration`, `time` and `date-time` too (`lenient`), or
   * ignore it (`annotate`). Default `assert`.
   */
  readonly formats?: 'assert' | 'lenient' | 'annotate';
  /** Type of integers with `format: int64` or `uint64` in code. With `number`, the default, an integer beyond ±(2^53−1) is an error, never rounded. */
  readonly int64?: 'number' | 'bigint' | 'string';
  /** Type of strings with `format: date-time` in code: `string`, or `date` for a `Date`. Default `string`. */
  readonly dates?: 'string' | 'date';
  /**
   * Types of formats in code, by format: the name of a type (`'Temporal.Instant'`, `'Date'`, `'bigint'`), a brand, or a type of yours with the
   * functions that read and write it. `int64` and `dates` are short for rows of it. A document has the rows of all documents and its own. Default:
   * none.
   */
  readonly formatTypes?: FormatTypes;
  /** Whether what the service sends may contain strings that an `enum` does not list (`open`) or not (`closed`). What it receives is always closed. Default `closed`. */
  readonly enums?: 'closed' | 'open';
  /** Whether to generate `enums.ts`: a constant for each enumeration, with its values, their names and what the document says of them. Default false. */
  readonly enumConstants?: boolean;
  /** How clients write lists in the style `deepObject`: `a[0]=x&a[1]=y`, `a[]=x&a[]=y` or `a=x&a=y`. Servers read all three. Default `numbered`. */
  readonly deepObjectLists?: 'numbered' | 'brackets' | 'repeated';
  /** Whether clients leave out null in a query (`absent`) or write the text `null` (`text`). A required parameter is always written. Default `absent`. */
  readonly queryNulls?: 'absent' | 'text';
  /**
   * The engine that validators run patterns with whose time may grow faster than the text: a matcher of the runtime that takes linear time
   * (`linear`), or the engine of JavaScript, which runs all other patterns too (`native`). Default `linear`.
   */
  readonly patterns?: 'linear' | 'native';
  /** Whether servers give their handlers the defaults of parameters that a request leaves out (`apply`) or not (`ignore`). Default `apply`. */
  readonly parameterDefaults?: 'apply' | 'ignore';
  /**
   * Whether to generate `conformance.test.ts`, tests of the service for vitest, which import their settings from `conformance/<document>.ts` beside
   * the configuration. Default false.
   */
  readonly conformance?: boolean;
}

export interface DocumentConfig extends CodeOptions {
  /** Path of the OpenAPI document, relative to the configuration file. */
  readonly input: string;
  /** PascalCase name of the service in code: `Email` gives `createEmailClient`. Default: from the file name (`h-email` gives `Email`). */
  readonly name?: string;
  /** Paths of OpenAPI Overlay 1.0 files that change the document as it is read, in this order, relative to the configuration file. Default: none. */
  readonly overlays?: readonly string[];
  /** Generate only these operations. Default: all. */
  readonly include?: OperationFilterConfig;
  /** Do not generate these operations, even where `include` matches them. Default: none. */
  readonly exclude?: OperationFilterConfig;
  /** Extensions of single operations, by `operationId` or as `GET /pets`, for a document that you do not edit. Default: none. */
  readonly operations?: OperationsOptions;
  /** Names in code of operations and schemas of the document. Default: those of the document, made fit for code. */
  readonly names?: NamesOption;
  /**
   * Whether to generate what is sound of a document whose author got something wrong, such as a `$ref` to nothing: for documents that are not yours.
   * Default false: such a document is refused, and its last good output stays.
   */
  readonly partial?: boolean;
  /** Settings of `octavo conform` for the service: its address, credentials, waivers, values. */
  readonly conform?: ConformSettings & { readonly target?: string };
  /** `tags`: one folder per tag, with the code that belongs to that tag only. Default: one folder for the whole document. */
  readonly split?: 'tags';
  /** Whether to write `openapi.json`, the whole document in one file, for servers that show it to their callers. Default false. */
  readonly bundle?: boolean;
  /** The document that is the newest version of this one, by the name of its file without extension. `octavo docs` compares them. Default: none. */
  readonly versionOf?: string;
}

export interface ProjectDocument extends Required<Omit<CodeOptions, TableOption>> {
  /** File name without its extension, or the name on the command line; the name of its folder in `out`. */
  readonly id: string;
  /** Absolute path; the address of a document that was read from one. */
  readonly file: string;
  /** The text of the document, where the command line names no file but the standard input or an address. */
  readonly given?: GivenText;
  /** Absolute path of the output folder of this document. */
  readonly folder: string;
  /** Absolute paths of the overlays. */
  readonly overlays: readonly string[];
  readonly name?: string;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
  readonly operations?: OperationsOptions;
  readonly names?: NamesOption;
  readonly partial: boolean;
  /** What `mock.things` says of its things. */
  readonly things?: readonly ThingNote[];
  /** Absolute path of the module that `mock.handlers` names. */
  readonly mockHandlers?: string;
  /** The table of formats that `int64`, `dates` and `formatTypes` give. */
  readonly held: HeldOptions;
  /** The formats of `formatTypes` that are meant for this document: a document without them is a mistake. */
  readonly meantFormats: readonly string[];
  readonly conform?: DocumentConfig['conform'];
  readonly split?: 'tags';
  readonly bundle: boolean;
  readonly versionOf?: string;
}

/** The options that are rows of one table. */
type TableOption = 'int64' | 'dates' | 'formatTypes';

const defaultDocuments = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** A document, before its name and output folder are known. */
export interface ChosenDocument extends DocumentConfig {
  readonly given?: GivenText;
}

/** The settings of one document that the command line overrides. */
export interface DocumentOverrides extends Pick<CodeOptions, 'formats' | 'conformance'> {
  /** Overlays of the one document that is named or configured, relative to the working directory, instead of the configured ones. */
  readonly overlays?: readonly string[];
  /** Name of the one document that is named or configured: of its folder, and in PascalCase of its service in code. */
  readonly name?: string;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
  /** The setting `partial` of all documents. */
  readonly partial?: boolean;
}

export function chooseDocuments(
  cwd: string,
  configFile: string | undefined,
  configured: readonly DocumentConfig[],
  files: readonly (string | GivenText)[],
): readonly ChosenDocument[] {
  if (files.length > 0) {
    // A configured document keeps its name and filters when the command line names it.
    return files.map((file) => {
      if (typeof file !== 'string') return { input: file.address ?? path.join(cwd, '<stdin>'), given: file };
      const input = path.resolve(cwd, file);
      return configured.find((document) => document.input === input) ?? { input };
    });
  }
  if (configFile !== undefined) return configured;
  const found = defaultDocuments.map((name) => path.join(cwd, name)).find((file) => existsSync(file));
  if (found !== undefined) return [{ input: found }];
  throw usageError(
    'no-documents',
    'Found no OpenAPI document: there is no octavo.config.ts or openapi.yaml, and the command line names no file.',
    {
      fix: 'Name a document, as in `octavo generate specs/api.yaml`, or run `octavo init` to create one.',
    },
  );
}

/** Gives the name and the overlays of the command line to the one document that they can be meant for. */
export function withOverrides(
  documents: readonly ChosenDocument[],
  cwd: string,
  { name, overlays = [] }: DocumentOverrides,
): readonly (ChosenDocument & { readonly id?: string })[] {
  if (name === undefined && overlays.length === 0) return documents;
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    const option = name === undefined ? 'overlay' : 'name';
    throw usageError('usage', `\`--${option}\` is for one document, and there are ${documents.length}.`, {
      fix: `Name the document, or write \`${option === 'name' ? 'name' : 'overlays'}\` beside its \`input\` in the configuration.`,
    });
  }
  return [
    {
      ...document,
      ...(overlays.length === 0 ? {} : { overlays: overlays.map((file) => path.resolve(cwd, file)) }),
      ...(name === undefined ? {} : { id: folderName(name), name: codeName(name) }),
    },
  ];
}

/** `PetStore` and `pet store` → `pet-store`. */
function folderName(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9 ._-]*$/.test(name)) {
    throw usageError('usage', `Invalid name \`${name}\`.`, {
      fix: 'Begin it with a letter, and use letters, digits and hyphens: `pet-store`.',
    });
  }
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/-$/, '')
    .toLowerCase();
}

/** `pet-store` → `PetStore`. */
function codeName(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());
}

export function resolveDocuments(
  documents: readonly (ChosenDocument & { readonly id?: string })[],
  out: string,
  overrides: DocumentOverrides,
  chosen: Required<Omit<CodeOptions, TableOption>> & Pick<CodeOptions, TableOption>,
  place: Pick<FormatPlace, 'root' | 'importExtension' | 'temporal'> & {
    readonly isOnly: boolean;
    readonly names?: NamesOption | undefined;
  },
): readonly ProjectDocument[] {
  const byFolder = new Map<string, string>();
  return documents.map((document) => {
    const file = document.input;
    const shown = displayPath(file);
    if (document.given === undefined) checkFile(file);
    const missing = document.overlays?.find((overlay) => !existsSync(overlay));
    if (missing !== undefined) {
      throw usageError('overlay-missing', `Cannot find the overlay \`${displayPath(missing)}\`.`, { fix: 'Correct the path.' });
    }
    const id = document.id ?? idOf(document);
    const folder = path.join(out, id);
    // Some file systems ignore case, or the difference between composed and decomposed letters.
    const other = byFolder.get(folder.normalize('NFC').toLowerCase());
    if (other !== undefined && other !== file) {
      throw usageError('same-output', `\`${displayPath(other)}\` and \`${shown}\` would both be written to \`${displayPath(folder)}\`.`, {
        fix: 'Rename one of the files, or generate one of them with `--name` or another `--out`.',
      });
    }
    byFolder.set(folder.normalize('NFC').toLowerCase(), file);
    const conformance = overrides.conformance ?? document.conformance ?? chosen.conformance;
    if (conformance && document.given !== undefined) {
      throw usageError('conformance-without-file', 'Conformance tests read their document, so it must be a file.', {
        fix: 'Read the document into a file, and name the file.',
      });
    }
    const formats = overrides.formats ?? document.formats ?? chosen.formats;
    const held = heldOptions([chosen, document], { ...place, folder, formats });
    const meant = { ...(place.isOnly ? chosen.formatTypes : {}), ...document.formatTypes };
    const include = overrides.include ?? document.include;
    const exclude = overrides.exclude ?? document.exclude;
    return {
      id,
      file,
      ...(document.given === undefined ? {} : { given: document.given }),
      folder,
      overlays: document.overlays ?? [],
      ...(document.name === undefined ? {} : { name: document.name }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
      ...(document.operations === undefined ? {} : { operations: document.operations }),
      ...namesOf(place.names, document.names),
      partial: overrides.partial ?? document.partial ?? false,
      formats,
      held,
      meantFormats: Object.keys(meant).filter((format) => Object.hasOwn(held, format)),
      enums: document.enums ?? chosen.enums,
      enumConstants: document.enumConstants ?? chosen.enumConstants,
      deepObjectLists: document.deepObjectLists ?? chosen.deepObjectLists,
      queryNulls: document.queryNulls ?? chosen.queryNulls,
      patterns: document.patterns ?? chosen.patterns,
      parameterDefaults: document.parameterDefaults ?? chosen.parameterDefaults,
      conformance,
      ...(document.conform === undefined ? {} : { conform: document.conform }),
      ...(document.split === undefined ? {} : { split: document.split }),
      bundle: document.bundle ?? false,
      ...(document.versionOf === undefined ? {} : { versionOf: document.versionOf }),
    };
  });
}

function namesOf(all: NamesOption | undefined, own: NamesOption | undefined): { readonly names?: NamesOption } {
  return all === undefined && own === undefined ? {} : { names: { ...all, ...own } };
}

function checkFile(file: string): void {
  const shown = displayPath(file);
  if (!existsSync(file)) {
    const slashed = file.replaceAll('\\', '/');
    const fix = slashed !== file && existsSync(slashed) ? `Write it with slashes: \`${displayPath(slashed)}\`.` : 'Correct the path.';
    throw usageError('document-missing', `Cannot find the document \`${shown}\`.`, { fix });
  }
  if (statSync(file).isDirectory()) {
    throw usageError('document-is-folder', `\`${shown}\` is a folder; name a file.`, { fix: 'Name the OpenAPI document in it.' });
  }
}

/** The name of a file without its extension. */
export function fileId(file: string): string {
  return path.basename(file).replace(/\.[^.]+$/, '');
}

/** The id of a document: the name of its file or of the last part of its address. An address that ends in a slash has the name of its host. */
function idOf({ input, given }: ChosenDocument): string {
  if (given !== undefined && given.address === undefined) {
    throw usageError('document-name', 'The standard input has no name, which would name the output folder.', {
      fix: 'Add `--name`, as in `octavo generate - --name pet-store`.',
    });
  }
  if (given?.address !== undefined) {
    const { hostname, pathname } = new URL(given.address);
    const last =
      pathname
        .split('/')
        .at(-1)
        ?.replace(/\.[^.]+$/, '') ?? '';
    return (/^[A-Za-z0-9]/.test(last) ? last : hostname).replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  }
  const id = fileId(input);
  // `..yaml` and `...yaml` would name the output folder itself and the one around it.
  if (!/^\.{0,2}$/.test(id)) return id;
  throw usageError('document-name', `\`${displayPath(input)}\` has no name before its extension, which would name its output folder.`, {
    fix: 'Rename the file, for example to `api.yaml`.',
  });
}
