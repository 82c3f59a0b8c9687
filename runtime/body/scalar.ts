// The codec of a number, boolean or null that is a whole text body: `42` as `text/plain`.
import type { BodyCodec } from '../contract/body.ts';
import type { Primitive } from '../contract/codec.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { readPrimitive } from '../wire/primitive.ts';
import { text } from './body.ts';

const PHRASES: Readonly<Record<string, string>> = { integer: 'an integer', int64: 'an integer', number: 'a number', boolean: 'a boolean' };

/**
 * Reads text as the first of the types that it fits, by the lexical forms of parameters; a byte order mark and one line end are ignored, unless the
 * server is strict. Text of none of the types is a `SyntaxFault`, or if one is `string`, left to the validator. A value that would be read back as
 * another one (`NaN`, an integer that a double cannot hold) cannot be written.
 */
/* @__NO_SIDE_EFFECTS__ */
export function scalar(types: Primitive): BodyCodec {
  const names = types.split('|').filter((type) => !type.includes('='));
  return {
    kind: 'scalar',
    encode(value, contentType) {
      const written = String(value);
      return same(readPrimitive(written, types), value) ? text.encode(written, contentType) : { body: undefined, contentType };
    },
    decode(bytes, contentType, parse, lenient = true) {
      const whole = String(text.decode(bytes, contentType, parse));
      const value = readPrimitive(lenient ? whole.replace(/^\uFEFF|\r?\n$/g, '') : whole, types);
      if (typeof value !== 'string') return value;
      // Text is judged by the validator where some text is allowed.
      if (names.includes('string')) return whole;
      throw new SyntaxFault(`is not ${names.map((name) => PHRASES[name] ?? name).join(' or ')}`);
    },
  };
}

/** A `bigint` that a double can hold is read back as a number. */
function same(read: unknown, value: unknown): boolean {
  return read === value || (typeof value === 'bigint' && typeof read === 'number' && BigInt(read) === value);
}
