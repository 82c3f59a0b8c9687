// The schemas that examples are made from: JSON Schema 2020-12 as plain data, with references by name.
import type { KindKeywords } from './kind.ts';
import type { NumberKeywords, TextKeywords } from './value-checks.ts';

/** The keywords of a schema as plain data; `S` is a schema inside of it. */
export interface PlainKeywords<S> extends KindKeywords, TextKeywords, NumberKeywords {
  /** The name of a schema in the table. */
  readonly $ref?: string;
  /** The examples of the document. */
  readonly examples?: readonly unknown[];
  /** Hints that stand behind `examples`. */
  readonly default?: unknown;
  readonly known?: readonly unknown[];
  readonly allOf?: readonly S[];
  readonly anyOf?: readonly S[];
  readonly oneOf?: readonly S[];
  readonly not?: S;
  readonly if?: S;
  readonly then?: S;
  readonly else?: S;
  readonly dependentSchemas?: Readonly<Record<string, S>>;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /**
   * A property, and its values for each branch of `oneOf` or `anyOf`, in their order. With `decides`, samples always have
   * the value, and it selects the branch of `oneOf`; without it, it makes a branch likely and does not validate.
   */
  readonly tags?: { readonly property: string; readonly values: readonly (readonly string[])[]; readonly decides?: boolean };
  readonly properties?: Readonly<Record<string, S>>;
  readonly patternProperties?: Readonly<Record<string, S>>;
  readonly additionalProperties?: S;
  readonly propertyNames?: S;
  readonly unevaluatedProperties?: S;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly S[];
  readonly items?: S;
  readonly contains?: S;
  readonly unevaluatedItems?: S;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly format?: string;
}

/** A schema in `generated/x/examples.ts`; of the annotations, only `examples` is kept. */
export type ExampleSchema = boolean | ExampleKeywords;

export interface ExampleKeywords extends PlainKeywords<ExampleSchema> {
  /** The longest name, in UTF-16 units, that `patternProperties` may match: some patterns take very long for longer ones. */
  readonly longestName?: number;
  /** Integers may be a `bigint` where a double cannot hold them. */
  readonly exact?: boolean;
}

/** The named schemas of a service. */
export type ExampleSchemas = Readonly<Record<string, ExampleSchema>>;

/** The schema that a reference names; `false` for a name that the table lacks. */
export function resolveReference(schemas: ExampleSchemas, name: string): ExampleSchema {
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? false) : false;
}
