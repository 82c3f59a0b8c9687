// A location → offset, line and column in its text. Nothing is worked out before it is asked for, and then only along the pointer's path.
import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { Location, Source } from '../../problem.ts';
import { pointerTokens } from '../pointer.ts';
import { memberFinder, skipSpace, valueEnd } from './json-text.ts';
import { ownStart } from './yaml-events.ts';

export interface Position {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  readonly column: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function position(location: Location): Position {
  return positionOfOffset(location.source, spanOf(location).start);
}

/** The text that a location means: its key or its value, or from its exact offset to the end of the word. */
export function spanOf(location: Location): Span {
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
  const starts = [0];
  for (const ending of source.text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length);
  linesOf.set(source, starts);
  return starts;
}

interface TextIndex {
  span(tokens: readonly string[], at: 'key' | 'value'): Span;
}

const indexes = new WeakMap<Source, TextIndex>();

function indexOf(source: Source): TextIndex {
  const known = indexes.get(source);
  if (known !== undefined) return known;
  const index = source.format === 'json' ? jsonIndex(source.text) : yamlIndex(source.text);
  indexes.set(source, index);
  return index;
}

/** Where one value stands; a token that leads nowhere ends the descent at what was found last. */
function jsonIndex(text: string): TextIndex {
  const known = new Map<number, ReturnType<typeof memberFinder>>();
  return {
    span(tokens, at) {
      let value = skipSpace(text, 0);
      let key = value;
      for (const token of tokens) {
        let find = known.get(value);
        if (find === undefined) {
          find = memberFinder(text, value);
          known.set(value, find);
        }
        const member = find(token);
        if (member === undefined) break;
        ({ key, value } = member);
      }
      const start = at === 'key' ? key : value;
      const container = text.charAt(start) === '{' || text.charAt(start) === '[';
      return { start, end: container ? start + 1 : valueEnd(text, start) };
    },
  };
}

/** The same over the events of YAML, where a value is the index of its first event. Aliases lead to what they name. */
function yamlIndex(text: string): TextIndex {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: 100_000 });
  } catch {
    return { span: () => ({ start: 0, end: 0 }) };
  }
  const anchors = new Map<string, number>();
  const aliasTargets = new Map<number, number>();
  /** For an event that opens a collection, the index of the one that closes it. */
  const ends = new Map<number, number>();
  const open: number[] = [];
  events.forEach((event, index) => {
    if (event.type === EVENT_ID.POP) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index);
      return;
    }
    if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
      if (target !== undefined) aliasTargets.set(index, target);
      return;
    }
    if (event.type !== EVENT_ID.SCALAR) open.push(index);
    if (event.type !== EVENT_ID.DOCUMENT && event.anchorStart !== -1) anchors.set(text.slice(event.anchorStart, event.anchorEnd), index);
  });

  interface Found {
    readonly key: number;
    readonly value: number;
  }
  const known = new Map<number, Map<string, Found>>();
  const after = (index: number): number => (ends.get(index) ?? index) + 1;
  const inside = (index: number): Map<string, Found> => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const found = new Map<string, Found>();
    known.set(index, found);
    const type = events[index]?.type;
    const end = ends.get(index) ?? index;
    if (type === EVENT_ID.SEQUENCE) {
      for (let at = index + 1, item = 0; at < end; at = after(at), item++) found.set(String(item), { key: at, value: at });
    } else if (type === EVENT_ID.MAPPING) {
      for (let at = index + 1; at < end; ) {
        const value = after(at);
        const keyEvent = events[aliasTargets.get(at) ?? at];
        const name = keyEvent?.type === EVENT_ID.SCALAR ? getScalarValue(text, keyEvent) : undefined;
        if (name !== undefined && !found.has(name)) found.set(name, { key: at, value });
        at = after(value);
      }
    }
    return found;
  };
  const spanAt = (index: number): Span | undefined => {
    const event = events[index];
    const start = ownStart(event);
    if (event === undefined || start === -1) return undefined;
    if (event.type === EVENT_ID.SCALAR) {
      const quoted = event.style === 2 || event.style === 3;
      return quoted ? { start: start - 1, end: event.valueEnd + 1 } : { start, end: event.valueEnd };
    }
    return { start, end: event.type === EVENT_ID.ALIAS ? event.anchorEnd : start + 1 };
  };
  return {
    span(tokens, at) {
      let value = 1;
      let key = 1;
      for (const token of tokens) {
        const member = inside(aliasTargets.get(value) ?? value).get(token);
        if (member === undefined) break;
        ({ key, value } = member);
      }
      // An empty value has no text of its own: its key stands for it.
      return (at === 'key' ? spanAt(key) : (spanAt(value) ?? spanAt(key))) ?? { start: 0, end: 0 };
    },
  };
}
