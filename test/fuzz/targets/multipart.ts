// Multipart bodies with any boundary: decoded fields and files survive encoding and decoding, and the platform's parser agrees.

import { multipart } from '../../../runtime/body/multipart.ts';
import { parts } from '../../../runtime/body/parts.ts';
import type { BodyCodec } from '../../../runtime/contract/body.ts';
import { InvalidParameterError, SyntaxFault, UnsupportedMediaFault } from '../../../runtime/contract/errors.ts';
import { parseStrictJson } from '../../../runtime/json/strict.ts';
import { header, headerArray, headerExplodeObject } from '../../../runtime/wire/header.ts';
import { deepObject, formArray } from '../../../runtime/wire/parameter.ts';
import { type Bytes, claim, claimReread, type Fuzz, fieldValue, type Input, latin1Of, sizeOf } from '../support.ts';

const SHAPE = { n: 'integer', list: ['string'], o: { properties: { a: 'integer' } } } as const;

const CODECS: readonly BodyCodec[] = [
  multipart(),
  multipart(SHAPE),
  multipart(SHAPE, { n: { contentTypes: ['application/json'] }, file: { contentTypes: ['text/plain', 'image/*'] } }),
  multipart(SHAPE, { list: { codec: formArray }, o: { codec: deepObject } }),
  multipart(SHAPE, {
    n: { headers: [{ name: 'X-N', codec: header, shape: 'integer' }] },
    list: { headers: [{ name: 'X-L', codec: headerArray, shape: ['string'] }] },
    file: { headers: [{ name: 'X-O', codec: headerExplodeObject, shape: {} }] },
  }),
];

/** Lists of parts without names. */
const SEQUENCES: readonly BodyCodec[] = [
  parts(),
  parts({ shape: 'integer' }, [{ shape: {} }, { file: true }]),
  parts({ headers: [{ name: 'X-N', codec: header, shape: 'integer' }] }, [{ contentTypes: ['application/json', 'image/*'] }]),
];

/** Replaces files by their names, bytes and, if `typed`, media types. */
async function plain(value: unknown, typed = true): Promise<unknown> {
  if (value instanceof Blob) {
    return {
      // The platforms' default file name.
      file: value instanceof File ? value.name : 'blob',
      type: typed ? value.type : '',
      bytes: latin1Of(new Uint8Array(await value.arrayBuffer())),
    };
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => plain(item, typed)));
  if (typeof value !== 'object' || value === null) return value;
  return Promise.all(Object.entries(value).map(async ([name, member]) => [name, await plain(member, typed)]));
}

function filesOf(value: unknown): Blob[] {
  return Object.values(value ?? {})
    .flat()
    .map((item: unknown) => (typeof item === 'object' && item !== null && 'body' in item ? item.body : item))
    .filter((item) => item instanceof Blob);
}

async function read(codec: BodyCodec, bytes: Bytes, contentType: string): Promise<{ readonly value: unknown } | undefined> {
  try {
    return { value: await codec.decode(bytes, contentType, parseStrictJson) };
  } catch (error) {
    if (error instanceof SyntaxFault || error instanceof UnsupportedMediaFault) return undefined;
    throw error;
  }
}

async function checkWritten(codec: BodyCodec, value: unknown, declared: string): Promise<void> {
  try {
    const { body, contentType = '' } = codec.encode(value, declared);
    claim(body instanceof Blob, 'a decoded value cannot be encoded');
    const again = await read(codec, new Uint8Array(await body.arrayBuffer()), contentType);
    claim(again !== undefined, 'an encoded value cannot be decoded', await plain(value));
    // A file without a type is sent with a default type.
    const typed = filesOf(value).every((file) => file.type !== '');
    claimReread(await plain(again.value, typed), await plain(value, typed), 'an encoded value decodes to another value');
  } catch (error) {
    // The encoder rejects names that HTML's escaping would change.
    if (!(error instanceof InvalidParameterError && /name that a part cannot have/.test(error.message))) throw error;
  }
}

export const fuzz: Fuzz = async (input: Input) => {
  const codec = input.pick([...CODECS, ...SEQUENCES]);
  const isOwn = input.pick([false, true]);
  let bytes = input.bytes();
  let boundary = 'B';
  if (isOwn) {
    const end = bytes.indexOf(0x0a);
    boundary = fieldValue(latin1Of(bytes.subarray(0, Math.max(end, 0))));
    bytes = bytes.slice(end + 1);
  }
  const declared = SEQUENCES.includes(codec) ? 'multipart/mixed' : 'multipart/form-data';
  const contentType = `${declared}; boundary=${boundary}`;
  const found = await read(codec, bytes, contentType);
  if (found === undefined) return;
  claim(sizeOf(found.value) <= 2 * bytes.length + 20, 'the value is larger than its bytes', sizeOf(found.value), bytes.length);
  await checkWritten(codec, found.value, declared);
};
