// Codecs for operations with 64-bit integers: JSON whose integers keep all digits, as a `bigint` where a double cannot hold them.

import type { BodyCodec } from '../contract/body.ts';
import type { HeaderCodec } from '../contract/codec.ts';
import { parseExactJson, parseStrictJson, unmarked } from '../json/strict.ts';
import { hasBigint, writeJson } from '../json/write.ts';
import type { FieldsJson } from '../wire/form.ts';
import { contentJson, writeJsonContent } from '../wire/parameter.ts';

/** A codec of JSON that refuses numbers which a double cannot hold exactly. */
/* @__NO_SIDE_EFFECTS__ */
export function strict(codec: BodyCodec): BodyCodec {
  return { ...codec, decode: (bytes, contentType, _parse, lenient) => codec.decode(bytes, contentType, parseStrictJson, lenient) };
}

/** A codec of JSON, or of a form with JSON in its fields, whose integers beyond ±(2^53−1) are `bigint`. */
/* @__NO_SIDE_EFFECTS__ */
export function exact(codec: BodyCodec): BodyCodec {
  return {
    ...codec,
    encode: (value, contentType, signal) => codec.encode(value, contentType, signal, hasBigint(value) ? writeJson : undefined),
    decode: (bytes, contentType, _parse, lenient) =>
      codec.decode(bytes, contentType, lenient === false ? unmarked(parseExactJson) : parseExactJson, lenient),
  };
}

/** A parameter with `content` of JSON with such integers. */
export const contentExactJson: HeaderCodec = {
  ...contentJson,
  write: (parameter, value, operation) => writeJsonContent(parameter, writeJson(value), operation),
  read: (text, shape, isStrict) => contentJson.read(text, shape, isStrict, parseExactJson),
};

/** Like `exact`, for the JSON in the fields of a query that is a form. */
export const exactFields: FieldsJson = { stringify: writeJson, parse: parseExactJson };
