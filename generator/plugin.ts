// The entry for plugins, types only but for `definePlugin`: what a plugin is, and the view of a document that it gets. docs/plugins.md describes
// both.

/** Makes more files of each document. Those that `plugins` of the configuration lists run in this order. */
export interface Plugin {
  /** Lower-case letters, digits and hyphens. Messages name it, and no two plugins of a configuration share it. */
  readonly name: string;
  /**
   * Files are made again when this changes. Octavo sees changes of the plugin's own code and of the configuration, so a version is for what they do
   * not show: options from the environment, or a file that the plugin reads.
   */
  readonly version?: string;
  /**
   * Returns the text of each file by its path in the folder of the document: `routes.ts`, or `routes/books.ts` in a folder of its own. Called once
   * for each document that is generated. It must return all of its files each time, since those that it leaves out are removed.
   */
  files(document: PluginDocument): PluginFiles | Promise<PluginFiles>;
}

/** Texts by path. */
export type PluginFiles = { readonly [path: string]: string };

/** Returns the plugin unchanged; for its type. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** A value of JSON; an integer that no number holds is a `bigint`. */
export type PluginValue = null | boolean | number | bigint | string | readonly PluginValue[] | { readonly [name: string]: PluginValue };

/** The members of a part of the document whose names begin with `x-`, by name. */
export type PluginExtensions = { readonly [name: `x-${string}`]: PluginValue };

/**
 * A JSON Schema 2020-12, whatever the document is written in, with the `x-` members that the document has there. A schema with a name is a reference
 * where another one uses it: `{ $ref: '#/schemas/Book' }` means the entry `Book` of `PluginDocument.schemas`, its name encoded as in a URL.
 */
export type PluginJsonSchema = boolean | { readonly [keyword: string]: PluginValue };

/**
 * A document as plain, frozen data, as Octavo generates code for it: overlays applied, references followed, all versions of OpenAPI in one form,
 * names chosen. What Octavo leaves out is not in it.
 */
export interface PluginDocument {
  /** Rises when a field goes away or means something else, not when one is added; see docs/versioning.md. */
  readonly modelVersion: 1;
  /** The name of its output folder: `library`. */
  readonly id: string;
  /** The name of the service in code: `Library`, as in `createLibraryClient`. */
  readonly name: string;
  readonly info: PluginInfo;
  /** At least one. */
  readonly servers: readonly PluginServer[];
  readonly tags: readonly PluginTag[];
  readonly securitySchemes: readonly PluginSecurityScheme[];
  readonly operations: readonly PluginOperation[];
  /** Requests that the service sends. */
  readonly webhooks: readonly PluginOperation[];
  /** The schemas that have a type in `types.ts`, in the order of the document. */
  readonly schemas: readonly PluginSchema[];
  /** The `x-` members of the document's root. */
  readonly extensions: PluginExtensions;
  /** The generated files beside which the plugin's files stand, each with what it exports. Those without exports of their own are left out. */
  readonly modules: readonly PluginModule[];
  /** The module from which generated code imports the runtime: `@octavo/runtime`. */
  readonly runtime: string;
  /** The ending of relative imports: `.ts`, `.js`, or nothing. */
  readonly importExtension: string;
}

export interface PluginInfo {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
}

/** A part of a source: a file and a JSON pointer (RFC 6901). There are no lines, so that an edit elsewhere in the document changes nothing. */
export interface PluginPlace {
  /** Relative to the project folder, with `/`; the URL of a remote source. */
  readonly file: string;
  readonly pointer: string;
}

export interface PluginServer {
  /** As written, with its `{variables}`. */
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly PluginServerVariable[];
}

export interface PluginServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface PluginTag {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
}

export interface PluginSecurityScheme {
  /** Its key in the document. */
  readonly name: string;
  /** `bearer`, `basic`, `apiKey`, `oauth2`, and others, which a later version may add to. */
  readonly kind: string;
  readonly description?: string;
  readonly extensions: PluginExtensions;
  readonly place: PluginPlace;
}

export interface PluginOperation {
  /** `operationId`, or the method and path where there is none. A webhook has its key. */
  readonly id: string;
  readonly names: PluginOperationNames;
  /** In capitals. */
  readonly method: string;
  /** The path template: `/books/{id}`. Empty for a webhook. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly parameters: readonly PluginParameter[];
  readonly body?: PluginBody;
  readonly responses: readonly PluginResponse[];
  /** Alternatives, each a list of schemes that must all be met. Empty: none is asked for. */
  readonly security: readonly (readonly PluginRequirement[])[];
  /** Whether a call changes nothing at the server. */
  readonly reads: boolean;
  /** Whether a successful response is a stream. */
  readonly streams: boolean;
  /** How a client follows the pages of its list, from `x-pagination`. */
  readonly pagination?: PluginPagination;
  readonly extensions: PluginExtensions;
  readonly place: PluginPlace;
}

/** The names of an operation in generated code. */
export interface PluginOperationNames {
  /** The member of the client and of the handlers, and a constant of `operations.ts`: `listBooks`. */
  readonly method: string;
  /** The types of `operations.ts`: `ListBooksInput`, `ListBooksResult`; those of pages where it has some. */
  readonly input: string;
  readonly result: string;
  readonly page?: string;
  readonly item?: string;
}

export interface PluginRequirement {
  /** The name of one of `PluginDocument.securitySchemes`. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

export interface PluginPagination {
  /** `cursor`, `offset`, `page` or `link`; a later version may add others. */
  readonly style: string;
  readonly item?: PluginJsonSchema;
}

export interface PluginParameter {
  /** On the wire. */
  readonly name: string;
  /** In code, where it is another one: what callers pass and handlers get. */
  readonly codeName?: string;
  /** `path`, `query`, `header`, `cookie` or `querystring`. */
  readonly in: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly schema: PluginJsonSchema;
  readonly extensions: PluginExtensions;
  readonly place: PluginPlace;
}

export interface PluginBody {
  readonly required: boolean;
  readonly description?: string;
  readonly contents: readonly PluginContent[];
}

export interface PluginContent {
  /** As written: `application/json`, or a range such as `image/*`. */
  readonly contentType: string;
  /** The schema of the body, or of one item where it is a stream. Absent where the document gives none. */
  readonly schema?: PluginJsonSchema;
  readonly streams: boolean;
  readonly examples: readonly PluginExample[];
}

export interface PluginExample {
  readonly name: string;
  readonly summary?: string;
  readonly value: PluginValue;
}

export interface PluginResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly PluginHeader[];
  /** Empty: there is no body. */
  readonly contents: readonly PluginContent[];
}

export interface PluginHeader {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: PluginJsonSchema;
}

export interface PluginSchema {
  /** The name of its type in `types.ts`. */
  readonly name: string;
  readonly schema: PluginJsonSchema;
  readonly place: PluginPlace;
}

/** A generated file. */
export interface PluginModule {
  /** Its name: `client.ts`. */
  readonly file: string;
  /** How a file beside it imports it: `./client.ts`. From a file in a folder it is one folder up: `../client.ts`. */
  readonly module: string;
  readonly exports: readonly PluginExport[];
}

export interface PluginExport {
  readonly name: string;
  readonly kind: 'type' | 'value';
}
