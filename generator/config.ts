// The typed configuration: `octavo.config.ts` and the command line become one checked project, with every path absolute.
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HeldOptions } from './emit/held/held.ts';
import { messageOf, systemCode, usageError } from './error.ts';
import { defaultLimits, type Limits } from './load/limits.ts';
import { closest } from './suggest.ts';
import { displayPath } from './words.ts';

/** Which operations: those that match any of the lists. */
export interface OperationFilterConfig {
  readonly tags?: readonly string[];
  /** Path templates; `*` stands for any run of characters. */
  readonly paths?: readonly string[];
  /** `operationId`s. */
  readonly operations?: readonly string[];
}

export interface DocumentConfig {
  /** The OpenAPI document, relative to the configuration file. */
  readonly input: string;
  /** PascalCase word that names the service in code: `Email` gives `createEmailClient`. Default: from the file name (`h-email` gives `Email`). */
  readonly name?: string;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
  /** For this document alone; see `Config`. */
  readonly int64?: 'number' | 'bigint' | 'string';
  /** For this document alone; see `Config`. */
  readonly dates?: 'string' | 'date';
  /** For this document alone; see `Config`. */
  readonly enums?: 'closed' | 'open';
  /** `tags`: what belongs to one tag alone has files of its own, in a folder for each. Default: all of the document in one folder. */
  readonly split?: 'tags';
}

export interface Config {
  /** Documents; a plain string is the `input` of one. */
  readonly documents: readonly (DocumentConfig | string)[];
  /** Folder that gets one folder per document. Default `generated`. */
  readonly out?: string;
  /** How imports in generated code end, as your tsconfig needs. Default `.js`. */
  readonly importExtension?: '.ts' | '.js';
  /** Whether `format` is checked by validators (`assert`, the default) or is a comment (`annotate`). */
  readonly formats?: 'assert' | 'annotate';
  /** What integers of `format: int64` and `uint64` are in code. Default `number`: one that no number holds exactly is an error, never rounded. */
  readonly int64?: 'number' | 'bigint' | 'string';
  /** What texts of `format: date-time` are in code: `string`, the default, or a `Date`. */
  readonly dates?: 'string' | 'date';
  /** Whether the service may say texts that an `enum` does not list (`open`), or that is a fault of it (`closed`, the default). What it is sent is always closed. */
  readonly enums?: 'closed' | 'open';
  /** Whether `schema.ts` and `client.raw` are made. Default true. */
  readonly schema?: boolean;
  /** Whether `examples.ts` is made: example values and a mock server for tests. Default false. */
  readonly examples?: boolean;
  /** Fail on what is not supported, instead of leaving it out by name. Default false. */
  readonly strict?: boolean;
  /** Hosts (`api.example.com`) or origins (`https://api.example.com`) that a `$ref` may lead to. Default: none. */
  readonly allowRemote?: readonly string[];
  /** Raises (or lowers) what a document may be: bytes, nesting, aliases, references. A message that names a limit names it as here. */
  readonly limits?: Partial<Limits>;
  /** Module that generated code imports the runtime from. Default `@octavo/runtime`. */
  readonly runtime?: string;
  /** File of the numbered statements that documents answer with `x-statements`: a list of `{ id, says }`. `octavo docs` makes a page of it. */
  readonly statements?: string;
  /** `octavo dev`, `octavo mock` and `octavo docs --serve`. */
  readonly dev?: { readonly port?: number; readonly host?: string };
}

/** Gives a configuration its type; returns it unchanged. */
export function defineConfig(config: Config): Config {
  return config;
}

export interface ProjectDocument {
  /** File name without its ending; the folder in `out`. */
  readonly id: string;
  /** Absolute path. */
  readonly file: string;
  /** Absolute path of the output folder of this document. */
  readonly folder: string;
  readonly name?: string;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
  readonly held: HeldOptions;
  readonly enums: 'closed' | 'open';
  readonly split?: 'tags';
}

/** The configuration with defaults filled in and every path absolute. */
export interface Project {
  /** References stay inside this folder; `.octavo/` is made in it. */
  readonly root: string;
  /** Absolute path of the configuration file, where there is one. */
  readonly configFile?: string;
  readonly documents: readonly ProjectDocument[];
  /** Whether `documents` are all that the configuration names, so that output of others is stale. */
  readonly complete: boolean;
  /** Absolute path. */
  readonly out: string;
  readonly importExtension: '.ts' | '.js';
  readonly formats: 'assert' | 'annotate';
  readonly schema: boolean;
  readonly examples: boolean;
  readonly strict: boolean;
  readonly allowRemote: readonly string[];
  readonly limits: Partial<Limits>;
  readonly runtime: string;
  /** Absolute path. */
  readonly statements?: string;
  readonly dev: { readonly port?: number; readonly host?: string };
}

export interface Overrides {
  /** Documents given on the command line, relative to the working directory. They take the place of the configured ones. */
  readonly files?: readonly string[];
  /** Relative to the working directory. */
  readonly out?: string;
  readonly schema?: boolean;
  readonly strict?: boolean;
  readonly include?: OperationFilterConfig;
  readonly exclude?: OperationFilterConfig;
}

const configNames = ['octavo.config.ts', 'octavo.config.mts', 'octavo.config.js', 'octavo.config.mjs'];
const defaultDocuments = ['openapi.yaml', 'openapi.yml', 'openapi.json'];

/** Finds and checks the configuration, and applies what the command line says. Throws an `OctavoError` (exit 2) where it is wrong. */
export async function loadProject(
  from: { readonly cwd: string; readonly configFile?: string | undefined },
  overrides: Overrides = {},
): Promise<Project> {
  const configFile = findConfig(from.cwd, from.configFile);
  const config = configFile === undefined ? undefined : await readConfig(configFile);
  const root = configFile === undefined ? realpathSync(from.cwd) : path.dirname(configFile);
  const configured = (config?.documents ?? []).map((entry): DocumentConfig => {
    const document = typeof entry === 'string' ? { input: entry } : entry;
    return { ...document, input: path.resolve(root, document.input) };
  });
  const documents = chooseDocuments(from.cwd, configFile, configured, overrides.files ?? []);
  const out = overrides.out === undefined ? path.resolve(root, config?.out ?? 'generated') : path.resolve(from.cwd, overrides.out);
  return {
    root,
    ...(configFile === undefined ? {} : { configFile }),
    documents: resolveDocuments(documents, out, overrides, {
      int64: config?.int64 ?? 'number',
      dates: config?.dates ?? 'string',
      enums: config?.enums ?? 'closed',
    }),
    complete: configFile !== undefined && (overrides.files ?? []).length === 0 && overrides.out === undefined,
    out,
    importExtension: config?.importExtension ?? '.js',
    formats: config?.formats ?? 'assert',
    schema: overrides.schema === false ? false : (config?.schema ?? true),
    examples: config?.examples ?? false,
    strict: overrides.strict === true || config?.strict === true,
    allowRemote: config?.allowRemote ?? [],
    limits: config?.limits ?? {},
    runtime: config?.runtime ?? '@octavo/runtime',
    ...(config?.statements === undefined ? {} : { statements: path.resolve(root, config.statements) }),
    dev: config?.dev ?? {},
  };
}

/** The file that `--config` names, or the nearest one upwards. */
function findConfig(cwd: string, given: string | undefined): string | undefined {
  if (given !== undefined) {
    const file = path.resolve(cwd, given);
    const fix = 'Correct the path after `--config`, or run `octavo init` to create a configuration.';
    if (!existsSync(file)) throw usageError('config-missing', `Cannot find the configuration file \`${given}\`.`, { fix });
    if (statSync(file).isDirectory()) {
      throw usageError('config-missing', `\`${given}\` is a folder; name a file.`, { fix: 'Name the configuration file in it.' });
    }
    return realpathSync(file);
  }
  let folder = realpathSync(cwd);
  while (true) {
    for (const name of configNames) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
    const parent = path.dirname(folder);
    // A repository or package is where a project ends.
    if (parent === folder || existsSync(path.join(folder, '.git'))) return undefined;
    folder = parent;
  }
}

async function readConfig(file: string): Promise<Config> {
  const shown = displayPath(file);
  let loaded: unknown;
  try {
    loaded = await import(moduleUrl(file));
  } catch (error) {
    const missing = systemCode(error) === 'ERR_MODULE_NOT_FOUND';
    throw usageError('config-broken', `Cannot load \`${shown}\`: ${firstLines(messageOf(error))}`, {
      fix: missing ? 'Install the packages that it imports, such as `npm i -D octavo`.' : 'It must be a module that Node.js can run.',
      cause: error,
    });
  }
  const config = isRecord(loaded) ? loaded.default : undefined;
  const faults = checkConfig(config);
  const [first] = faults;
  if (first !== undefined) {
    throw usageError('config-invalid', `\`${shown}\` is invalid:${faults.map((fault) => `\n  ${fault}`).join('')}`, {
      fix: 'The type `Config` of the package `octavo` describes every option.',
    });
  }
  // `checkConfig` has looked at every field.
  return config as Config;
}

const firstSeen = new Map<string, number>();

/** A module is loaded once per URL: a configuration that has changed since needs another one. */
function moduleUrl(file: string): string {
  const { mtimeMs } = statSync(file);
  const first = firstSeen.get(file) ?? mtimeMs;
  firstSeen.set(file, first);
  const { href } = pathToFileURL(file);
  return mtimeMs === first ? href : `${href}?changed=${mtimeMs}`;
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 3).join(' ').trim();
}

type Check = (value: unknown) => string | undefined;

const isString: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a string');
const isBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    allowed.includes(String(value)) ? undefined : allowed.map((item) => `'${item}'`).join(' or ');
const isStrings: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'an array of strings';
const isPort: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 65536 ? undefined : 'a port number';
const isLimit: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? undefined : 'a whole number above 0';
const limitFields: Readonly<Record<string, Check>> = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, isLimit]));
const isPascal: Check = (value) =>
  typeof value === 'string' && /^[A-Z][A-Za-z0-9]*$/.test(value) ? undefined : 'a PascalCase word, such as `Email`';

const filterFields: Readonly<Record<string, Check>> = { tags: isStrings, paths: isStrings, operations: isStrings };
const configFields: Readonly<Record<string, Check>> = {
  documents: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'an array with at least one document'),
  out: isString,
  importExtension: oneOf('.ts', '.js'),
  formats: oneOf('assert', 'annotate'),
  int64: oneOf('number', 'bigint', 'string'),
  dates: oneOf('string', 'date'),
  enums: oneOf('closed', 'open'),
  schema: isBoolean,
  examples: isBoolean,
  strict: isBoolean,
  allowRemote: isStrings,
  limits: (value) => (isRecord(value) ? undefined : 'an object'),
  runtime: isString,
  statements: isString,
  dev: (value) => (isRecord(value) ? undefined : 'an object'),
};
const isObject: Check = (value) => (isRecord(value) ? undefined : 'an object');
const documentFields: Readonly<Record<string, Check>> = {
  input: isString,
  name: isPascal,
  include: isObject,
  exclude: isObject,
  int64: oneOf('number', 'bigint', 'string'),
  dates: oneOf('string', 'date'),
  enums: oneOf('closed', 'open'),
  split: oneOf('tags'),
};

/** One sentence per fault, all at once. */
export function checkConfig(config: unknown): string[] {
  if (!isRecord(config)) return ['Its default export must be `defineConfig({ … })`.'];
  const faults: string[] = [];
  checkFields(config, configFields, '', faults);
  if (!('documents' in config)) faults.push('`documents` is missing: name at least one OpenAPI document.');
  if (isRecord(config.limits)) checkFields(config.limits, limitFields, 'limits.', faults);
  if (isRecord(config.dev)) checkFields(config.dev, { port: isPort, host: isString }, 'dev.', faults);
  const documents = Array.isArray(config.documents) ? config.documents : [];
  documents.forEach((document: unknown, index) => {
    if (typeof document === 'string') return;
    const at = `documents[${index}]`;
    if (!isRecord(document)) {
      faults.push(`\`${at}\` must be a path or an object with \`input\`.`);
      return;
    }
    checkFields(document, documentFields, `${at}.`, faults);
    if (!('input' in document)) faults.push(`\`${at}.input\` is missing: the path of the document.`);
    for (const filter of ['include', 'exclude']) {
      const value = document[filter];
      if (isRecord(value)) checkFields(value, filterFields, `${at}.${filter}.`, faults);
    }
  });
  return faults;
}

function checkFields(value: Record<string, unknown>, fields: Readonly<Record<string, Check>>, prefix: string, faults: string[]): void {
  for (const [key, field] of Object.entries(value)) {
    const check = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (check === undefined) {
      const near = closest(key, Object.keys(fields));
      faults.push(`Unknown option \`${prefix}${key}\`.${near === undefined ? '' : ` Did you mean \`${prefix}${near}\`?`}`);
      continue;
    }
    const wanted = field === undefined ? undefined : check(field);
    if (wanted !== undefined) faults.push(`\`${prefix}${key}\` must be ${wanted}.`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function chooseDocuments(
  cwd: string,
  configFile: string | undefined,
  configured: readonly DocumentConfig[],
  files: readonly string[],
): readonly DocumentConfig[] {
  if (files.length > 0) {
    // A configured document keeps its name and filters when it is asked for alone.
    return files.map((file) => {
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

function resolveDocuments(
  documents: readonly DocumentConfig[],
  out: string,
  overrides: Overrides,
  chosen: HeldOptions & Pick<ProjectDocument, 'enums'>,
): readonly ProjectDocument[] {
  const byFolder = new Map<string, string>();
  return documents.map((document) => {
    const file = document.input;
    const shown = displayPath(file);
    if (!existsSync(file)) {
      throw usageError('document-missing', `Cannot find the document \`${shown}\`.`, { fix: 'Correct the path.' });
    }
    if (statSync(file).isDirectory()) {
      throw usageError('document-is-folder', `\`${shown}\` is a folder; name a file.`, { fix: 'Name the OpenAPI document in it.' });
    }
    const id = path.basename(file).replace(/\.[^.]+$/, '');
    // `..yaml` and `...yaml` would name the output folder itself and the one around it.
    if (/^\.{0,2}$/.test(id)) {
      throw usageError('document-name', `\`${shown}\` has no name before its extension, which would name its output folder.`, {
        fix: 'Rename the file, for example to `api.yaml`.',
      });
    }
    const folder = path.join(out, id);
    // Some file systems do not tell case apart, or composed letters from decomposed ones.
    const other = byFolder.get(folder.normalize('NFC').toLowerCase());
    if (other !== undefined && other !== file) {
      throw usageError('same-output', `\`${displayPath(other)}\` and \`${shown}\` would both be written to \`${displayPath(folder)}\`.`, {
        fix: 'Rename one of the files, or generate one of them with another `--out`.',
      });
    }
    byFolder.set(folder.normalize('NFC').toLowerCase(), file);
    const include = overrides.include ?? document.include;
    const exclude = overrides.exclude ?? document.exclude;
    return {
      id,
      file,
      folder,
      ...(document.name === undefined ? {} : { name: document.name }),
      ...(include === undefined ? {} : { include }),
      ...(exclude === undefined ? {} : { exclude }),
      held: { int64: document.int64 ?? chosen.int64, dates: document.dates ?? chosen.dates },
      enums: document.enums ?? chosen.enums,
      ...(document.split === undefined ? {} : { split: document.split }),
    };
  });
}
