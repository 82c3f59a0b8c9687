// What a user writes into `octavo.config.ts`.
import type { Limits } from '../load/limits.ts';
import type { Plugin } from '../plugin.ts';
import type { CodeOptions, DocumentConfig } from './document-options.ts';
import type { NamesOption } from './names.ts';
import type { ThemeOption } from './theme.ts';
import type { ThingsOption } from './things.ts';

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
  /**
   * Module from which generated code imports `Temporal`, where `formatTypes` names its types; `global` for that of the platform. Default
   * `temporal-polyfill`.
   */
  readonly temporal?: string;
  /**
   * YAML or JSON file with the statements that documents refer to by `x-statements`: a list of `{ id, says }`. `octavo docs` makes a page of them.
   */
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
export interface MockOption {
  /**
   * Whether mocks remember what requests create, change and delete; `--living` does the same for one run. Default false: Prism answers with examples.
   */
  readonly living?: boolean;
  /** The seed of the things that such mocks begin with: the same number makes the same things. Default 1. */
  readonly seed?: number;
  /**
   * What such mocks are to take for things, by the name of the document and the path of the collection: `{ library: { '/books': { id: 'isbn' } } }`.
   * `false` for a path: it has no things. Default: what the document says.
   */
  readonly things?: ThingsOption;
  /**
   * Modules with handlers of your own that answer in front of such mocks, by the name of the document: `{ library: 'mock-handlers.ts' }`. The default
   * export has functions by the names of operations in code; one that returns `undefined` leaves the request to the mock. Default: none.
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
