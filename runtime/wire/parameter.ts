// The codecs of OpenAPI's parameter table (OpenAPI 3.2 section 4.12.6, RFC 6570): one constant per style, explode and kind of value. Generated rows
// name the one that they need, so that a bundle has only those.

import type { Encodable, HeaderCodec, ParameterCodec } from '../contract/codec.ts';
import { parseJson } from '../json/parse.ts';
import { writeDeepObject, writeDeepValue } from './deep-object.ts';
import { escapeText, named, writeNamed, writeText } from './encode.ts';
import { matrixNamed, writeList } from './encode-list.ts';
import { writeObject } from './encode-object.ts';
import { escapeCookie, escapeLabel, escapePiped, escapeSpaced } from './escape.ts';
import { readPrimitive } from './primitive.ts';

/** RFC 6570 `{id}`. */
export const simple: ParameterCodec = { style: 'simple', explode: false, write: writeText };
export const simpleArray: ParameterCodec = { style: 'simple', explode: false, write: writeList };
export const simpleObject: ParameterCodec = { style: 'simple', explode: false, write: writeObject };
export const simpleExplodeObject: ParameterCodec = { style: 'simple', explode: true, write: writeObject };
/** RFC 6570 `{.id}`. */
export const label: ParameterCodec = { style: 'label', explode: false, escape: escapeLabel, write: writeLabel };
export const labelArray: ParameterCodec = { style: 'label', explode: false, escape: escapeLabel, write: writeList };
export const labelExplodeArray: ParameterCodec = { style: 'label', explode: true, escape: escapeLabel, write: writeList };
export const labelObject: ParameterCodec = { style: 'label', explode: false, escape: escapeLabel, write: writeObject };
export const labelExplodeObject: ParameterCodec = { style: 'label', explode: true, escape: escapeLabel, write: writeObject };
/** RFC 6570 `{;id}`. */
export const matrix: ParameterCodec = { style: 'matrix', explode: false, write: writeMatrix };
export const matrixArray: ParameterCodec = { style: 'matrix', explode: false, write: writeList };
export const matrixExplodeArray: ParameterCodec = { style: 'matrix', explode: true, write: writeList };
export const matrixObject: ParameterCodec = { style: 'matrix', explode: false, write: writeObject };
export const matrixExplodeObject: ParameterCodec = { style: 'matrix', explode: true, write: writeObject };
/** RFC 6570 `{?id}`. */
export const form: ParameterCodec = { style: 'form', explode: false, write: writeNamed };
export const formArray: ParameterCodec = { style: 'form', explode: false, write: writeList };
/** Also for `spaceDelimited` and `pipeDelimited` with `explode`. */
export const formExplodeArray: ParameterCodec = { style: 'form', explode: true, write: writeList };
export const formObject: ParameterCodec = { style: 'form', explode: false, write: writeObject };
export const formExplodeObject: ParameterCodec = { style: 'form', explode: true, write: writeObject };
export const spaceDelimitedArray: ParameterCodec = { style: 'spaceDelimited', explode: false, escape: escapeSpaced, write: writeList };
export const spaceDelimitedObject: ParameterCodec = { style: 'spaceDelimited', explode: false, escape: escapeSpaced, write: writeObject };
export const pipeDelimitedArray: ParameterCodec = { style: 'pipeDelimited', explode: false, escape: escapePiped, write: writeList };
export const pipeDelimitedObject: ParameterCodec = { style: 'pipeDelimited', explode: false, escape: escapePiped, write: writeObject };
/** Objects only; `explode` makes no difference. */
export const deepObject: ParameterCodec = { style: 'deepObject', explode: true, write: writeDeepObject };
/** Lists, and values that may be an object or something else. */
export const deepValue: ParameterCodec = { style: 'deepObject', explode: true, write: writeDeepValue };
/** OpenAPI 3.2: cookie values that are not percent-encoded. */
export const cookie: ParameterCodec = { style: 'cookie', explode: false, escape: escapeCookie, write: writeNamed };
export const cookieArray: ParameterCodec = { style: 'cookie', explode: false, escape: escapeCookie, write: writeList };
export const cookieExplodeArray: ParameterCodec = { style: 'cookie', explode: true, escape: escapeCookie, write: writeList };
export const cookieObject: ParameterCodec = { style: 'cookie', explode: false, escape: escapeCookie, write: writeObject };
export const cookieExplodeObject: ParameterCodec = { style: 'cookie', explode: true, escape: escapeCookie, write: writeObject };

function writeLabel(parameter: Encodable, value: unknown, operation?: string): string {
  return `.${writeText(parameter, value, operation)}`;
}

function writeMatrix(parameter: Encodable, value: unknown, operation?: string): string {
  return `;${matrixNamed(parameter, writeText(parameter, value, operation))}`;
}

/** A parameter with `content` of a JSON media type. */
export const contentJson: HeaderCodec = {
  style: 'content',
  explode: false,
  write(parameter, value, operation) {
    const json: string | undefined = JSON.stringify(value);
    return writeJsonContent(parameter, json, operation);
  },
  read(text, _shape, _strict, parse = parseJson) {
    try {
      return parse(text);
    } catch {
      return undefined;
    }
  },
};

/** Escapes what is not ASCII, so that the JSON fits a header. */
export function writeJsonContent(parameter: Encodable, json: string | undefined, operation: string | undefined): string | undefined {
  return json === undefined ? undefined : writeContent(parameter, json.replace(/[\u007f-\uffff]/g, unicodeEscape), operation);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A parameter with `content` of any other media type: text. */
export const contentText: HeaderCodec = {
  style: 'content',
  explode: false,
  write: writeContent,
  read: (text, shape, strict) => (typeof shape === 'string' ? readPrimitive(text, shape, strict) : text),
};

/** With the parameter's name in queries, cookies and forms. */
function writeContent(parameter: Encodable, value: unknown, operation?: string): string {
  const text = escapeText(parameter, String(value), operation);
  return /^(?:query|cookie|body)$/.test(parameter.in) ? named(parameter, text) : text;
}
