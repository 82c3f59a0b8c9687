// The one rule by which a property name of a document becomes a name in code (docs/configuration.md has the table).
import { isName } from './names.ts';

/** What is kept before the first word: `_id`, `$ref`. */
const PREFIX = /^[_$@]*/;

/** Runs of letters, marks and digits, with dollar signs inside; everything else separates words. */
const WORD_CHARACTERS = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}$]*/gu;

/** Words within such a run: `HTTP` and `Status`, `URLs`, `user`, `2fa`. Letters outside ASCII have no case here. */
const WORDS = /[A-Z]+s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g;

/**
 * `user_id`, `user-id`, `UserId` and `USER_ID` → `userId`. A name without separators that begins with no capital is kept as it is, and so is one
 * that would be empty or no identifier: the rule applied twice changes nothing more.
 */
export function camelCaseMember(name: string): string {
  const [prefix = ''] = PREFIX.exec(name) ?? [];
  const runs = name.slice(prefix.length).match(WORD_CHARACTERS) ?? [];
  const [only = ''] = runs;
  if (only === '' || (prefix + only === name && !/^[A-Z]/.test(only))) return name;
  const words = runs.flatMap((run) => run.match(WORDS) ?? []);
  const made = prefix + words.map((word, index) => (index === 0 ? lower(word) : lower(word).replace(/^[a-z]/, upper))).join('');
  return isName(made) ? made : name;
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function upper(letter: string): string {
  return letter.toUpperCase();
}
