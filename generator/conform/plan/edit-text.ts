// Edits of texts: lengths, patterns, formats, unicode.
import { FORMATS } from '@octavo/runtime/facts';
import type { Schema } from '../../model/schema/schema.ts';
import { within } from '../judge/index.ts';
import type { Edit, Place } from './edit.ts';

/** Longer texts are not built. */
const LONGEST = 100_000;

/** Texts in scripts of several widths and directions, with combining characters and characters outside the basic plane. */
const UNICODE = 'Ünïcödé 日本語 🐙 עברית e\u0301';

/** Texts that most patterns refuse. */
const UNLIKELY = ['~ ~', 'Ω', '!', '-', ' ', '\u00a0x'];

export function* textEdits(schema: Schema, { at, value, isText }: Place): Generator<Edit> {
  if (typeof value !== 'string') return;
  const { minLength, maxLength, pattern, format } = schema;
  const place = (keyword: string) => ({ at, keyword, location: within(schema.location, keyword) });
  const isFree = pattern === undefined && format === undefined && schema.enum === undefined && schema.const === undefined;
  if (minLength !== undefined && minLength > 0 && minLength < LONGEST) {
    const says = (length: number): string => `${length} characters, where minLength is ${minLength}`;
    yield { ...place('minLength'), intent: { valid: 'boundary' }, says: says(minLength), value: resized(value, minLength) };
    yield { ...place('minLength'), intent: { invalid: 'length' }, says: says(minLength - 1), value: resized(value, minLength - 1) };
  }
  if (maxLength !== undefined && maxLength < LONGEST) {
    const says = (length: number): string => `${length} characters, where maxLength is ${maxLength}`;
    yield { ...place('maxLength'), intent: { valid: 'boundary' }, says: says(maxLength), value: resized(value, maxLength) };
    yield { ...place('maxLength'), intent: { invalid: 'length' }, says: says(maxLength + 1), value: resized(value, maxLength + 1) };
  }
  if (pattern !== undefined) {
    for (const other of UNLIKELY)
      yield { ...place('pattern'), intent: { invalid: 'pattern' }, says: 'a text that the pattern does not match', value: other };
  }
  if (format !== undefined) {
    for (const other of [...(FORMATS.get(format)?.misfits ?? []), 'not such a thing'])
      yield { ...place('format'), intent: { invalid: 'format' }, says: `a text that is not in the format ${format}`, value: other };
  }
  if (isFree) {
    const says = 'a text in several scripts';
    const [most, least] = [Math.min(maxLength ?? LONGEST, LONGEST), minLength ?? 0];
    if (most > 0) {
      const text = [...UNICODE].slice(0, most).join('');
      const long = [...text].length < least ? resized(text, least) : text;
      yield { at, keyword: 'type', location: schema.location, intent: { valid: 'unicode' }, says, value: long };
    }
    if (!isText && least === 0) {
      yield { at, keyword: 'type', location: schema.location, intent: { valid: 'boundary' }, says: 'the empty text', value: '' };
    }
  }
}

/** A text with so many characters, of the same characters where they suffice. */
function resized(text: string, length: number): string {
  const characters = [...text];
  if (characters.length >= length) return characters.slice(0, length).join('');
  const last = characters.at(-1) ?? 'x';
  return text + last.repeat(length - characters.length);
}
