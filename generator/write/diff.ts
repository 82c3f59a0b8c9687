// Two texts → a unified diff, as `diff -u` prints it.
import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch } from 'diff';

export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

/** With more edits than this, the texts are shown as one replacement: correct, but longer than necessary. */
const mostEdits = 500;

/** `''` when the texts are equal. */
export function unifiedDiff(before: string, after: string, { from, to }: DiffNames): string {
  if (before === after) return '';
  const options = { context: 3, maxEditLength: mostEdits, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, to, before, after, undefined, undefined, options) ?? replacement(before, after, { from, to });
}

function replacement(before: string, after: string, { from, to }: DiffNames): string {
  const removed = linesOf(before);
  const added = linesOf(after);
  const hunk = {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...marked('-', removed, before), ...marked('+', added, after)],
  };
  const names = { oldFileName: from, newFileName: to, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks: [hunk] }, FILE_HEADERS_ONLY);
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

function marked(mark: string, lines: readonly string[], text: string): string[] {
  return [...lines.map((line) => mark + line), ...(text === '' || text.endsWith('\n') ? [] : ['\\ No newline at end of file'])];
}
