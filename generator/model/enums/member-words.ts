// A value or a title → the name of a member: `in_transit` → `InTransit`, `IN_TRANSIT` as it is, `-1` → `Minus1`, `<=` → `LessOrEqual`.
import { beginsWell, pascalCase } from '../names/names.ts';

/** Never empty, and of characters that an identifier may have. */
export function memberWords(text: string): string {
  const signs = SIGNS.get(text);
  if (signs !== undefined) return signs;
  const words = plainWords(text.replace(SIGN, (sign) => ` ${SIGNS.get(sign)} `));
  return beginsWell(words) ? words : `Value${words}`;
}

/** A sign in front or before a number tells values apart: `+1` from `-1`, and in lists of orders `-name` from `name`. */
const SIGN = /^[+-](?=.)|(?<!\p{ID_Continue})[+-](?=\d)/gu;

/** Capitals are kept with their underscores: such a text is the name of a constant already. */
function plainWords(text: string): string {
  const isCapitals = /\p{Lu}/u.test(text) && !/[\p{Ll}\p{Lt}\p{Lo}]/u.test(text);
  const words = isCapitals ? (text.match(/[^\P{ID_Continue}_]+/gu) ?? []).join('_').normalize('NFC') : pascalCase(text);
  return words === '' ? spelled(text) : words;
}

/** A text of marks alone: their names, or where one has none its number in Unicode. */
function spelled(text: string): string {
  return [...text].map((mark) => SIGNS.get(mark) ?? `U${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).join('');
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['', 'Empty'],
  [' ', 'Space'],
  ['+', 'Plus'],
  ['-', 'Minus'],
  ['*', 'Asterisk'],
  ['/', 'Slash'],
  ['%', 'Percent'],
  ['=', 'Equal'],
  ['!=', 'NotEqual'],
  ['<', 'Less'],
  ['<=', 'LessOrEqual'],
  ['>', 'Greater'],
  ['>=', 'GreaterOrEqual'],
  ['~', 'Tilde'],
  ['!', 'Not'],
  ['?', 'Question'],
  ['&', 'And'],
  ['|', 'Or'],
  ['^', 'Caret'],
  ['.', 'Dot'],
  [',', 'Comma'],
  [':', 'Colon'],
  [';', 'Semicolon'],
  ['#', 'Hash'],
  ['$', 'Dollar'],
  ['@', 'At'],
  ['_', 'Underscore'],
]);
