// The types of the parameter table: codecs of parameters and headers, and the shapes that text is decoded by.

import type { ParseJson } from './body.ts';

/** `int64`: an integer, as a `bigint` where a double cannot hold it exactly. `true=t`: the text `t` means true. */
export type PrimitiveName = 'string' | 'integer' | 'int64' | 'number' | 'boolean' | `${boolean}=${string}` | 'null';

/** One primitive type, or several that are tried in order: `'integer|string'`. */
export type Primitive = PrimitiveName | `${PrimitiveName}|${string}`;

/**
 * The primitive types that text may become: of a single value, of a list's items, of an object's members. `free`, with the style `deepObject` only:
 * texts, lists and objects of texts, as the brackets have them.
 */
export type Shape = Primitive | readonly [Shape] | ObjectShape | MixedShape | 'free';

export interface ObjectShape {
  readonly properties?: Readonly<Record<string, Shape>>;
  /** The shape of properties that are not listed. Absent: they are text. */
  readonly additional?: Shape;
}

/** With the style `deepObject` only, which can tell them apart: a single value, a list or an object. Each kind at most once. */
export interface MixedShape {
  readonly anyOf: readonly (Primitive | readonly [Shape] | ObjectShape)[];
}

/**
 * How a client writes a list of primitives in the style `deepObject`, which the standard leaves open: `a[0]=x&a[1]=y`, `a[]=x&a[]=y` or `a=x&a=y`.
 * A server reads all three.
 */
export type DeepObjectLists = 'numbered' | 'brackets' | 'repeated';

/**
 * How a server reads `%2C` where commas separate values, since many HTTP libraries encode all commas. `separator`: it separates values too, because
 * no value can hold a comma; in a header with a single value, a comma can only separate repetitions of the header. `encoded` (`x-comma`): it
 * separates values where the text has no literal comma. `pairs`: the same for the names and values of an object, since a single text is no name with
 * a value.
 */
export type Comma = 'separator' | 'encoded' | 'pairs';

/** The facts of a parameter or response header that encoding needs. */
export interface Encodable {
  /** `body`: a field of a form. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring' | 'body';
  readonly name: string;
  readonly codec: ParameterCodec;
  readonly required?: boolean;
  /** In queries only. `text`: null is written as the text `null`. Absent: it is not sent, unless the parameter is required. */
  readonly nulls?: 'text';
  /** Replaces the escape of the codec: `reserved` for `allowReserved`. */
  readonly escape?: Escape;
}

/** Escapes text; `undefined` for text that is not allowed. `isItem`: it is one item of several, and must not contain their separator. */
export type Escape = (text: string, parameter: Encodable, isItem?: boolean) => string | undefined;

/** Encodes one kind of value in one style. The generator chooses it, so that a bundle has only the codecs that it uses. */
export interface ParameterCodec {
  readonly style: string;
  readonly explode: boolean;
  /** With the style `deepObject` only. Default: `numbered`. */
  readonly lists?: DeepObjectLists;
  /** Absent: percent-encoding, and nothing for headers. */
  readonly escape?: Escape;
  /**
   * `undefined` where nothing is sent: for an empty list or object.
   * @throws {InvalidParameterError} when the style cannot express the value.
   */
  readonly write: (parameter: Encodable, value: unknown, operation?: string) => string | undefined;
  /**
   * Headers and `content` only: decodes a value. `undefined` for malformed text, and with `strict` for text that does not fit the types.
   * `parse` reads JSON. `lenient`, by default: `%2C` may separate the values in fields (see `Comma`).
   */
  readonly read?: (text: string, shape: Shape, strict: boolean, parse?: ParseJson, lenient?: boolean) => unknown;
}

/** A codec that both ends decode: headers are in requests and responses. */
export interface HeaderCodec extends ParameterCodec {
  readonly read: NonNullable<ParameterCodec['read']>;
  /** `Set-Cookie` only, the one header whose lines cannot be joined: decodes them line by line. */
  readonly readLines?: (headers: Headers) => unknown;
}
