// Parameters of every style: a decoded value can be encoded, decodes to the same value again, and does not outgrow its text.

import { contentExactJson } from '../../../runtime/body/exact-json.ts';
import type { ParameterCodec, Shape } from '../../../runtime/contract/codec.ts';
import { InvalidParameterError } from '../../../runtime/contract/errors.ts';
import type { Issue } from '../../../runtime/contract/issue.ts';
import { decodePairs, decodeText } from '../../../runtime/wire/decode.ts';
import type { Decodable } from '../../../runtime/wire/decode-value.ts';
import { encodeParameter } from '../../../runtime/wire/encode.ts';
import { header, headerArray, headerExplodeObject, headerObject } from '../../../runtime/wire/header.ts';
import { cookiePairs, queryPairs } from '../../../runtime/wire/pairs.ts';
import * as codecs from '../../../runtime/wire/parameter.ts';
import { claim, claimEqual, claimReread, type Fuzz, fieldValue, type Input, refusal, sizeOf, targetPart } from '../support.ts';

const PRIMITIVES: readonly Shape[] = [
  'string',
  'integer',
  'int64',
  'number',
  'boolean',
  'null|string',
  'integer|boolean|null',
  'number|string',
];
const ARRAYS: readonly Shape[] = [['string'], ['integer'], ['number|null']];
const OBJECTS: readonly Shape[] = [
  {},
  { additional: 'string' },
  { properties: { R: 'integer', color: 'string', ['__proto__']: 'number' }, additional: 'number|string' },
];
const DEEP: readonly Shape[] = [
  ...OBJECTS,
  { properties: { a: ['string'], b: { properties: { c: 'integer' }, additional: ['string'] }, l: [{}] } },
];

type Cell = readonly [where: 'path' | 'query' | 'header' | 'cookie', codec: ParameterCodec, shapes: readonly Shape[]];

const CELLS: readonly Cell[] = [
  ['path', codecs.simple, PRIMITIVES],
  ['path', codecs.simpleArray, ARRAYS],
  ['path', codecs.simpleObject, OBJECTS],
  ['path', codecs.simpleExplodeObject, OBJECTS],
  ['path', codecs.label, PRIMITIVES],
  ['path', codecs.labelArray, ARRAYS],
  ['path', codecs.labelExplodeArray, ARRAYS],
  ['path', codecs.labelObject, OBJECTS],
  ['path', codecs.labelExplodeObject, OBJECTS],
  ['path', codecs.matrix, PRIMITIVES],
  ['path', codecs.matrixArray, ARRAYS],
  ['path', codecs.matrixExplodeArray, ARRAYS],
  ['path', codecs.matrixObject, OBJECTS],
  ['path', codecs.matrixExplodeObject, OBJECTS],
  ['query', codecs.form, PRIMITIVES],
  ['query', codecs.formArray, ARRAYS],
  ['query', codecs.formExplodeArray, ARRAYS],
  ['query', codecs.formObject, OBJECTS],
  ['query', codecs.formExplodeObject, OBJECTS],
  ['query', codecs.spaceDelimitedArray, ARRAYS],
  ['query', codecs.spaceDelimitedObject, OBJECTS],
  ['query', codecs.pipeDelimitedArray, ARRAYS],
  ['query', codecs.pipeDelimitedObject, OBJECTS],
  ['query', codecs.deepObject, DEEP],
  ['query', codecs.contentJson, ['string']],
  ['query', contentExactJson, ['string']],
  ['query', codecs.contentText, ['string']],
  ['header', header, PRIMITIVES],
  ['header', headerArray, ARRAYS],
  ['header', headerObject, OBJECTS],
  ['header', headerExplodeObject, OBJECTS],
  ['header', codecs.contentJson, ['string']],
  ['cookie', codecs.form, PRIMITIVES],
  ['cookie', codecs.formArray, ARRAYS],
  ['cookie', codecs.formExplodeArray, ARRAYS],
  ['cookie', codecs.formObject, OBJECTS],
  ['cookie', codecs.formExplodeObject, OBJECTS],
  ['cookie', codecs.cookie, PRIMITIVES],
  ['cookie', codecs.cookieArray, ARRAYS],
  ['cookie', codecs.cookieExplodeArray, ARRAYS],
  ['cookie', codecs.cookieObject, OBJECTS],
  ['cookie', codecs.cookieExplodeObject, OBJECTS],
];

/** Decodes a text to its value and issues. */
function read(parameter: Decodable, text: string): { readonly value: unknown; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const path = `/${parameter.in}/color`;
  if (parameter.in === 'path' || parameter.in === 'header') return { value: decodeText(parameter, text, path, issues), issues };
  const pairs = parameter.in === 'cookie' ? cookiePairs(text, parameter.codec.style) : queryPairs(text);
  return { value: pairs === undefined ? undefined : decodePairs(parameter, pairs, path, issues), issues };
}

/** Whether decoded values may be unencodable: OpenAPI 3.2's style `cookie` reads raw texts that RFC 6265 does not allow to send. */
function isUnwritable(parameter: Decodable): boolean {
  return parameter.codec.style === 'cookie';
}

export const fuzz: Fuzz = (input: Input) => {
  const [where, codec, shapes] = input.pick(CELLS);
  const parameter = { in: where, name: 'color', codec, shape: input.pick(shapes) };
  const text = where === 'header' || where === 'cookie' ? fieldValue(input.latin1()) : targetPart(input.text());

  const { value, issues } = read(parameter, text);
  claim(issues.length <= 1, 'more than one issue for one parameter', issues);
  for (const issue of issues) claim(issue.path.startsWith(`/${where}/color`), 'an issue has the wrong path', issue.path);
  if (value === undefined || issues.length > 0) return;
  claim(sizeOf(value) <= 2 * text.length + 20, 'the value is larger than its text', sizeOf(value), text.length);

  let again = '';
  const refused = refusal(() => {
    const written = encodeParameter(parameter, value);
    claim(written !== undefined, 'a decoded value has no text', value);
    again = written;
  }, InvalidParameterError);
  claim(refused === undefined || isUnwritable(parameter), 'a decoded value cannot be encoded', value, refused?.message);
  if (refused !== undefined) return;
  const reread = read(parameter, again);
  claimEqual(reread.issues, [], 'an encoded value cannot be decoded');
  claimReread(reread.value, value, `what was written as ${again} is read as something else`);
};
