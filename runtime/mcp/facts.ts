// The data that generated `mcp.ts` files have of each operation for models: what it does, its input and its responses as JSON Schema.

/** A JSON Schema, whose references are `#/$defs/<name>`. */
export type DataSchema = boolean | { readonly [keyword: string]: unknown };

export interface ResponseFacts {
  readonly description?: string;
  readonly contentType?: string;
  readonly body?: DataSchema;
}

/** An operation for models. All text is from the document: bounded, and without characters that do not show. */
export interface OperationFacts {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: true;
  /** An object with the parts `path`, `query`, `header`, `cookie`, `querystring`, `body` and `contentType`, without `hidden`. */
  readonly input: { readonly [keyword: string]: unknown };
  /** JSON pointers to parameters that carry credentials: `/query/api_key`. */
  readonly hidden?: readonly string[];
  /** JSON pointers to the files of an input, `*` for each item: `/body/photos/*`. */
  readonly files?: readonly string[];
  /** By status, as written. */
  readonly responses: Readonly<Record<string, ResponseFacts>>;
}

export interface ServiceFacts {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** By the names of the operations in code. */
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly schemas: Readonly<Record<string, DataSchema>>;
}

/** Parses the data of a service when it is first asked for. */
/* @__NO_SIDE_EFFECTS__ */
export function toolFacts(json: string): () => ServiceFacts {
  let known: ServiceFacts | undefined;
  return () => {
    known ??= JSON.parse(json) as ServiceFacts;
    return known;
  };
}
