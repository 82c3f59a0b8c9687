// Parses JSON without loss: refuses duplicate names, numbers that would be rounded, and lone surrogates. Servers read requests with it, and clients
// responses with 64-bit integers.
import type { ParseJson } from '../contract/body.ts';
import { SyntaxFault } from '../contract/errors.ts';
import { readNumber } from './number.ts';
import { DEPTH, readUtf8 } from './parse.ts';
import { readJsonText } from './reader.ts';

/**
 * RFC 8259 in UTF-8, where a byte order mark is ignored, and RFC 7493 (I-JSON) for names and strings. Numbers that a double cannot hold are refused.
 * @throws {SyntaxFault} for anything else; the message has the JSON pointer of the fault.
 */
export function parseStrictJson(source: Uint8Array | string): unknown {
  return parse(source, false);
}

/** The same parser, for servers whose option `tolerance` is `'strict'`: it refuses a byte order mark. */
export function unmarked(parse: ParseJson): ParseJson {
  return (source) => {
    const isMarked =
      typeof source === 'string' ? source.startsWith('\uFEFF') : source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf;
    if (isMarked) throw new SyntaxFault('begins with a byte order mark');
    return parse(source);
  };
}

/**
 * Like `parseStrictJson`, with integers beyond ±(2^53−1) as `bigint`.
 * @throws {SyntaxFault}
 */
export function parseExactJson(source: Uint8Array | string): unknown {
  return parse(source, true);
}

/** The platform's parser makes the value. A scan of the text and a count of the value's names find what it would lose: 1.3 to 1.5 times its time. */
function parse(source: Uint8Array | string, wide: boolean): unknown {
  const given = typeof source === 'string' ? source : readUtf8(source);
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const bytes = typeof source !== 'string' && text === given ? source : new TextEncoder().encode(text);
  if (text === '') throw new SyntaxFault('is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxFault('is not valid JSON');
  }
  const names = scan(bytes, text, wide);
  if (names === TOO_DEEP) throw new SyntaxFault(`is nested more than ${DEPTH} levels deep`);
  return names === SUSPICIOUS || names !== countNames(value) ? readJsonText(text, wide) : value;
}

const SUSPICIOUS = -1;
const TOO_DEEP = -2;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Significant decimal digits that every double holds. */
const SAFE_DIGITS = 15;
/** Longer literals are left to the reader. */
const LONG = 40;

/** The number of names in well-formed JSON: the colons outside strings. Negative for text that the reader must check. */
function scan(bytes: Uint8Array, text: string, wide: boolean): number {
  let names = 0;
  let depth = 0;
  let suspicious = false;
  let isEscaped = false;
  for (let index = 0; index < bytes.length; ) {
    let byte = bytes[index++] ?? 0;
    if (byte === QUOTE) {
      isEscaped = false;
      for (byte = bytes[index++] ?? QUOTE; byte !== QUOTE; byte = bytes[index++] ?? QUOTE) {
        if (byte !== BACKSLASH) continue;
        isEscaped = true;
        // `\uD800` to `\uDFFF`: a surrogate, which may be half of a pair.
        if (bytes[index] === 0x75 && ((bytes[index + 1] ?? 0) | 0x20) === 0x64 && (bytes[index + 2] ?? 0) > 0x37) suspicious = true;
        index++;
      }
    } else if (byte === 0x3a) {
      names++;
      // V8 13.6 takes `"\u0061"` for a name `\` that it has seen after the same names before: it compares the text of names, not what they say.
      if (isEscaped) suspicious = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > DEPTH) return TOO_DEEP;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const start = index - 1;
      let exponent = false;
      let others = byte === 0x2d ? 1 : 0;
      for (
        byte = bytes[index] ?? 0;
        (byte >= 0x2d && byte <= 0x39) || byte === 0x2b || (byte | 0x20) === 0x65;
        byte = bytes[++index] ?? 0
      ) {
        if (byte < 0x30) others++;
        else if (byte > 0x39) exponent = true;
      }
      if (exponent || index - start - others > SAFE_DIGITS) suspicious ||= !isHeld(literalAt(bytes, text, start, index), wide);
    }
  }
  return suspicious ? SUSPICIOUS : names;
}

/** The characters of a number. In ASCII text, bytes and characters have the same positions. */
function literalAt(bytes: Uint8Array, text: string, start: number, end: number): string {
  if (text.length === bytes.length) return text.slice(start, end);
  return end - start > LONG ? '' : String.fromCharCode.apply(undefined, [...bytes.subarray(start, end)]);
}

function isHeld(literal: string, wide: boolean): boolean {
  if (literal.length > LONG || literal === '') return false;
  const number = Number(literal);
  if (wide && Number.isInteger(number) && !Number.isSafeInteger(number)) return false;
  // Most literals are what JavaScript prints, which is quick to check.
  return String(number) === literal || readNumber(literal, false) !== undefined;
}

/** The number of names in a value. Fewer than in its text mean a duplicate name. */
function countNames(root: unknown): number {
  let count = 0;
  const rest: unknown[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object' && item !== null) rest.push(item);
    } else if (typeof value === 'object' && value !== null) {
      const members = value as Readonly<Record<string, unknown>>;
      for (const name in members) {
        count++;
        const member = members[name];
        if (typeof member === 'object' && member !== null) rest.push(member);
      }
    }
  }
  return count;
}
