// The schema model: one JSON Schema 2020-12 schema object as a node of a graph, references already followed. Older dialects are folded into it.
import type { Location } from '../../base/problem.ts';
import type { Form, Keyword, keywords } from '../../base/vocabulary.ts';
import type { Xml } from './xml.ts';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A JSON value as `JSON.parse` gives it, but integers beyond ±(2^53−1) are a `bigint`. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

type ReadByForm = {
  readonly string: string;
  readonly boolean: boolean;
  readonly count: number;
  readonly positive: number;
  readonly number: number | bigint;
  readonly any: JsonValue;
  readonly '[any]': readonly JsonValue[];
  readonly '[string]': readonly string[];
  readonly '{[string]}': ReadonlyMap<string, readonly string[]>;
  readonly 'string/[string]': readonly JsonType[];
};

/** The model's type for a keyword's value, from the keyword's row. */
type Read<R> = R extends { readonly form: infer F extends Form }
  ? ReadByForm[F]
  : R extends { readonly holds: 'map' }
    ? ReadonlyMap<string, Schema>
    : R extends { readonly holds: 'list' }
      ? readonly Schema[]
      : Schema;

type Keywords = { readonly [K in Exclude<Keyword, 'const'>]?: Read<(typeof keywords)[K]> };

/**
 * Keywords keep their names in the standard (JSON Schema Core and Validation 2020-12); `vocabulary.ts` lists them. Absent means not written.
 * One place in a document is one node, and one more for each other meaning of the dynamic references in it. Nodes may be compared by identity, and
 * the graph may have cycles (through `ref` or any other edge).
 */
export interface Schema extends Keywords {
  /** Source and pointer joined: unique, stable, and independent of other parts of the document. */
  readonly key: string;
  readonly location: Location;
  /** PascalCase TypeScript name where the schema has its own declaration and validator: components, and inline targets of a `$ref`. */
  name?: string;
  /** A boolean schema; no other keyword is set then. */
  readonly boolean?: boolean;
  /** Wrapped, since `null` is a constant too. */
  readonly const?: { readonly value: JsonValue };
  /** Texts that the document lists, where others may come too: an `enum` that was opened. Constrains nothing. */
  readonly known?: readonly string[];

  /** `$ref`, or what a `$dynamicRef` means; keywords beside it apply as well (2020-12). */
  readonly ref?: Schema;
  /** OpenAPI. Resolved: tag value → the branch it means. */
  readonly discriminator?: Discriminator;

  /** `x-boolean-words`, of the schema itself or else of the document; how a boolean is read from text. Constrains nothing. */
  readonly booleanWords?: BooleanWords;
  /** How XML names the value. Constrains nothing. */
  readonly xml?: Xml;
  /** A field of a multipart body that is a file: a `Blob` at both ends. */
  readonly file?: boolean;
  /** Properties that only the other side of a message has. Constrains nothing: a value of the other side keeps their names. */
  readonly dropped?: ReadonlyMap<string, Schema>;
  /** `x-octavo-name`: what the property with this schema is called in code. Constrains nothing. */
  readonly givenName?: string;
  /**
   * What the properties that the schema mentions are called in code, by their names in the document; without those that keep theirs. Constrains
   * nothing.
   */
  codeNames?: ReadonlyMap<string, string>;
}

/** The texts that mean a boolean, beside `true` and `false`. */
export interface BooleanWords {
  readonly true: readonly string[];
  readonly false: readonly string[];
}

export interface Discriminator {
  readonly propertyName: string;
  /** Whether its value alone selects the branch of `oneOf`, since by JSON Schema every value of some branch matches another one too. */
  readonly decides?: boolean;
  /** Whether the schema has no branches of its own: those that its tags mean include it by `allOf`. */
  readonly inherited?: boolean;
  /** Each value is a member of `oneOf` or `anyOf` where one of them is meant; otherwise the schema that the mapping leads to. */
  readonly mapping: ReadonlyMap<string, Schema>;
  /** The schema of values that have no tag or one that the mapping lacks (OpenAPI 3.2 `defaultMapping`); a branch where one is meant. */
  readonly fallback?: Schema;
}
