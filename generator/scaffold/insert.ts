// Insertions into a file that its owner has edited: what was there stays byte for byte, its line ends and byte order mark too.
import { readFileSync } from 'node:fs';

export interface Insertion {
  /** UTF-16 offset into the text without a byte order mark, as the compiler counts. */
  readonly at: number;
  /** With `\n`; written with the line ends of the file. */
  readonly text: string;
}

/** The new text of the file. ts-morph finds the places, but its own edits would normalise line ends. */
export function insert(file: string, insertions: readonly Insertion[]): string {
  const raw = readFileSync(file, 'utf8');
  const mark = raw.startsWith('\ufeff') ? 1 : 0;
  const newline = raw.includes('\r\n') ? '\r\n' : '\n';
  let text = raw;
  // From the end, so that the earlier places still count.
  for (const { at, text: added } of [...insertions].sort((a, b) => b.at - a.at)) {
    text = text.slice(0, at + mark) + added.replaceAll('\n', newline) + text.slice(at + mark);
  }
  return text;
}
