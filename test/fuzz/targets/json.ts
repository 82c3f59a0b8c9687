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

/** Whether the value is shallow enough for the recursion above. */
function isShallow(text: string): boolean {
  return text.split(/[[{]/).length < 500;
}

function checkRefusal(refused: SyntaxFault, text: string, value: unknown): void {
  if (/^has a duplicate name/.test(refused.message)) claim(namesIn(text) > namesOf(value), 'no name comes twice', refused.message);
  else if (/^has a number/.test(refused.message)) claim(hasOddNumber(text), 'a number was refused that is held', refused.message);
  else if (/^has a lone surrogate/.test(refused.message)) claim(/\\u[dD][89a-fA-F]/.test(text), 'no text has a surrogate', refused.message);
  else claim(/^is nested/.test(refused.message) && !isShallow(text), 'refused without a reason', refused.message);
}

function tryExact(bytes: Bytes, text: string): void {
  let value: unknown;
  const refused = refusal(() => {
    value = parseExactJson(bytes);
  }, SyntaxFault);
  if (refused !== undefined) return;
  const { body } = exact(json).encode(value, 'application/json');
  if (!isShallow(text)) return;
  claim(typeof body === 'string', 'a value cannot be written again');
  claimReread(parseExactJson(body), value, 'an exact value is not read back');
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
  const want = text === undefined ? undefined : plain(text);
  if (text === undefined || want === undefined) {
    claim(refused !== undefined, 'what is no JSON was read', value);
    return;
  }
  const fromText = refusal(() => claimEqual(parseStrictJson(text), value, 'text and bytes are read differently'), SyntaxFault);
  claimEqual(fromText?.message, refused?.message, 'text and bytes are refused differently');
  if (isShallow(text)) {
    if (refused === undefined) {
      claimEqual(value, want.value, 'a value is not the platform’s');
      claim(namesIn(text) === namesOf(value), 'a name that comes twice was taken', text);
      claim(!hasRoundedInteger(text), 'an integer was rounded', text);
    } else checkRefusal(refused, text, want.value);
  }
  tryExact(bytes, text);
};
