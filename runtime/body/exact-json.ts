// JSON in which integers keep all their digits: read as `bigint` where a double cannot hold them, and written from one. The codecs of operations that have 64-bit integers.

import type { HeaderCodec } from '../contract/codec.ts';
import type { FieldsJson } from '../wire/form.ts';
import { contentJson, writeJsonContent } from '../wire/parameter.ts';
import type { BodyCodec } from './body.ts';
import { parseExactJson, parseStrictJson } from './strict-json.ts';

/** A codec of JSON that refuses what cannot be held exactly, at both ends. */
/* @__NO_SIDE_EFFECTS__ */
export function strict(codec: BodyCodec): BodyCodec {
  return { ...codec, decode: (bytes, contentType) => codec.decode(bytes, contentType, parseStrictJson) };
}

/** A codec of JSON, or of a form with JSON in its fields, whose integers beyond ±(2^53−1) are `bigint`, at both ends. */
/* @__NO_SIDE_EFFECTS__ */
export function exact(codec: BodyCodec): BodyCodec {
  return {
    ...codec,
    encode: (value, contentType, signal) => codec.encode(value, contentType, signal, hasBigint(value) ? writeJson : undefined),
    decode: (bytes, contentType) => codec.decode(bytes, contentType, parseExactJson),
  };
}

/** A `content` parameter of JSON with such integers. */
export const contentExactJson: HeaderCodec = {
  ...contentJson,
  write: (parameter, value, operation) => writeJsonContent(parameter, writeJson(value), operation),
  read: (text, shape, isStrict) => contentJson.read(text, shape, isStrict, parseExactJson),
};

/** As `exact`, of the JSON in the fields of a query that is a form. */
export const exactFields: FieldsJson = { stringify: writeJson, parse: parseExactJson };

/** Whether the platform's `JSON.stringify` would refuse the value, or write it as somebody's `BigInt.prototype.toJSON` says. */
function hasBigint(root: unknown): boolean {
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'bigint') return true;
    if (typeof value === 'object' && value !== null) rest.push(...Object.values(value));
  }
  return false;
}

/** As `JSON.stringify`, but a `bigint` is an integer literal. `undefined` for what has no JSON. */
function writeJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeJson(value.toJSON(''));
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item) ?? 'null').join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = writeJson(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
