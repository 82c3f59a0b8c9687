// Offsets in JSON text: of strings, values, and the members of an object. Read only to show where a problem is.

export const QUOTE = 34;
export const BACKSLASH = 92;
const COLON = 58;

/** The number of keys in valid JSON text. `indexOf` skips strings, so it takes a fraction of the time of parsing. */
export function countKeys(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    let after = stringEnd(text, start);
    while (isSpace(text.charCodeAt(after))) after++;
    if (text.charCodeAt(after) === COLON) count++;
    start = text.indexOf('"', after);
  }
  return count;
}

/** The offset after the string that begins at `start`; the end of the text when it does not end. */
export function stringEnd(text: string, start: number): number {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end + 1;
    end++;
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the value that begins at `start`, in valid JSON. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  let at = start;
  if (first !== 123 && first !== 91) {
    while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++;
    return at;
  }
  // A pattern finds the next mark in a third of the time that it takes to look at each character.
  const mark = /["{}[\]]/g;
  mark.lastIndex = start;
  for (let depth = 0; mark.test(text); ) {
    at = mark.lastIndex;
    const code = text.charCodeAt(at - 1);
    if (code === QUOTE) mark.lastIndex = stringEnd(text, at - 1);
    else if (code === 123 || code === 91) depth++;
    else if (--depth === 0) return at;
  }
  return text.length;
}

export interface Member {
  /** Offset of the key; of the value in an array. */
  readonly key: number;
  readonly value: number;
}

/**
 * Finds members of the object or array that begins at `start`, in valid JSON; of a repeated key, the first. It reads up to the member asked for
 * and continues from there, so that finding a value costs no more than reading the text before it, however deep it is.
 */
export function memberFinder(text: string, start: number): (name: string) => Member | undefined {
  const found = new Map<string, Member>();
  const isObject = text.charCodeAt(start) === 123;
  if (!isObject && text.charCodeAt(start) !== 91) return () => undefined;
  let index = 0;
  /** The value that was found last; it is skipped when a later one is asked for. */
  let last: number | undefined;
  let at = skipSpace(text, start + 1);

  function next(): string | undefined {
    if (last !== undefined) {
      at = skipSpace(text, valueEnd(text, last));
      if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
    }
    const code = text.charCodeAt(at);
    if (code === 125 || code === 93 || at >= text.length) {
      last = undefined;
      return undefined;
    }
    const key = at;
    let name = String(index++);
    if (isObject) {
      const end = stringEnd(text, at);
      name = decoded(text.slice(at, end)) ?? '';
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    last = at;
    if (!found.has(name)) found.set(name, { key, value: at });
    return name;
  }

  return (name) => {
    for (let reached: string | undefined = ''; reached !== undefined && !found.has(name); ) reached = next();
    return found.get(name);
  };
}

/**
 * Visits the members of the object or array that begins at `start`, in valid JSON, in the order of the text. `visit` gets the offset of a value, and
 * returns the offset after it. Returns the offset after the whole.
 */
export function eachMember(text: string, start: number, visit: (name: string, value: number) => number): number {
  const isObject = text.charCodeAt(start) === 123;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length; index++) {
    const code = text.charCodeAt(at);
    if (code === 125 || code === 93) return at + 1;
    let name = String(index);
    if (isObject) {
      const end = stringEnd(text, at);
      name = decoded(text.slice(at, end)) ?? '';
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    at = skipSpace(text, visit(name, at));
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
  }
  return at;
}

/** The text of a JSON string with its quotes; `undefined` where it is not valid. */
export function decoded(raw: string): string | undefined {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return undefined;
  }
}
