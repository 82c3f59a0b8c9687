// Facts that only descriptions state: the numbers in them, such as the requests a minute that are allowed, the codes of errors, or an age in days.
import type { Json } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';
import { type Fact, holdsNames, type Row } from './facts.ts';

/** A number that stands alone: `3,000`, `-29` and `15-minute`, but not the digits of `v1.1` or `RateLimit2`. */
const NUMBER = /(?<![\w.,:/#=-])-?\d+(?:[.,]\d+)*(?![\w/])/g;

export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}

/** The text again for each of its numbers, with that number one higher. */
export function withOtherNumbers(text: string): string[] {
  return [...text.matchAll(NUMBER)].map(({ 0: number, index }) => {
    const digits = number.replaceAll(',', '');
    const other = /^-?\d+$/.test(digits) ? String(BigInt(digits) + 1n) : String(Number.parseFloat(digits) + 1);
    return `${text.slice(0, index)}${other}${text.slice(index + number.length)}`;
  });
}

/** One row with the numbers of all sentences in these parts of the document, if they have any. */
export function numberRows(...parts: readonly (readonly [pointer: string, part: Json | undefined])[]): Row[] {
  const facts: Fact[] = [];
  for (const [pointer, part] of parts) visit(part, pointer, false);
  const [first] = facts;
  return first === undefined ? [] : [{ key: 'numbers', place: first, facts }];

  function visit(value: Json | undefined, at: string, named: boolean): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, joinPointer(at, index), false);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      const below = joinPointer(at, key);
      if (!named && (key === 'example' || key === 'examples' || key === 'callbacks')) continue;
      if (!named && isSentence(key) && typeof item === 'string')
        facts.push(...numbersIn(item).map((text): Fact => ({ text, pointer: below, part: 'value' })));
      else if (/\/scopes$/.test(at) && typeof item === 'string') continue;
      else visit(item, below, holdsNames(key, named, below));
    }
  }
}

export function isSentence(key: string): boolean {
  return key === 'description' || key === 'summary';
}
