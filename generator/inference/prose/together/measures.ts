// Reads how a sentence compares two measures by adjectives: `A crate is always longer than it is wide`.
import { isNoRule, plainOf } from '../grammar/plain.ts';
import type { Relation } from '../relations.ts';
import { wordsOf } from '../words.ts';

/** Adjectives, and the nouns by which members are called. */
const MEASURES: readonly (readonly [adjective: string, comparative: string, noun: RegExp])[] = [
  ['long', 'longer', /^(?:length|long)$/],
  ['wide|broad', 'wider|broader', /^(?:width|breadth|beam|wide)$/],
  ['high|tall', 'higher|taller', /^(?:height|high)$/],
  ['deep', 'deeper', /^(?:depth|draught|draft|deep)$/],
  ['thick', 'thicker', /^thickness$/],
  ['heavy', 'heavier', /^(?:weight|mass)$/],
  ['old', 'older', /^age$/],
];
const ALL = (at: 0 | 1): string => MEASURES.map((one) => one[at]).join('|');
const FORM = new RegExp(
  `^.{2,40}? (?:is|are|must be|(?<not>may not be|can not be|is never|are never|must not be))(?: always)? (?<more>${ALL(1)}) than (?:it is|they are) (?<other>${ALL(0)})(?=$|[,;(])`,
  'i',
);

export function measuresIn(said: string, names: readonly string[]): Relation | undefined {
  const { not, more = '', other = '' } = isNoRule(said) ? {} : (FORM.exec(plainOf(said))?.groups ?? {});
  const [greater, less] = [memberOf(more, 1, names), memberOf(other, 0, names)];
  if (greater === undefined || less === undefined || greater === less) return undefined;
  return not === undefined ? { greater, less, isStrict: true } : { greater: less, less: greater, isStrict: false };
}

/** The one member that is called by the noun of an adjective. */
function memberOf(word: string, at: 0 | 1, names: readonly string[]): string | undefined {
  const noun = word === '' ? undefined : MEASURES.find((one) => new RegExp(`^(?:${one[at]})$`, 'i').test(word))?.[2];
  const found = noun === undefined ? [] : names.filter((name) => noun.test(wordsOf(name).at(-1) ?? ''));
  return found.length === 1 ? found[0] : undefined;
}
