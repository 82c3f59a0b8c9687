// Parts of messages: nouns with their count, and paths as the reader would type them.
import path from 'node:path';

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A path relative to the working directory, with `/`. More than one folder above the working directory it stays absolute, as an address does. */
export function displayPath(file: string): string {
  if (/^https?:/.test(file)) return file;
  const relative = path.relative(process.cwd(), file) || '.';
  return (relative.startsWith(`..${path.sep}..`) ? file : relative).split(path.sep).join('/');
}
