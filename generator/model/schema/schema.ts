// The schema model: one JSON Schema 2020-12 schema object as a node of a graph, references already followed. Older dialects are folded into it.
import type { Location } from '../../problem.ts';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A JSON value as `JSON.parse` gives it, but integers beyond ±(2^53−1) are a `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Keywords keep their names in the standard (JSON Schema Core and Validation 2020-12). Absent means not written.
 * One place in a document is one node: nodes may be compared by identity, and the graph may have cycles (through `ref` or any other edge).
 */
export interface Schema {
  /** Source and pointer joined: unique, stable, and independent of other parts of the document. */
  readonly key: string;
  readonly location: Location;
  /** PascalCase TypeScript name where the schema has its own declaration and validator: components, and inline targets of a `$ref`. */
  name?: string;
  /** A boolean schema; no other keyword is set then. */
  readonly boolean?: boolean;

  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];

  readonly type?: readonly JsonType[];
  readonly enum?: readonly JsonValue[];
  /** Texts that the document lists, where others may come too: an `enum` that was opened. Constrains nothing. */
  readonly known?: readonly string[];
  /** Wrapped, since `null` is a constant too. */
  readonly const?: { readonly value: JsonValue };

  /** `$ref`; keywords beside it apply as well (2020-12). */
  ref?: Schema;
  /** `$dynamicRef`: the schema that it means when no outer resource overrides it, and those that may override it at run time. */
  dynamicRef?: DynamicRef;
  /** `$dynamicAnchor` of this schema. */
  readonly dynamicAnchor?: string;
  /** The schema resource (`$id` boundary) that the schema is in; its root node. For `$dynamicRef` only. */
  resource?: Schema;

  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  dependentSchemas?: ReadonlyMap<string, Schema>;
  /** OpenAPI. Resolved: tag value → the branch it means. */
  discriminator?: Discriminator;

  properties?: ReadonlyMap<string, Schema>;
  patternProperties?: ReadonlyMap<string, Schema>;
  additionalProperties?: Schema;
  propertyNames?: Schema;
  unevaluatedProperties?: Schema;
  readonly required?: readonly string[];
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly minProperties?: number;
  readonly maxProperties?: number;

  prefixItems?: readonly Schema[];
  items?: Schema;
  contains?: Schema;
  unevaluatedItems?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Of what a text says. It constrains nothing (Validation 2020-12 §8.2), so no way through the graph leads here. */
  contentSchema?: Schema;
  /** `x-boolean-words`, of the schema itself or else of the document; how a boolean is read from text. Constrains nothing. */
  readonly booleanWords?: BooleanWords;
  /** A field of a multipart body that is a file: a `Blob` at both ends. */
  readonly file?: boolean;

  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number;
}

/** The texts that mean a boolean, beside `true` and `false`. */
export interface BooleanWords {
  readonly true: readonly string[];
  readonly false: readonly string[];
}

export interface DynamicRef {
  readonly anchor: string;
  target: Schema;
  /** Every schema in the document with that `$dynamicAnchor`, when the reference is dynamic at all; otherwise empty. */
  candidates: readonly Schema[];
}

interface Discriminator {
  readonly propertyName: string;
  /** Each value is a member of `oneOf` or `anyOf` where one of them is meant; otherwise the schema that the mapping leads to. */
  readonly mapping: ReadonlyMap<string, Schema>;
}
