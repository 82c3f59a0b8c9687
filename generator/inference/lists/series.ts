// Reads by which members in turn a list goes that is sorted by one value: `Sorted by number, episodes come by season and then by number`.
import { sentencesIn } from '../prose/index.ts';
import type { ListFacts } from './facts.ts';

/** Words by which one member comes before another one. */
const IN_TURN = /\b(?:then|within|grouped|followed by|first)\b/i;

/**
 * The members, the first one first; empty where words say that there are several and not which. `undefined` where the list goes by the one
 * member that the value names.
 */
export function seriesOf(
  { operation, roles, members }: Pick<ListFacts, 'operation' | 'roles' | 'members'>,
  key: string,
  member: string | undefined,
): readonly string[] | undefined {
  const texts = [operation.summary, operation.description, roles.sort?.description];
  const sentences = texts.flatMap((text) => sentencesIn(text ?? '')).filter((one) => IN_TURN.test(one));
  for (const sentence of sentences) {
    const rest = aboutKey(sentence, key);
    const named = namedIn(rest ?? sentence, members);
    if (rest !== undefined && IN_TURN.test(rest)) {
      const found = inTurn(rest, named, member);
      if (found.length === 0 || found[0] !== member) return found;
    }
    // `By due date, then by title` may be the order of the list without the parameter, or of one of its values.
    if (rest === undefined && member !== undefined && named.includes(member) && named[0] !== member && /\b(?:sort|order)/i.test(sentence))
      return [];
  }
  return undefined;
}

/** What a sentence says behind the value that it is about: `sorted by number, …`, `` `number`: … ``. */
function aboutKey(sentence: string, key: string): string | undefined {
  const name = wordsFor(key);
  const found = new RegExp(
    `(?:\\b(?:sort|order)\\w* (?:by|on) [\`"']?${name}[\`"']?(?![\\w-])|[\`"']${name}[\`"'])(?! (?:first|last)\\b)`,
    'i',
  ).exec(sentence);
  return found === null ? undefined : sentence.slice(found.index + found[0].length);
}

/** The members that a text names, in its order. */
function namedIn(text: string, members: ListFacts['members']): readonly string[] {
  const found = [...members.keys()].flatMap((name) => {
    const at = text.search(new RegExp(`(?<![\\w-])${wordsFor(name)}(?![\\w-])`, 'i'));
    return at < 0 ? [] : [{ name, at, length: name.length }];
  });
  // `number` of `season number` is a part of another name.
  const whole = found.filter(
    (one) => !found.some((other) => other !== one && other.at <= one.at && one.at + one.length <= other.at + other.length),
  );
  return whole.toSorted((one, other) => one.at - other.at).map(({ name }) => name);
}

function inTurn(rest: string, named: readonly string[], member: string | undefined): readonly string[] {
  const [before, after] = rest.split(/\bwithin\b/i);
  if (after === undefined) return named.length > 1 ? named : named.length === 1 && named[0] === member ? named : [];
  const isBefore = (name: string): boolean => new RegExp(wordsFor(name), 'i').test(before ?? '');
  const [outer, inner] = [named.filter((one) => !isBefore(one)), named.filter(isBefore)];
  const all = [...outer, ...(inner.length > 0 || member === undefined ? inner : [member])];
  return outer.length === 0 || all.length < 2 ? [] : all;
}

/** A name as code and as prose have it: `last_name`, `last name`, `lastName`. */
function wordsFor(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).join('[ _-]?');
}
