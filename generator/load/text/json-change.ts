// Two JSON texts that differ in one string → where that string stands, without parsing either of them.
import { decoded, eachMember, QUOTE, skipSpace, stringEnd, valueEnd } from './json-text.ts';

/** A value of a text, and where it stands. */
export interface Section {
  readonly tokens: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** A string that another one has taken the place of. */
export interface ChangedString {
  readonly tokens: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** Most tokens of a section: operations and components have three. */
const LEVELS = 3;

/** The parts of a valid JSON text: each value with so many tokens, and each without members that has fewer. In the order of the text. */
export function sectionsOf(text: string): readonly Section[] {
  const found: Section[] = [];
  const visitIn =
    (tokens: readonly string[]) =>
    (name: string, start: number): number => {
      const own = [...tokens, name];
      if (own.length < LEVELS && isContainer(text, start)) return eachMember(text, start, visitIn(own));
      const end = valueEnd(text, start);
      found.push({ tokens: own, start, end });
      return end;
    };
  eachMember(text, skipSpace(text, 0), visitIn([]));
  return found;
}

/** The sections of `after`, given those of `before`, where the texts differ in a string. */
export function movedSections(sections: readonly Section[], before: string, after: string): readonly Section[] {
  const from = equalStart(before, after);
  const longer = after.length - before.length;
  return sections.map((section) => {
    const { tokens, start, end } = section;
    return end <= from ? section : { tokens, start: start < from ? start : start + longer, end: end + longer };
  });
}

/**
 * The string in which two texts differ; `undefined` where they differ in anything else. `before` is valid JSON, and so is `after` where there is one.
 * @param sections gives those of `before`
 */
export function changedString(before: string, after: string, sections: () => readonly Section[]): ChangedString | undefined {
  const from = equalStart(before, after);
  const most = Math.min(before.length, after.length) - from;
  const to = before.length - equalEnd(before, after, most);
  // Most other changes are told by the line, without a look at the whole text.
  if (!isInString(before, from, to)) return undefined;
  const around = sectionAround(sections(), from, to);
  const found = around === undefined ? undefined : stringAround(before, around, from, to);
  if (found === undefined) return undefined;
  const { tokens, start, end } = found;
  const endAfter = stringEnd(after, start);
  if (endAfter - end !== after.length - before.length) return undefined;
  const [old, now] = [decoded(before.slice(start, end)), decoded(after.slice(start, endAfter))];
  return old === undefined || now === undefined ? undefined : { tokens, before: old, after: now };
}

/** Whether a change is inside a string of its line. No string goes over the end of a line, so each line begins outside of strings. */
function isInString(text: string, from: number, to: number): boolean {
  const line = text.lastIndexOf('\n', from - 1) + 1;
  for (let start = text.indexOf('"', line); start !== -1 && start < from; ) {
    const end = stringEnd(text, start);
    if (end > from) return to < end;
    start = text.indexOf('"', end);
  }
  return false;
}

/** The last section that begins before the change, if it ends after it. */
function sectionAround(sections: readonly Section[], from: number, to: number): Section | undefined {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found = sections[low - 1];
  return found === undefined || found.end <= to ? undefined : found;
}

/** The string in a section, or the section itself, that has the whole change between its quotes. */
function stringAround(text: string, section: Section, from: number, to: number): Section | undefined {
  let around: Section | undefined = section;
  while (around !== undefined && isContainer(text, around.start)) {
    const { tokens, start: container }: Section = around;
    around = undefined;
    eachMember(text, container, (name, start) => {
      const end = valueEnd(text, start);
      if (start < from && to < end) around = { tokens: [...tokens, name], start, end };
      return end;
    });
  }
  return around !== undefined && text.charCodeAt(around.start) === QUOTE ? around : undefined;
}

function isContainer(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code === 123 || code === 91;
}

/** Characters that are compared at once. */
const STEP = 1 << 16;

/** How many characters at the start of two texts are the same. */
function equalStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at + STEP <= most && one.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

/** How many characters at the end of two texts are the same, `most` at most. */
function equalEnd(one: string, other: string, most: number): number {
  const [last, otherLast] = [one.length, other.length];
  let count = 0;
  while (count + STEP <= most && one.slice(last - count - STEP, last - count) === other.slice(otherLast - count - STEP, otherLast - count))
    count += STEP;
  while (count < most && one.charCodeAt(last - count - 1) === other.charCodeAt(otherLast - count - 1)) count++;
  return count;
}
