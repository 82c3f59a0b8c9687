// The cells of OpenAPI's table of parameter styles, each with the standard's text, and functions that encode and decode a cell as both ends do.
import * as runtime from '@octavo/runtime';
import { codecOf as codecNameOf } from '../../generator/model/operations/parameters/parameter-codec.ts';
import type { ParameterCodecName, ParameterShape, ParameterStyle } from '../../generator/model/service.ts';
import type { Encodable } from '../../runtime/contract/codec.ts';
import { decodePairs, decodeText } from '../../runtime/wire/decode.ts';
import { encodeParameter } from '../../runtime/wire/encode.ts';
import { cookiePairs, queryPairs } from '../../runtime/wire/pairs.ts';

export type Kind = 'empty' | 'string' | 'array' | 'object';
export const KINDS: readonly Kind[] = ['empty', 'string', 'array', 'object'];

export interface Cell {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** The standard's text by kind of value; absent where the table has no such cell. */
  readonly want: { readonly [K in Kind]?: string };
}

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

/** The standard's example values of the parameter `color`, with their shapes. */
export const VALUES: Readonly<Record<Kind, readonly [unknown, runtime.Shape]>> = {
  empty: ['', 'string'],
  string: ['blue', 'string'],
  array: [list, ['string']],
  object: [object, { properties: { R: 'integer', G: 'integer', B: 'integer' } }],
};

const formText = { empty: 'color=', string: 'color=blue', array: 'color=blue,black,brown', object: 'color=R,100,G,200,B,150' };
const exploded = { empty: 'color=', string: 'color=blue', array: 'color=blue&color=black&color=brown', object: 'R=100&G=200&B=150' };
const cookies = { ...exploded, array: 'color=blue; color=black; color=brown', object: 'R=100; G=200; B=150' };
const plain = { string: 'blue', array: 'blue,black,brown', object: 'R,100,G,200,B,150' };
const plainExploded = { ...plain, object: 'R=100,G=200,B=150' };
const deep = { object: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150' };

// OpenAPI 3.1.1 section 4.8.12.6 and OpenAPI 3.2 section 4.12.6, with their percent-encoding.
export const CELLS: readonly Cell[] = [
  { in: 'path', style: 'simple', explode: false, want: plain },
  { in: 'path', style: 'simple', explode: true, want: plainExploded },
  {
    in: 'path',
    style: 'label',
    explode: false,
    want: { string: '.blue', array: '.blue,black,brown', object: '.R,100,G,200,B,150' },
  },
  { in: 'path', style: 'label', explode: true, want: { string: '.blue', array: '.blue.black.brown', object: '.R=100.G=200.B=150' } },
  {
    in: 'path',
    style: 'matrix',
    explode: false,
    want: { empty: ';color', string: ';color=blue', array: ';color=blue,black,brown', object: ';color=R,100,G,200,B,150' },
  },
  {
    in: 'path',
    style: 'matrix',
    explode: true,
    want: { empty: ';color', string: ';color=blue', array: ';color=blue;color=black;color=brown', object: ';R=100;G=200;B=150' },
  },
  { in: 'query', style: 'form', explode: false, want: formText },
  { in: 'query', style: 'form', explode: true, want: exploded },
  {
    in: 'query',
    style: 'spaceDelimited',
    explode: false,
    want: { array: 'color=blue%20black%20brown', object: 'color=R%20100%20G%20200%20B%20150' },
  },
  {
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
    want: { array: 'color=blue%7Cblack%7Cbrown', object: 'color=R%7C100%7CG%7C200%7CB%7C150' },
  },
  { in: 'query', style: 'deepObject', explode: false, want: deep },
  { in: 'query', style: 'deepObject', explode: true, want: deep },
  { in: 'header', style: 'simple', explode: false, want: { empty: '', ...plain } },
  { in: 'header', style: 'simple', explode: true, want: { empty: '', ...plainExploded } },
  { in: 'cookie', style: 'form', explode: false, want: formText },
  { in: 'cookie', style: 'form', explode: true, want: cookies },
  { in: 'cookie', style: 'cookie', explode: false, want: formText },
  { in: 'cookie', style: 'cookie', explode: true, want: cookies },
];

export function cellName({ in: where, style, explode }: Cell): string {
  return `${where} ${style}${explode ? ' exploded' : ''}`;
}

const MODEL_SHAPES: Readonly<Record<ParameterShape['kind'], ParameterShape>> = {
  mixed: { kind: 'mixed', shapes: [] },
  free: { kind: 'free' },
  primitive: { kind: 'primitive', types: ['string'] },
  array: { kind: 'array', items: { kind: 'primitive', types: ['string'] } },
  object: { kind: 'object', properties: new Map(), additional: { kind: 'primitive', types: ['string'] } },
};

/** The codec that the generator chooses for a cell and a shape. */
export function codecOf(cell: Pick<Cell, 'in' | 'style' | 'explode'>, shape: runtime.Shape): runtime.ParameterCodec {
  const kind =
    typeof shape === 'string'
      ? shape === 'free'
        ? 'free'
        : 'primitive'
      : 'anyOf' in shape
        ? 'mixed'
        : Array.isArray(shape)
          ? 'array'
          : 'object';
  const name = codecNameOf({ ...cell, shape: MODEL_SHAPES[kind] });
  if (name === 'querystringForm') throw new Error('No cell is a form.');
  const codecs: Pick<typeof runtime, Exclude<ParameterCodecName, 'querystringForm'>> = runtime;
  return codecs[name];
}

export function encode(cell: Pick<Cell, 'in' | 'style' | 'explode'>, shape: runtime.Shape, value: unknown, isReserved = false) {
  const parameter = { in: cell.in, name: 'color', codec: codecOf(cell, shape) };
  return encodeParameter(isReserved ? { ...parameter, escape: runtime.reserved } : parameter, value);
}

export interface Read {
  readonly value: unknown;
  readonly issues: readonly runtime.Issue[];
}

export function decodeWith(codec: runtime.ParameterCodec, where: Encodable['in'], shape: runtime.Shape, text: string): Read {
  const issues: runtime.Issue[] = [];
  const parameter = { in: where, name: 'color', codec, shape };
  if (where === 'path' || where === 'header') return { value: decodeText(parameter, text, `/${where}/color`, issues), issues };
  const pairs = where === 'cookie' ? cookiePairs(text, codec.style) : queryPairs(text);
  if (pairs === undefined) throw new Error('a name cannot be decoded');
  return { value: decodePairs(parameter, pairs, `/${where}/color`, issues), issues };
}

export function decode(cell: Pick<Cell, 'in' | 'style' | 'explode'>, shape: runtime.Shape, text: string): Read {
  return decodeWith(codecOf(cell, shape), cell.in, shape, text);
}
