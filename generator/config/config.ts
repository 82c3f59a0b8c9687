// The configuration of a project: its type, and how `octavo.config.ts` and the command line become one project with absolute paths.
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, systemCode, usageError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { stage } from '../base/stage.ts';
import { compilationOf } from '../base/tsconfig.ts';
import { displayPath } from '../base/words.ts';
import type { Limits } from '../load/limits.ts';
import type { Plugin } from '../plugin.ts';
import { configFaults } from './check.ts';
import {
  type CodeOptions,
  chooseDocuments,
  type DocumentConfig,
  type DocumentOverrides,
  type ProjectDocument,
  resolveDocuments,
  withOverrides,
} from './documents.ts';
import { readGiven } from './given-text.ts';
import { loadModule } from './load-module.ts';
import type { NamesOption } from './names.ts';
import type { ThemeOption } from './theme.ts';
import { refuseUnknownDocuments, type ThingsOption, thingNotesOf } from './things.ts';
import { checkVersions } from './versions.ts';

export type { CodeOptions, DocumentConfig, OperationFilterConfig, ProjectDocument } from './documents.ts';

export interface Config extends CodeOptions {
  /** The documents; a string is short for `{ input: … }`. */
  readonly documents: readonly (DocumentConfig | string)[];
  /** Output folder, relative to the configuration file; each document gets a folder in it. Default `generated`. */
  readonly out?: string;
  /**
   * Extension of relative imports in generated code, as your tsconfig needs it; `none` is for bundlers. Default: `.ts` where the project's
   * tsconfig.json allows it (`allowImportingTsExtensions`, `rewriteRelativeImportExtensions`) and where there is none, since Node.js runs the
   * TypeScript as it is; `.js` elsewhere.
   */
  readonly importExtension?: '.ts' | '.js' | 'none';
  /** Whether to generate `schema.ts` and the raw client that it types. Default true. */
  readonly schema?: boolean;
  /** Whether to generate `examples.ts`: example values, and a mock server for tests. Default false. */
  readonly examples?: boolean;
  /** Whether to generate `query.ts`: the options of queries and mutations, for TanStack Query and others. Default false. */
  readonly query?: boolean;
  /** Whether to generate `zod.ts`: each schema of a document as a schema of Zod 4. Default false. */
  readonly zod?: boolean;
  /** Whether to generate `valibot.ts`: each schema of a document as a schema of Valibot 1. Default false. */
  readonly valibot?: boolean;
  /**
   * Whether to generate `json-schema/`: each schema of a document as JSON Schema 2020-12, in files that refer to one another, or in files of which
   * each holds what it refers to (`bundled`). Default false.
   */
  readonly jsonSchema?: boolean | 'bundled';
  /** Whether to generate `mcp.ts`: the operations as tools for models, for MCP servers. Default false. */
  readonly mcp?: boolean;
  /** What makes more files of each document; see `Plugin` of `octavo/plugin`. Default: none. */
  readonly plugins?: readonly Plugin[];
  /** Fail where something in a document is not supported, instead of leaving it out with a message. Default false. */
  readonly strict?: boolean;
  /** Hosts (`schemas.example.com`, by https) or origins (`http://127.0.0.1:8080`) that a `$ref` may lead to. Default: none. */
  readonly allowRemote?: readonly string[];
  /** Changes limits of documents, such as `{ fileBytes: 100_000_000 }`. Messages name them as `limits.<name>`. Default: `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Module from which generated code imports the runtime. Default `@octavo/runtime`. */
  readonly runtime?: string;
  /** Names in code; on the wire nothing changes. The names of one document, beside its `input`, win. Default: those of the documents. */
  readonly names?: Pick<NamesOption, 'properties'>;
  /** Module from which generated code imports `Temporal`, where `formatTypes` names its types; `global` for that of the platform. Default `temporal-polyfill`. */
  readonly temporal?: string;
  /** YAML or JSON file with the statements that documents refer to by `x-statements`: a list of `{ id, says }`. `octavo docs` makes a page of them. */
  readonly statements?: string;
  /** The brand of the portal that `octavo docs` and `octavo dev` show: its name, logo, icon and colours. Default: that of Octavo. */
  readonly theme?: ThemeOption;
  /** Module that starts your implementation, which `octavo dev` runs beside the mocks: its default export is a `ServeModule` of `octavo/serve`. */
  readonly serve?: string;
  /** Which mocks `octavo mock` and `octavo dev` run. */
  readonly mock?: MockOption;
  /** The ports and the address of `octavo dev`. */
  readonly dev?: DevAddresses;
}

/** What kind of mock answers. */
interface MockOption {
  /** Whether mocks remember what requests create, change and delete; `--living` does the same for one run. Default false: Prism answers with examples. */
  readonly living?: boolean;
  /** The seed of the things that such mocks begin with: the same number makes the same things. Default 1. */
  readonly seed?: number;
  /**
   * What such mocks are to take for things, by the name of the document and the path of the collection: `{ library: { '/books': { id: 'isbn' } } }`.
   * `false` for a path: it has no things. Default: what the document says.
   */
  readonly things?: ThingsOption;
  /**
   * Modules with handlers of your own that answer in front of such mocks, by the name of the document: `{ library: 'mock-handlers.ts' }`. The default export
   * has functions by the names of operations in code; one that returns `undefined` leaves the request to the mock. Default: none.
   */
  readonly handlers?: Readonly<Record<string, string>>;
}

/** Where `octavo dev` and `octavo mock` listen. */
export interface DevAddresses {
  /** Default: 4000. */
  readonly port?: number;
  /** The port of the mocks of `octavo dev`, which `octavo docs --mock` names. Default: the port after `port`. */
  readonly mockPort?: number;
  /** The port of the first service that `serve` starts; the others follow. Default: ten after `port`. */
  readonly livePort?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** Returns the configuration unchanged; for its type. */
export function defineConfig(config: Config): Config {
  return config;
}

/** The configuration with defaults applied and absolute paths. */
export interface Project {
  /** The project folder: references stay inside it, and it contains `.octavo/`. */
  readonly root: string;
  /** Absolute path of the configuration file, where there is one. */
  readonly configFile?: string;
  /** Absolute paths of the files that the configuration was loaded from, its own first. Absent where they are not known. */
  readonly configModules?: readonly string[];
  readonly documents: readonly ProjectDocument[];
  /** Whether `documents` are all documents of the configuration, so that output of other documents is stale. */
  readonly complete: boolean;
  /** Absolute path. */
  readonly out: string;
  /** The extension as it is written; empty for none. */
  readonly importExtension: '.ts' | '.js' | '';
  readonly schema: boolean;
  readonly examples: boolean;
  readonly query: boolean;
  readonly zod: boolean;
  readonly valibot: boolean;
  readonly jsonSchema: boolean | 'bundled';
  readonly mcp: boolean;
  readonly plugins: readonly Plugin[];
  readonly strict: boolean;
  readonly allowRemote: readonly string[];
  readonly limits: Partial<Limits>;
  readonly runtime: string;
  /** Absolute path. */
  readonly statements?: string;
  readonly theme?: ThemeOption;
  /** Absolute path. */
  readonly serve?: string;
  readonly mock: MockOption;
  readonly dev: DevAddresses;
}

export interface Overrides extends DocumentOverrides {
  /** Documents named on the command line, instead of the configured ones: relative to the working directory, `-` for the standard input, or addresses. */
  readonly files?: readonly string[];
  /** Whether an address among `files` may be that of this machine or a private network. Default false. */
  readonly allowPrivate?: boolean;
  readonly importExtension?: '.ts' | '.js' | 'none';
  /** Relative to the working directory. */
  readonly out?: string;
  readonly schema?: boolean;
  readonly strict?: boolean;
}

const configNames = ['octavo.config.ts', 'octavo.config.mts', 'octavo.config.js', 'octavo.config.mjs'];

/** Finds and checks the configuration, and applies the options of the command line. Throws an `OctavoError` (exit 2) where something is wrong. */
export async function loadProject(
  from: { readonly cwd: string; readonly configFile?: string | undefined },
  overrides: Overrides = {},
): Promise<Project> {
  const configFile = findConfig(from.cwd, from.configFile);
  const { config, modules } = configFile === undefined ? { config: undefined, modules: undefined } : await readConfig(configFile);
  const root = configFile === undefined ? realpathSync(from.cwd) : path.dirname(configFile);
  return resolveProject(config, { cwd: from.cwd, root, configFile, modules }, overrides);
}

interface ConfigPlace {
  readonly cwd: string;
  /** Absolute path of the folder that the configuration is relative to. */
  readonly root: string;
  /** Absolute path; `undefined` where there is none. */
  readonly configFile: string | undefined;
  /** Absolute paths of the files that the configuration was loaded from. */
  readonly modules?: readonly string[] | undefined;
}

/** Makes a project of a configuration that has been checked. */
export async function resolveProject(
  config: Config | undefined,
  { cwd, root, configFile, modules }: ConfigPlace,
  overrides: Overrides = {},
): Promise<Project> {
  const configured = (config?.documents ?? []).map((entry): DocumentConfig => {
    const document = typeof entry === 'string' ? { input: entry } : entry;
    const { input, overlays = [] } = document;
    return { ...document, input: path.resolve(root, input), overlays: overlays.map((file) => path.resolve(root, file)) };
  });
  const { allowRemote = [], limits = {} } = config ?? {};
  const files = await readGiven(overrides.files ?? [], { allowPrivate: overrides.allowPrivate === true, allowRemote, limits });
  const chosen = chooseDocuments(cwd, configFile, configured, files);
  const documents = withOverrides(chosen, cwd, overrides);
  const out = overrides.out === undefined ? path.resolve(root, config?.out ?? 'generated') : path.resolve(cwd, overrides.out);
  await checkVersions(configured, configFile);
  const importExtension = extensionOf(overrides.importExtension ?? config?.importExtension, root);
  const resolved = resolveDocuments(
    documents,
    out,
    overrides,
    {
      formats: config?.formats ?? 'assert',
      enums: config?.enums ?? 'closed',
      enumConstants: config?.enumConstants ?? false,
      deepObjectLists: config?.deepObjectLists ?? 'numbered',
      queryNulls: config?.queryNulls ?? 'absent',
      patterns: config?.patterns ?? 'linear',
      parameterDefaults: config?.parameterDefaults ?? 'apply',
      conformance: config?.conformance ?? false,
      ...tableOptions(config ?? {}),
    },
    { root, importExtension, names: config?.names, temporal: config?.temporal ?? 'temporal-polyfill', isOnly: configured.length === 1 },
  );
  const isConfigured = (overrides.files ?? []).length === 0;
  const known = isConfigured ? resolved.map(({ id }) => id) : undefined;
  const { things, handlers } = config?.mock ?? {};
  await refuseUnknownDocuments('mock.things', things, configFile, known);
  await refuseUnknownDocuments('mock.handlers', handlers, configFile, known);
  const notes = await thingNotesOf(things, configFile);
  return {
    root,
    ...(configFile === undefined ? {} : { configFile }),
    ...(modules === undefined ? {} : { configModules: modules }),
    documents: resolved.map((document) => {
      const own = notes.get(document.id);
      const module = Object.hasOwn(handlers ?? {}, document.id) ? handlers?.[document.id] : undefined;
      return {
        ...document,
        ...(own === undefined ? {} : { things: own }),
        ...(module === undefined ? {} : { mockHandlers: path.resolve(root, module) }),
      };
    }),
    complete:
      configFile !== undefined && (overrides.files ?? []).length === 0 && overrides.out === undefined && overrides.name === undefined,
    out,
    importExtension,
    schema: overrides.schema === false ? false : (config?.schema ?? true),
    examples: config?.examples ?? false,
    query: config?.query ?? false,
    zod: config?.zod ?? false,
    valibot: config?.valibot ?? false,
    jsonSchema: config?.jsonSchema ?? false,
    mcp: config?.mcp ?? false,
    plugins: config?.plugins ?? [],
    strict: overrides.strict === true || config?.strict === true,
    allowRemote,
    limits,
    runtime: config?.runtime ?? '@octavo/runtime',
    ...(config?.statements === undefined ? {} : { statements: path.resolve(root, config.statements) }),
    ...(config?.theme === undefined ? {} : { theme: config.theme }),
    ...(config?.serve === undefined ? {} : { serve: path.resolve(root, config.serve) }),
    mock: config?.mock ?? {},
    dev: config?.dev ?? {},
  };
}

function tableOptions({ int64, dates, formatTypes }: CodeOptions): CodeOptions {
  return {
    ...(int64 === undefined ? {} : { int64 }),
    ...(dates === undefined ? {} : { dates }),
    ...(formatTypes === undefined ? {} : { formatTypes }),
  };
}

function extensionOf(given: Config['importExtension'], root: string): Project['importExtension'] {
  if (given !== undefined) return given === 'none' ? '' : given;
  return compilationOf(root)?.importsTypeScript === false ? '.js' : '.ts';
}

/** The file after `--config`, or the nearest one in this folder and those above it. */
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
    // A project does not reach beyond its repository.
    if (parent === folder || existsSync(path.join(folder, '.git'))) return undefined;
    folder = parent;
  }
}

async function readConfig(file: string): Promise<{ readonly config: Config; readonly modules: readonly string[] | undefined }> {
  const shown = displayPath(file);
  let loaded: unknown;
  let modules: readonly string[] | undefined;
  try {
    ({ loaded, modules } = await stage(() => loadModule(file)));
  } catch (error) {
    const place = placeIn(file, error);
    throw usageError('config-broken', `Cannot load \`${shown}\`${place}: ${firstLines(messageOf(error))}`, {
      fix: place === '' ? loadFix(error) : 'Correct the file there.',
      cause: error,
    });
  }
  const config = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;
  const faults = configFaults(config);
  if (faults.length > 0) {
    const { placeTextOf } = await import('./option-place.ts');
    const placeOf = placeTextOf(file);
    const lines = faults.map(({ option, says }) => `\n  ${placeOf(option)}: ${says}`);
    throw usageError('config-invalid', `\`${shown}\` is invalid:${lines.join('')}`, {
      fix: 'The type `Config` of the package `octavo` describes every option.',
    });
  }
  // `configFaults` has looked at every field.
  return { config: config as Config, modules };
}

function loadFix(error: unknown): string {
  if (systemCode(error) === 'ERR_MODULE_NOT_FOUND')
    return `Install the packages that it imports, such as \`${installCommand(['octavo'], { isDev: true })}\`.`;
  // Node.js reads it as CommonJS, because package.json says so.
  if (/import statement outside a module|Unexpected token 'export'/.test(messageOf(error))) {
    return 'It is an ES module: set `"type": "module"` in package.json, or rename it to `octavo.config.mts`.';
  }
  if (systemCode(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return 'Node.js runs TypeScript by removing the types, so it cannot run this. Write it another way, such as a union for an enum.';
  }
  return 'It must be a module that Node.js can run.';
}

/** ` at line 3`, where the stack of an error names the file; empty otherwise. */
function placeIn(file: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, at = ''] = stack.split(pathToFileURL(file).href);
  const line = /^(?:\?[^:\s]*)?:(\d+)/.exec(at)?.[1];
  return line === undefined ? '' : ` at line ${line}`;
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 3).join(' ').trim();
}
