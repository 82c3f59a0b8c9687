// YAML text → where each of its values and keys stands. Works on js-yaml's events: a value is the index of its first event.
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import type { Span, TextIndex } from './span.ts';
import { ownStart } from './yaml-events.ts';
import { isMergeKey } from './yaml-merge.ts';

/** The first event of a key and of its value; both are the item's in a sequence. */
interface Member {
  readonly key: number;
  readonly value: number;
}

interface Events {
  readonly text: string;
  readonly list: readonly Event[];
  /** By an event that opens a collection: the event that closes it. */
  readonly ends: ReadonlyMap<number, number>;
  /** By an alias: the value that it stands for. */
  readonly aliases: ReadonlyMap<number, number>;
  /** By a collection: its members. Filled on demand. */
  readonly members: Map<number, ReadonlyMap<string, Member>>;
}

/** The event after the one that opens the document. */
const root: Member = { key: 1, value: 1 };

export function yamlIndex(text: string): TextIndex {
  let list: readonly Event[];
  try {
    list = parseEvents(text, { maxDepth: 100_000 });
  } catch {
    // A syntax error has an offset of its own.
    return { span: () => ({ start: 0, end: 0 }) };
  }
  const events: Events = { text, list, ...matchEvents(text, list), members: new Map() };
  return {
    span(tokens, at) {
      let member = root;
      for (const token of tokens) {
        const next = membersOf(events, events.aliases.get(member.value) ?? member.value).get(token);
        if (next === undefined) break;
        member = next;
      }
      // An empty value has no text of its own: its key is shown.
      const span = at === 'key' ? undefined : spanAt(events, member.value);
      return span ?? spanAt(events, member.key) ?? { start: 0, end: 0 };
    },
  };
}

/** Finds the end of every collection and the target of every alias. */
function matchEvents(text: string, list: readonly Event[]): Pick<Events, 'ends' | 'aliases'> {
  const ends = new Map<number, number>();
  const aliases = new Map<number, number>();
  const anchors = new Map<string, number>();
  const open: number[] = [];
  for (const [index, event] of list.entries()) {
    if (event.type === EVENT_ID.POP) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index);
    } else if (event.type === EVENT_ID.ALIAS) {
      const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
      if (target !== undefined) aliases.set(index, target);
    } else {
      if (event.type !== EVENT_ID.SCALAR) open.push(index);
      if (event.type !== EVENT_ID.DOCUMENT && event.anchorStart !== -1) {
        anchors.set(text.slice(event.anchorStart, event.anchorEnd), index);
      }
    }
  }
  return { ends, aliases };
}

/** `merges` is the number of merge keys that led here. */
function membersOf(events: Events, index: number, merges = 0): ReadonlyMap<string, Member> {
  const known = events.members.get(index);
  if (known !== undefined) return known;
  const type = events.list[index]?.type;
  const members =
    type === EVENT_ID.SEQUENCE ? itemsOf(events, index) : type === EVENT_ID.MAPPING ? pairsOf(events, index, merges) : new Map();
  // Members that are incomplete, since too many merge keys led here, would be wrong for a reader that comes here straight.
  if (merges === 0) events.members.set(index, members);
  return members;
}

function itemsOf(events: Events, sequence: number): ReadonlyMap<string, Member> {
  const items = new Map<string, Member>();
  const end = events.ends.get(sequence) ?? sequence;
  for (let at = sequence + 1; at < end; at = after(events, at)) items.set(String(items.size), { key: at, value: at });
  return items;
}

/** Merge keys that are followed, one in the mapping of another. An alias that leads to itself has no end of them. */
const mostMerges = 100;

/** The pairs of a mapping by key, then those that merge keys add; a repeated key has its first pair. */
function pairsOf(events: Events, mapping: number, merges: number): ReadonlyMap<string, Member> {
  const pairs = new Map<string, Member>();
  const merged: number[] = [];
  const end = events.ends.get(mapping) ?? mapping;
  for (let key = mapping + 1; key < end; ) {
    const value = after(events, key);
    const event = events.list[events.aliases.get(key) ?? key];
    const name = event?.type === EVENT_ID.SCALAR ? getScalarValue(events.text, event) : undefined;
    if (isMergeKey(events.text, events.list[key])) merged.push(value);
    else if (name !== undefined && !pairs.has(name)) pairs.set(name, { key, value });
    key = after(events, value);
  }
  if (merges < mostMerges) for (const value of merged) addMerged(events, value, merges + 1, pairs);
  return pairs;
}

/** Adds the pairs of a merge key's value, a mapping or a sequence of mappings, that are not there yet. */
function addMerged(events: Events, value: number, merges: number, pairs: Map<string, Member>): void {
  const target = events.aliases.get(value) ?? value;
  const isList = events.list[target]?.type === EVENT_ID.SEQUENCE;
  const sources = isList ? [...itemsOf(events, target).values()].map((item) => events.aliases.get(item.value) ?? item.value) : [target];
  for (const source of sources) {
    if (events.list[source]?.type !== EVENT_ID.MAPPING) continue;
    for (const [name, member] of membersOf(events, source, merges)) if (!pairs.has(name)) pairs.set(name, member);
  }
}

/** The event that follows a value. */
function after({ ends }: Events, index: number): number {
  return (ends.get(index) ?? index) + 1;
}

function spanAt({ list }: Events, index: number): Span | undefined {
  const event = list[index];
  const start = ownStart(event);
  if (event === undefined || start === -1) return undefined;
  if (event.type === EVENT_ID.SCALAR) {
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return isQuoted ? { start: start - 1, end: event.valueEnd + 1 } : { start, end: event.valueEnd };
  }
  return { start, end: event.type === EVENT_ID.ALIAS ? event.anchorEnd : start + 1 };
}
