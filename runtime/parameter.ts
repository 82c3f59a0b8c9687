// The styles of OpenAPI's parameter table (OpenAPI 3.1 section 4.8.12, RFC 6570) as data: what stands before, between and around the parts of a value.
import { type ParseJson, parseJson } from './json.ts';

export type PrimitiveName = 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** One primitive type, or several to be tried in order: `'integer|string'`. */
export type Primitive = PrimitiveName | `${PrimitiveName}|${string}`;

/** The primitive types that a parameter's text may become. */
export type Shape = Primitive | readonly [Primitive] | ObjectShape;

export interface ObjectShape {
  readonly properties?: Readonly<Record<string, Primitive>>;
  /** Of properties that are not listed. Absent: such properties are text. */
  readonly additional?: Primitive;
}

/** One cell of the table. Data, so that a client carries no decoder and a server no encoder. */
export interface ParameterCodec {
  readonly style: string;
  readonly explode: boolean;
  /** Before the whole: `.` of label, `;` of matrix. */
  readonly prefix: string;
  /** Between the parts of an exploded value. */
  readonly separator: string;
  /** Between the items of a value that is not exploded, as it is written. */
  readonly delimiter: string;
  /** `name=` stands before values. */
  readonly named: boolean;
  /** Set for `content` parameters: the text of the whole value. */
  readonly content?: { write(value: unknown): string; read(text: string, parse?: ParseJson): unknown };
}

export const simple: ParameterCodec = { style: 'simple', explode: false, prefix: '', separator: ',', delimiter: ',', named: false };
export const simpleExplode: ParameterCodec = { style: 'simple', explode: true, prefix: '', separator: ',', delimiter: ',', named: false };
export const label: ParameterCodec = { style: 'label', explode: false, prefix: '.', separator: '.', delimiter: ',', named: false };
export const labelExplode: ParameterCodec = { style: 'label', explode: true, prefix: '.', separator: '.', delimiter: ',', named: false };
export const matrix: ParameterCodec = { style: 'matrix', explode: false, prefix: ';', separator: ';', delimiter: ',', named: true };
export const matrixExplode: ParameterCodec = { style: 'matrix', explode: true, prefix: ';', separator: ';', delimiter: ',', named: true };
export const form: ParameterCodec = { style: 'form', explode: false, prefix: '', separator: '&', delimiter: ',', named: true };
export const formExplode: ParameterCodec = { style: 'form', explode: true, prefix: '', separator: '&', delimiter: ',', named: true };
export const spaceDelimited: ParameterCodec = {
  style: 'spaceDelimited',
  explode: false,
  prefix: '',
  separator: '&',
  delimiter: '%20',
  named: true,
};
/** Exploded, the delimited styles are as `form`. */
export const spaceDelimitedExplode: ParameterCodec = {
  style: 'spaceDelimited',
  explode: true,
  prefix: '',
  separator: '&',
  delimiter: ',',
  named: true,
};
export const pipeDelimited: ParameterCodec = {
  style: 'pipeDelimited',
  explode: false,
  prefix: '',
  separator: '&',
  delimiter: '%7C',
  named: true,
};
export const pipeDelimitedExplode: ParameterCodec = {
  style: 'pipeDelimited',
  explode: true,
  prefix: '',
  separator: '&',
  delimiter: ',',
  named: true,
};
/** Objects only; there is one form of it, whatever `explode` says. */
export const deepObject: ParameterCodec = { style: 'deepObject', explode: true, prefix: '', separator: '&', delimiter: ',', named: true };
/** OpenAPI 3.2: cookie values as they are, not percent-encoded. */
export const cookie: ParameterCodec = { style: 'cookie', explode: false, prefix: '', separator: '; ', delimiter: ',', named: true };
export const cookieExplode: ParameterCodec = { style: 'cookie', explode: true, prefix: '', separator: '; ', delimiter: ',', named: true };
/** OpenAPI 3.2 `in: querystring` with a form: the whole query is one object. */
export const querystringForm: ParameterCodec = {
  style: 'querystring',
  explode: true,
  prefix: '',
  separator: '&',
  delimiter: ',',
  named: true,
};

/** A `content` parameter of JSON. Written in ASCII, so that it fits a header. */
export const contentJson: ParameterCodec = {
  style: 'content',
  explode: false,
  prefix: '',
  separator: '&',
  delimiter: ',',
  named: true,
  content: {
    write: (value) =>
      JSON.stringify(value).replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    read: (text, parse = parseJson) => parse(text),
  },
};

/** A `content` parameter of any other media type: its text. */
export const contentText: ParameterCodec = {
  style: 'content',
  explode: false,
  prefix: '',
  separator: '&',
  delimiter: ',',
  named: true,
  content: { write: (value) => String(value), read: (text) => text },
};
