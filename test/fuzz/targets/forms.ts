// Urlencoded forms with and without encodings: a decoded value can be encoded and decodes to the same value again.
import type { BodyCodec, EncodedBody } from '../../../runtime/contract/body.ts';
import { InvalidParameterError, SyntaxFault } from '../../../runtime/contract/errors.ts';
import { parseStrictJson } from '../../../runtime/json/strict.ts';
import { querystringForm, urlencoded } from '../../../runtime/wire/form.ts';
import {
  contentJson,
  deepObject,
  form,
  formArray,
  formExplodeArray,
  formExplodeObject,
  formObject,
  pipeDelimitedArray,
  spaceDelimitedArray,
} from '../../../runtime/wire/parameter.ts';
import { type Bytes, claim, claimReread, type Fuzz, type Input, refusal, sizeOf } from '../support.ts';

const SHAPE = { n: 'integer', s: 'string', list: ['number'], o: { properties: { a: 'integer' } }, b: 'boolean|null' } as const;

const CODECS: readonly BodyCodec[] = [
  urlencoded(),
  urlencoded(SHAPE),
  urlencoded(SHAPE, { list: { codec: formArray }, o: { codec: formObject } }),
  urlencoded(SHAPE, { list: { codec: pipeDelimitedArray }, o: { codec: deepObject } }),
  urlencoded(SHAPE, { list: { codec: spaceDelimitedArray }, o: { codec: formExplodeObject } }),
  urlencoded(SHAPE, { n: { codec: form }, s: { codec: contentJson }, list: { codec: formExplodeArray } }),
];

const query = { in: 'querystring', name: 'q', codec: querystringForm(SHAPE) } as const;

function written({ body }: EncodedBody): string {
  claim(typeof body === 'string', 'a decoded value cannot be encoded', body);
  return body;
}

function checkBody(codec: BodyCodec, bytes: Bytes): void {
  const type = 'application/x-www-form-urlencoded';
  const read = (from: Bytes) => codec.decode(from, type, parseStrictJson);
  let value: unknown;
  const refused = refusal(() => {
    value = read(bytes);
  }, SyntaxFault);
  if (refused !== undefined) return;
  claim(sizeOf(value) <= 2 * bytes.length + 20, 'the value is larger than its text', sizeOf(value), bytes.length);
  let again = '';
  const unwritable = refusal(() => {
    again = written(codec.encode(value, type));
  }, InvalidParameterError);
  claim(unwritable === undefined, 'a decoded value cannot be encoded', value, unwritable?.message);
  claimReread(read(new TextEncoder().encode(again)), value, `what was written as ${again} is read as something else`);
}

function checkQuery(text: string): void {
  const value = query.codec.read?.(text, 'string', false, parseStrictJson);
  if (value === undefined) return;
  const again = query.codec.write(query, value) ?? '';
  claimReread(query.codec.read?.(again, 'string', false, parseStrictJson), value, `what was written as ${again} is read as something else`);
}

export const fuzz: Fuzz = (input: Input) => {
  const codec = input.pick([...CODECS, undefined]);
  if (codec === undefined) checkQuery(input.text());
  else checkBody(codec, input.bytes());
};
