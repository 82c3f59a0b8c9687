// Inserts text into a file that the user has edited, and keeps the rest byte for byte, including line ends and a byte order mark.
import { readFileSync } from 'node:fs';

export interface Insertion {
  /** Offset in UTF-16 units, without a byte order mark, like the positions of the compiler. */
  readonly at: number;
  /** Its `\n` become the line ends of the file. */
  readonly text: string;
}

/** Returns the new text of the file. Not by ts-morph, whose edits would normalise line ends. */
export function insert(file: string, insertions: readonly Insertion[]): string {
  const raw = readFileSync(file, 'utf8');
  const mark = raw.startsWith('\ufeff') ? 1 : 0;
  const newline = raw.includes('\r\n') ? '\r\n' : '\n';
  let text = raw;
  // From the end, so that the earlier offsets stay valid.
  for (const { at, text: added } of [...insertions].sort((a, b) => b.at - a.at)) {
    text = text.slice(0, at + mark) + added.replaceAll('\n', newline) + text.slice(at + mark);
  }
  return text;
}
