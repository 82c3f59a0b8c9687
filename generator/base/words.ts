// Parts of messages: nouns with their count, and paths as the reader would type them. Texts as their sentences.
import path from 'node:path';

/** `1 file`, `2 files`, `3 request bodies`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : plural(noun)}`;
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** A path relative to the working directory, with `/`. More than one folder above the working directory it stays absolute, as an address does. */
export function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file;
  const relative = path.relative(process.cwd(), file) || '.';
  return (relative.startsWith(`..${path.sep}..`) ? file : relative).split(path.sep).join('/');
}

/** The sentences of a text. Lines are broken by width: only an empty line or the mark of a list ends a sentence without a full stop. */
export function sentencesIn(text: string): readonly string[] {
  return text
    .replace(/([^\n])\n(?!\s*(?:\n|[-*]\s))/g, '$1 ')
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
