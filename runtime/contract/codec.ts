// The types of the wire table: what a parameter codec is, and the shapes of values that text is read by.

import type { ParseJson } from './body.ts';

/** `int64` is an integer that is a `bigint` where no double holds it. `true=t`: the text `t` is true. */
export type PrimitiveName = 'string' | 'integer' | 'int64' | 'number' | 'boolean' | `${boolean}=${string}` | 'null';

/** One primitive type, or several to be tried in order: `'integer|string'`. */
export type Primitive = PrimitiveName | `${PrimitiveName}|${string}`;

/** The primitive types that text may become: one value's, each item's of a list, each member's of an object. */
export type Shape = Primitive | readonly [Shape] | ObjectShape;

export interface ObjectShape {
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Of properties that are not listed. Absent: such properties are text. */
  readonly additional?: Shape;
}

/** What encoding needs to know of a parameter or response header. */
export interface Encodable {
  /** `body`: a field of a form. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring' | 'body';
  readonly name: string;
  readonly codec: ParameterCodec;
  /** In place of the codec's own: `reserved` for `allowReserved`. */
  readonly escape?: Escape;
}

/** Text for its place; `undefined` for what cannot stand there. `part`: one of several, so that it may not hold what stands between them. */
export type Escape = (text: string, parameter: Encodable, part: boolean) => string | undefined;

/** One cell of the parameter table for one kind of value, chosen at generation time, so that a bundle has only the writers that it uses. */
export interface ParameterCodec {
  readonly style: string;
  readonly explode: boolean;
  /** Absent: percent-encoding, but for headers. */
  readonly escape?: Escape;
  /**
   * `undefined` for a value that has no text: an empty list or object.
   * @throws {InvalidParameterError} when the value has no form in the cell.
   */
  readonly write: (parameter: Encodable, value: unknown, operation?: string) => string | undefined;
  /** Of headers and `content`: the value, or `undefined` for text without its structure. `strict`: nor without its types. `parse` is of JSON. */
  readonly read?: (text: string, shape: Shape, strict: boolean, parse?: ParseJson) => unknown;
}

/** A codec that both ends read: headers are in requests and responses. */
export interface HeaderCodec extends ParameterCodec {
  readonly read: NonNullable<ParameterCodec['read']>;
  /** Of `Set-Cookie`, the one header whose lines cannot be joined: reads them apart. */
  readonly readLines?: (headers: Headers) => unknown;
}
