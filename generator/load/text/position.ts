// A location → offset, line and column in its text, worked out when a problem is shown, and only along the pointer's path.
import type { Location, Source } from '../../base/problem.ts';
import { pointerTokens } from '../pointer.ts';
import { jsonIndex } from './json-index.ts';
import type { Span, TextIndex } from './span.ts';
import { yamlIndex } from './yaml-index.ts';

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly column: number;
}

export function position(location: Location): Position {
  const { source } = writtenAt(location);
  return positionOfOffset(source, spanOf(location).start);
}

/** For a source whose value was converted: where the text of a location stands. Not in the source itself, which travels to other threads as data. */
const writings = new WeakMap<Source, (location: Location) => Location>();

/** Says where the text of a source stands whose value is not that of its text. */
export function setWritten(source: Source, written: (location: Location) => Location): void {
  writings.set(source, written);
}

/** Whether the value of a source is not that of its text. */
export function isConverted(source: Source): boolean {
  return writings.has(source);
}

/** The location in the text that was written. */
export function writtenAt(location: Location): Location {
  return writings.get(location.source)?.(location) ?? location;
}

/** The text to mark: the key or the value, or the word at the exact offset. */
export function spanOf(written: Location): Span {
  const location = writtenAt(written);
  const { source } = location;
  if (location.offset !== undefined) {
    const start = Math.min(location.offset, source.text.length);
    return { start, end: start + (/^(?:"(?:[^"\\\n]|\\.)*"|[^\s:,{}[\]]+)/.exec(source.text.slice(start, start + 200))?.[0].length ?? 1) };
  }
  return indexOf(source).span(pointerTokens(location.pointer), location.at ?? 'value');
}

export function offsetOf(location: Location): number {
  return location.offset ?? spanOf(location).start;
}

export function positionOfOffset(source: Source, offset: number): Position {
  const starts = lineStarts(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

const linesOf = new WeakMap<Source, readonly number[]>();

/** Offsets at which the lines begin. `\n`, `\r\n` and `\r` end a line. */
export function lineStarts(source: Source): readonly number[] {
  const known = linesOf.get(source);
  if (known !== undefined) return known;
  const starts = source.text.includes('\r') ? mixedStarts(source.text) : plainStarts(source.text);
  linesOf.set(source, starts);
  return starts;
}

function mixedStarts(text: string): number[] {
  const starts = [0];
  for (const ending of text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length);
  return starts;
}

/** The same where `\n` ends every line. `indexOf` takes a tenth of the time of a pattern. */
function plainStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const indexes = new WeakMap<Source, TextIndex>();

function indexOf(source: Source): TextIndex {
  const known = indexes.get(source);
  if (known !== undefined) return known;
  const index = source.format === 'json' ? jsonIndex(source.text) : yamlIndex(source.text);
  indexes.set(source, index);
  return index;
}

/** Puts another text in the place of that of a source. All locations in it are in the new text then. */
export function replaceText(source: Source, text: string): void {
  (source as { text: string }).text = text;
  linesOf.delete(source);
  indexes.delete(source);
}
