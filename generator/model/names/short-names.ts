// Shortens an operation's name within the group of its tag: drops the tag's noun where it adds nothing. The name depends on no other operation.
import { lowerFirst } from './names.ts';

/** Verbs that apply to many items: a plural after them adds nothing. */
const OF_MANY = new Set(['browse', 'count', 'export', 'filter', 'find', 'import', 'list', 'query', 'scan', 'search', 'stream']);

/** Words between verb and noun that only say which ones. */
const WHICH = new Set('all authenticated batch bulk current latest many multiple my new own recent several single'.split(' '));

/** Plurals, by their looks, that have no singular to be mistaken for. */
const ALWAYS_PLURAL = new Set('analytics details news preferences settings sms statistics stats'.split(' '));

/** The two names of an operation: in code, and in the document. */
export interface Called {
  readonly name: string;
  readonly id: string;
}

/**
 * `createPost` in the group of `Posts` is `create`, `searchRecentPosts` is `searchRecent`, `posts/pin` is `pin`. `getPosts` stays what it is,
 * since `getPost` is `get`.
 */
export function shortName({ name, id }: Called, tag: string): string {
  const words = wordsOf(name);
  const noun = tag.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap(wordsOf);
  if (noun.length === 0) return name;
  if (isNoun(words, 0, noun) && isSetOff(id, words.slice(0, noun.length).join('').length)) return join(words.slice(noun.length)) ?? name;
  const [verb = '', ...rest] = words;
  const at = rest.findIndex((word) => !WHICH.has(word.toLowerCase())) + 1;
  if (at === 0 || !isNoun(words, at, noun)) return name;
  const last = words[at + noun.length - 1] ?? '';
  const following = words.slice(at + noun.length);
  // If other words stand between verb and noun, the words after the noun may belong to either of them.
  if (at > 1) return following.length > 0 ? name : (join([verb, ...words.slice(1, at)]) ?? name);
  const tellsNothing = following.length > 0 || !isPlural(last) || OF_MANY.has(verb) || ALWAYS_PLURAL.has(last.toLowerCase());
  return tellsNothing ? (join([verb, ...following]) ?? name) : name;
}

/** `getURLOf` → `get`, `URL`, `Of`. */
export function wordsOf(name: string): string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [];
}

function join([first, ...rest]: readonly string[]): string | undefined {
  const name = first === undefined ? '' : [lowerFirst(first), ...rest].join('');
  return /^\p{ID_Start}/u.test(name) ? name : undefined;
}

function isNoun(words: readonly string[], at: number, noun: readonly string[]): boolean {
  return noun.every((word, index) => {
    const own = (words[at + index] ?? '').toLowerCase();
    const other = word.toLowerCase();
    return index === noun.length - 1 ? singulars(own).some((form) => singulars(other).includes(form)) : own === other;
  });
}

/** The word and its possible singulars. */
function singulars(word: string): string[] {
  if (!isPlural(word)) return [word];
  const forms = [word, word.slice(0, -1)];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (/(?:[sxz]|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2));
  return forms;
}

function isPlural(word: string): boolean {
  return /[^siu]s$/i.test(word);
}

/** Whether a mark follows so many letters, as in `posts/pin` and `posts_pin`; in `listMembers` of `Lists`, none does. */
function isSetOff(id: string, letters: number): boolean {
  let count = 0;
  for (const character of id) {
    const isMark = /[^\p{ID_Continue}]|_/u.test(character);
    if (count >= letters) return isMark;
    if (!isMark) count += character.length;
  }
  return false;
}
