// The data of the search, types only: the generator writes it, and the portal's script reads it.

/** The data of the search: `globalThis.octavoSearch`. */
export interface SearchData {
  /** By id. `base` is the path of the first server: `/v2`. */
  readonly services: Readonly<Record<string, { readonly title: string; readonly base: string }>>;
  readonly entries: readonly SearchEntry[];
}

/** One search result. The search indexes all fields but `id`, `service`, `kind` and `url`. */
export interface SearchEntry {
  readonly id: number;
  /** Id of the service; empty for a statement. */
  readonly service: string;
  readonly kind: 'operation' | 'webhook' | 'callback' | 'schema' | 'guide' | 'statement' | 'status';
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** The `operationId`, or the path where there is none, the name of a schema, the title of a guide, the number of a statement, or a status. */
  readonly name: string;
  /** Names of parameters, fields, statuses and schemas; of a schema, the paths of its fields, which are anchors of its page. Separated by spaces. */
  readonly fields: string;
  readonly text: string;
  /** Relative to the root of the site. */
  readonly url: string;
}
