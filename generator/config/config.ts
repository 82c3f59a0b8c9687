// A project: how `octavo.config.ts` and the command line become one, with absolute paths.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { compilationOf } from '../base/tsconfig.ts';
import type { Limits } from '../load/limits.ts';
import type { Plugin } from '../plugin.ts';
import { findConfig, readConfig } from './config-file.ts';
import type { CodeOptions, DocumentConfig, ProjectDocument } from './document-options.ts';
import { chooseDocuments, type DocumentOverrides, resolveDocuments, withOverrides } from './documents.ts';
import { readGiven } from './given-text.ts';
import type { Config, DevAddresses, MockOption } from './options.ts';
import type { ThemeOption } from './theme.ts';
import { refuseUnknownDocuments, thingNotesOf } from './things.ts';
import { checkVersions } from './versions.ts';

export type { CodeOptions, DocumentConfig, OperationFilterConfig, ProjectDocument } from './document-options.ts';
export { type Config, type DevAddresses, defineConfig } from './options.ts';

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
  /**
   * Documents named on the command line, instead of the configured ones: relative to the working directory, `-` for the standard input, or addresses.
   */
  readonly files?: readonly string[];
  /** Whether an address among `files` may be that of this machine or a private network. Default false. */
  readonly allowPrivate?: boolean;
  readonly importExtension?: '.ts' | '.js' | 'none';
  /** Relative to the working directory. */
  readonly out?: string;
  readonly schema?: boolean;
  readonly strict?: boolean;
}

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
