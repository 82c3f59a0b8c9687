// Compares the strict JSON parser with the platform's: equal values, and a valid reason for each additional rejection.

import { json } from '../../../runtime/body/body.ts';
import { exact } from '../../../runtime/body/exact-json.ts';
import { SyntaxFault } from '../../../runtime/contract/errors.ts';
import { parseExactJson, parseStrictJson } from '../../../runtime/json/strict.ts';
import { type Bytes, claim, claimEqual, claimReread, type Fuzz, type Input, refusal } from '../support.ts';

const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** Number of member names in a valid JSON text: its colons outside strings. */
function namesIn(text: string): number {
  return text.replace(STRINGS, '').split(':').length - 1;
}

function namesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, member) => sum + namesOf(member), own);
}

/** Whether a valid JSON text has a number that JavaScript would print differently; only such a number may be rejected. */
function hasOddNumber(text: string): boolean {
  return (text.replace(STRINGS, '').match(/-?[0-9][0-9.eE+-]*/g) ?? []).some((literal) => String(Number(literal)) !== literal);
}

function hasRoundedInteger(text: string): boolean {
  return (text.replace(STRINGS, '').match(/-?[0-9][0-9.eE+-]*/g) ?? []).some(
    (literal) => /^-?[0-9]+$/.test(literal) && !Number.isSafeInteger(Number(literal)) && String(Number(literal)) !== literal,
  );
}

function plain(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** V8 13.6 may take a name with an escape for another one, so that its value says nothing. */
function hasEscapedName(text: string): boolean {
  return [...text.matchAll(STRINGS)].some(
    ({ 0: string, index }) => string.includes('\\') && /^\s*:/.test(text.slice(index + string.length)),
  );
}

/** Whether the value is shallow enough for the recursion above. */
function isShallow(text: string): boolean {
  return text.split(/[[{]/).length < 500;
}

function checkRefusal(refused: SyntaxFault, text: string, value: unknown): void {
  if (/^has a duplicate name/.test(refused.message))
    claim(namesIn(text) > namesOf(value), 'rejected for a duplicate name, but there is none', refused.message);
  else if (/^has a number/.test(refused.message)) claim(hasOddNumber(text), 'rejected a number that can be represented', refused.message);
  else if (/^has a lone surrogate/.test(refused.message))
    claim(/\\u[dD][89a-fA-F]/.test(text), 'rejected for a lone surrogate, but there is none', refused.message);
  else claim(/^is nested/.test(refused.message) && !isShallow(text), 'rejected without a valid reason', refused.message);
}

function tryExact(bytes: Bytes, text: string): void {
  let value: unknown;
  const refused = refusal(() => {
    value = parseExactJson(bytes);
  }, SyntaxFault);
  if (refused !== undefined) return;
  const { body } = exact(json).encode(value, 'application/json');
  if (!isShallow(text)) return;
  claim(typeof body === 'string', 'an exact value cannot be encoded');
  claimReread(parseExactJson(body), value, 'an exact value changes in a round trip');
}

export const fuzz: Fuzz = (input: Input) => {
  const bytes = input.bytes();
  let text: string | undefined;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Invalid UTF-8.
  }
  let value: unknown;
  const refused = refusal(() => {
    value = parseStrictJson(bytes);
  }, SyntaxFault);
  const want = text === undefined ? undefined : plain(text.replace(/^\uFEFF/, ''));
  if (text === undefined || want === undefined) {
    claim(refused !== undefined, 'invalid JSON was accepted', value);
    return;
  }
  const fromText = refusal(() => claimEqual(parseStrictJson(text), value, 'text and bytes parse to different values'), SyntaxFault);
  claimEqual(fromText?.message, refused?.message, 'text and bytes are rejected with different errors');
  if (isShallow(text)) {
    if (refused === undefined) {
      if (!hasEscapedName(text)) claimEqual(value, want.value, 'the value differs from that of JSON.parse');
      claim(namesIn(text) === namesOf(value), 'a duplicate name was accepted', text);
      claim(!hasRoundedInteger(text), 'an integer was rounded', text);
    } else if (!hasEscapedName(text)) checkRefusal(refused, text, want.value);
  }
  tryExact(bytes, text);
};
