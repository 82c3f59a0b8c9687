// What the configuration says of a document, and what a run knows of it: the types of `octavo.config.ts` and of a project's documents.
import type { ThingNote } from '../base/thing.ts';
import type { ConformSettings } from '../conform/contract/settings.ts';
import type { HeldOptions } from '../emit/held/forms.ts';
import type { GivenText } from '../load/given.ts';
import type { FormatTypes } from './format-types.ts';
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
  /**
   * Type of integers with `format: int64` or `uint64` in code. With `number`, the default, an integer beyond ±(2^53−1) is an error, never rounded.
   */
  readonly int64?: 'number' | 'bigint' | 'string';
  /** Type of strings with `format: date-time` in code: `string`, or `date` for a `Date`. Default `string`. */
  readonly dates?: 'string' | 'date';
  /**
   * Types of formats in code, by format: the name of a type (`'Temporal.Instant'`, `'Date'`, `'bigint'`), a brand, or a type of yours with the
   * functions that read and write it. `int64` and `dates` are short for rows of it. A document has the rows of all documents and its own. Default:
   * none.
   */
  readonly formatTypes?: FormatTypes;
  /**
   * Whether what the service sends may contain strings that an `enum` does not list (`open`) or not (`closed`). What it receives is always closed.
   * Default `closed`.
   */
  readonly enums?: 'closed' | 'open';
  /**
   * Whether to generate `enums.ts`: a constant for each enumeration, with its values, their names and what the document says of them. Default false.
   */
  readonly enumConstants?: boolean;
  /** How clients write lists in the style `deepObject`: `a[0]=x&a[1]=y`, `a[]=x&a[]=y` or `a=x&a=y`. Servers read all three. Default `numbered`. */
  readonly deepObjectLists?: 'numbered' | 'brackets' | 'repeated';
  /**
   * Whether clients leave out null in a query (`absent`) or write the text `null` (`text`). A required parameter is always written. Default `absent`.
   */
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
export type TableOption = 'int64' | 'dates' | 'formatTypes';
