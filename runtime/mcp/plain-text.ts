// Writes data for models: JSON in which every character that does not show is escaped, so that no text can hide in it.

/** Controls but line feeds, and what does not show: zero-width and bidirectional characters, and tags, which spell text that no person sees. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** JSON with a `bigint` as its digits, and with hidden characters as escapes: the same value, where all of it can be seen. */
export function shownJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ?? 'null';
  return shown(text);
}

/** Text in which hidden characters are written as escapes. */
export function shown(text: string): string {
  return text.replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** The beginning of a text. A surrogate pair is never cut in two. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}
