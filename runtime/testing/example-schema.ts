// The schemas that examples are made of: JSON Schema 2020-12 as plain data, its references by name.
import type { NumberKeywords, TextKeywords } from './value-checks.ts';

/** As `generated/x/examples.ts` holds it; annotations but `examples` are left out. */
export type ExampleSchema = boolean | ExampleKeywords;

export interface ExampleKeywords extends TextKeywords, NumberKeywords {
  /** A name in the table. */
  readonly $ref?: string;
  readonly type?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** The document's own. */
  readonly examples?: readonly unknown[];
  readonly allOf?: readonly ExampleSchema[];
  readonly anyOf?: readonly ExampleSchema[];
  readonly oneOf?: readonly ExampleSchema[];
  readonly not?: ExampleSchema;
  readonly if?: ExampleSchema;
  readonly then?: ExampleSchema;
  readonly else?: ExampleSchema;
  readonly dependentSchemas?: Readonly<Record<string, ExampleSchema>>;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** A property, and the values of it that mean each branch of `oneOf` or `anyOf`, in their order. Says what is likely, not what is valid. */
  readonly tags?: { readonly property: string; readonly values: readonly (readonly string[])[] };
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly patternProperties?: Readonly<Record<string, ExampleSchema>>;
  readonly additionalProperties?: ExampleSchema;
  readonly propertyNames?: ExampleSchema;
  readonly unevaluatedProperties?: ExampleSchema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly ExampleSchema[];
  readonly items?: ExampleSchema;
  readonly contains?: ExampleSchema;
  readonly unevaluatedItems?: ExampleSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly format?: string;
  /** Its integers may be a `bigint` where no double holds them. */
  readonly exact?: boolean;
  /** A `Blob`. */
  readonly file?: boolean;
}

/** Every named schema of a service. */
export type ExampleSchemas = Readonly<Record<string, ExampleSchema>>;

/** The schemas at a reference's end; one that the table lacks takes nothing. */
export function resolveReference(schemas: ExampleSchemas, name: string): ExampleSchema {
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? false) : false;
}
