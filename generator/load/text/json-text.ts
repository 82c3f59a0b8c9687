// JSON text → places in it: the offset of a syntax error, of repeated keys, and of the members of an object. Slow paths and lazy ones only.

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** The number of keys in valid JSON text. Strings are crossed by `indexOf`, so it costs a fraction of a parse. */
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
function stringEnd(text: string, start: number): number {
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
  for (let depth = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at++;
    if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return at;
  }
  return at;
}

export interface Member {
  /** Offset of the key; of the value in an array. */
  readonly key: number;
  readonly value: number;
}

/**
 * Finds members of the object or array that begins at `start`, in valid JSON. A repeated key keeps its first place. It reads no further than
 * the member asked for, and goes on from there: so the way down to a value costs no more than the text before it, however deep it is.
 */
export function memberFinder(text: string, start: number): (name: string) => Member | undefined {
  const found = new Map<string, Member>();
  const isObject = text.charCodeAt(start) === 123;
  if (!isObject && text.charCodeAt(start) !== 91) return () => undefined;
  let index = 0;
  /** The value that was found last, which is crossed only when a later one is asked for. */
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

export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  readonly fix?: string;
}

type DuplicateHandler = (pointer: string, key: string, first: number, second: number) => void;

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const word = /[\w$.+-]+/y;

/** Reads JSON strictly, with no recursion: gives the first fault, and calls `duplicate` for every repeated key. */
export function scanJson(text: string, duplicate?: DuplicateHandler): JsonFault | undefined {
  interface Open {
    readonly close: string;
    readonly token: string;
    readonly keys: Map<string, number> | undefined;
    index: number;
    key: string;
  }
  const stack: Open[] = [];
  let at = skipSpace(text, 0);
  let top: Open | undefined;

  const fault = (offset: number, message: string, fix?: string): JsonFault => ({ offset, message, ...(fix === undefined ? {} : { fix }) });
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const pointer = (): string => {
    let result = '';
    for (const open of stack.slice(0, -1))
      result += `/${(open.keys === undefined ? String(open.index) : open.key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return result;
  };

  for (;;) {
    // A key, where one is due.
    if (top?.keys !== undefined) {
      if (text.charAt(at) !== '"') return keyFault(text, at);
      const end = stringEnd(text, at);
      const key = decoded(text.slice(at, end));
      if (key === undefined) return stringFault(text, at);
      const first = top.keys.get(key);
      if (first === undefined) top.keys.set(key, at);
      else duplicate?.(pointer(), key, first, at);
      top.key = key;
      at = skipSpace(text, end);
      if (text.charAt(at) !== ':') return fault(at, 'A `:` is missing after the key.', 'Write `"key": value`.');
      at = skipSpace(text, at + 1);
    }
    // A value.
    const character = text.charAt(at);
    if (character === '{' || character === '[') {
      const close = character === '{' ? '}' : ']';
      at = skipSpace(text, at + 1);
      if (text.charAt(at) !== close) {
        top = { close, token: '', keys: close === '}' ? new Map() : undefined, index: 0, key: '' };
        stack.push(top);
        continue;
      }
      at++;
    } else if (character === '"') {
      const end = stringEnd(text, at);
      if (decoded(text.slice(at, end)) === undefined) return stringFault(text, at);
      at = end;
    } else {
      const raw = match(word);
      if (raw === 'true' || raw === 'false' || raw === 'null') at += raw.length;
      else {
        const number = match(numberToken);
        if (number === undefined || number !== raw) return valueFault(text, at, raw, top?.close);
        at += number.length;
      }
    }
    // What follows a value: commas and closing brackets.
    for (;;) {
      at = skipSpace(text, at);
      if (top === undefined) {
        if (at < text.length) return fault(at, 'Something follows the end of the JSON value.', 'Remove it: a JSON text is one value.');
        return undefined;
      }
      const next = text.charAt(at);
      if (next === ',') {
        at = skipSpace(text, at + 1);
        if (text.charAt(at) === top.close)
          return fault(at, `A comma stands before \`${top.close}\`.`, 'Remove the comma: JSON has no trailing commas.');
        top.index++;
        break;
      }
      if (next !== top.close) {
        if (next === '') return fault(at, `The text ends before \`${top.close}\`.`, `Close it with \`${top.close}\`.`);
        if (next === '/' || next === '#') return commentFault(at);
        return fault(at, `A \`,\` or \`${top.close}\` is missing here.`);
      }
      at++;
      stack.pop();
      top = stack.at(-1);
    }
  }
}

function decoded(raw: string): string | undefined {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return undefined;
  }
}

function keyFault(text: string, offset: number): JsonFault {
  const character = text.charAt(offset);
  if (character === '/' || character === '#') return commentFault(offset);
  if (character === '') return { offset, message: 'The text ends where a key should follow.' };
  return { offset, message: 'A key in double quotes should stand here.', fix: 'Write the key as `"key"`.' };
}

function commentFault(offset: number): JsonFault {
  return { offset, message: 'JSON has no comments.', fix: 'Remove the comment, or keep the document as YAML.' };
}

function valueFault(text: string, offset: number, raw: string | undefined, close: string | undefined): JsonFault {
  const character = text.charAt(offset);
  if (character === '') return { offset, message: 'The text ends where a value should follow.' };
  if (character === "'") return { offset, message: 'A string stands in single quotes.', fix: 'Use double quotes.' };
  if (character === '/' || character === '#') return commentFault(offset);
  if (character === ',' || character === close) return { offset, message: 'A value is missing here.' };
  if (raw === 'NaN' || raw === 'Infinity' || raw === '-Infinity') return { offset, message: `JSON has no \`${raw}\`.` };
  if (raw !== undefined && /^[-+]?[.0-9]/.test(raw))
    return { offset, message: 'This is not a number as JSON writes it.', fix: 'No leading `+`, `.` or zeros, no hexadecimal.' };
  return { offset, message: 'This is not a JSON value.', fix: 'Put text in double quotes.' };
}

function stringFault(text: string, start: number): JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code < 32) {
      return code === 10 || code === 13
        ? { offset: start, message: 'The string does not end on its line.', fix: 'Close it with `"`; a line break is written `\\n`.' }
        : {
            offset: at,
            message: 'A control character stands in a string.',
            fix: `Write it as \`\\u${code.toString(16).padStart(4, '0')}\`.`,
          };
    }
    if (code === BACKSLASH) {
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at, at + 6))) {
        return { offset: at, message: 'The string has an escape that JSON does not know.', fix: 'A backslash itself is written `\\\\`.' };
      }
      at++;
    }
  }
  return { offset: start, message: 'The string does not end.', fix: 'Close it with `"`.' };
}
