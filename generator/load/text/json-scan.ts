// Finds what JSON.parse does not tell: the first syntax error of a text with its offset and likely fix, and every repeated key.
import { joinPointer } from '../pointer.ts';
import { BACKSLASH, decoded, QUOTE, skipSpace, stringEnd } from './json-text.ts';

export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  readonly fix?: string;
}

/** `first` and `second` are the offsets of the two keys, `pointer` leads to the object. */
type OnDuplicate = (pointer: string, key: string, first: number, second: number) => void;

interface Container {
  readonly close: '}' | ']';
  /** For an object: the offset of each key so far. */
  readonly keys: Map<string, number> | undefined;
  /** For an object: the last key. */
  key: string;
  /** For an array: the index of the item that is being read. */
  index: number;
}

interface Scan {
  readonly text: string;
  /** Offset of what is read next. */
  at: number;
  /** Outermost first. A list, not recursion, so that deep nesting cannot overflow the stack. */
  readonly stack: Container[];
  readonly onDuplicate: OnDuplicate | undefined;
}

/** Reads JSON strictly (RFC 8259). Returns the first fault, and calls `onDuplicate` for every repeated key before it. */
export function scanJson(text: string, onDuplicate?: OnDuplicate): JsonFault | undefined {
  const scan: Scan = { text, at: skipSpace(text, 0), stack: [], onDuplicate };
  for (;;) {
    const container = scan.stack.at(-1);
    const fault = container?.keys === undefined ? undefined : readKey(scan, container, container.keys);
    if (fault !== undefined) return fault;
    const opening = openContainer(scan);
    if (opening === 'opened') continue;
    const valueFault = (opening === undefined ? readScalar(scan) : undefined) ?? endValue(scan);
    if (valueFault !== undefined || scan.stack.length === 0) return valueFault;
  }
}

function readKey(scan: Scan, container: Container, keys: Map<string, number>): JsonFault | undefined {
  const { text, at } = scan;
  if (text.charAt(at) !== '"') return keyFault(text, at);
  const end = stringEnd(text, at);
  const key = decoded(text.slice(at, end));
  if (key === undefined) return stringFault(text, at);
  const first = keys.get(key);
  if (first === undefined) keys.set(key, at);
  else scan.onDuplicate?.(pointerOf(scan), key, first, at);
  container.key = key;
  const colon = skipSpace(text, end);
  if (text.charAt(colon) !== ':') return { offset: colon, message: 'Expected `:` after the key.', fix: 'Write `"key": value`.' };
  scan.at = skipSpace(text, colon + 1);
  return undefined;
}

/** The pointer of the object whose keys are being read. */
function pointerOf({ stack }: Scan): string {
  return joinPointer('', ...stack.slice(0, -1).map(({ keys, key, index }) => (keys === undefined ? index : key)));
}

/** Steps into an object or array, or over an empty one; `undefined` where something else stands. */
function openContainer(scan: Scan): 'opened' | 'empty' | undefined {
  const { text } = scan;
  const character = text.charAt(scan.at);
  if (character !== '{' && character !== '[') return undefined;
  const close = character === '{' ? '}' : ']';
  scan.at = skipSpace(text, scan.at + 1);
  if (text.charAt(scan.at) === close) {
    scan.at++;
    return 'empty';
  }
  scan.stack.push({ close, keys: close === '}' ? new Map() : undefined, key: '', index: 0 });
  return 'opened';
}

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const word = /[\w$.+-]+/y;

function readScalar(scan: Scan): JsonFault | undefined {
  const { text, at } = scan;
  if (text.charAt(at) === '"') {
    scan.at = stringEnd(text, at);
    return decoded(text.slice(at, scan.at)) === undefined ? stringFault(text, at) : undefined;
  }
  const raw = matchAt(word, text, at);
  const isLiteral = raw === 'true' || raw === 'false' || raw === 'null';
  if (raw === undefined || (!isLiteral && matchAt(numberToken, text, at) !== raw))
    return valueFault(text, at, raw, scan.stack.at(-1)?.close);
  scan.at += raw.length;
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Reads what follows a value: closing brackets and a comma, or the end of the text. */
function endValue(scan: Scan): JsonFault | undefined {
  const { text, stack } = scan;
  for (let container = stack.at(-1); container !== undefined; container = stack.at(-1)) {
    const { close } = container;
    scan.at = skipSpace(text, scan.at);
    const next = text.charAt(scan.at);
    if (next === ',') {
      scan.at = skipSpace(text, scan.at + 1);
      container.index++;
      return text.charAt(scan.at) === close ? trailingComma(scan.at, close) : undefined;
    }
    if (next !== close) return separatorFault(next, scan.at, close);
    scan.at++;
    stack.pop();
  }
  scan.at = skipSpace(text, scan.at);
  if (scan.at === text.length) return undefined;
  return { offset: scan.at, message: 'Unexpected text after the end of the JSON value.', fix: 'Remove it.' };
}

function trailingComma(offset: number, close: string): JsonFault {
  return { offset, message: `Unexpected comma before \`${close}\`.`, fix: 'Remove the comma.' };
}

function separatorFault(next: string, offset: number, close: string): JsonFault {
  if (next === '')
    return { offset, message: `Expected \`${close}\`, but the text ends here.`, fix: `Add \`${close}\`; the file may have been cut off.` };
  if (next === '/' || next === '#') return commentFault(offset);
  return { offset, message: `Expected \`,\` or \`${close}\`.` };
}

function keyFault(text: string, offset: number): JsonFault {
  const character = text.charAt(offset);
  if (character === '/' || character === '#') return commentFault(offset);
  if (character === '') return { offset, message: 'Expected a key, but the text ends here.' };
  return { offset, message: 'Expected a key in double quotes.', fix: 'Write the key as `"key"`.' };
}

function commentFault(offset: number): JsonFault {
  return { offset, message: 'JSON does not allow comments.', fix: 'Remove the comment, or write the document in YAML.' };
}

function valueFault(text: string, offset: number, raw: string | undefined, close: string | undefined): JsonFault {
  const character = text.charAt(offset);
  if (character === '') return { offset, message: 'Expected a value, but the text ends here.' };
  if (character === "'") return { offset, message: 'JSON does not allow single quotes.', fix: 'Use double quotes.' };
  if (character === '/' || character === '#') return commentFault(offset);
  if (character === ',' || character === close) return { offset, message: 'Expected a value.' };
  if (raw === 'NaN' || raw === 'Infinity' || raw === '-Infinity') return { offset, message: `JSON has no \`${raw}\`.` };
  if (raw !== undefined && /^[-+]?[.0-9]/.test(raw))
    return { offset, message: 'Invalid JSON number.', fix: 'Write decimal digits, without a leading `+`, `.` or zero.' };
  return { offset, message: 'Invalid JSON value.', fix: 'Put text in double quotes.' };
}

function stringFault(text: string, start: number): JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code < 32) {
      return code === 10 || code === 13
        ? { offset: start, message: 'The string does not end on its line.', fix: 'Close it with `"`, or write the line break as `\\n`.' }
        : {
            offset: at,
            message: 'The string contains a control character.',
            fix: `Write it as \`\\u${code.toString(16).padStart(4, '0')}\`.`,
          };
    }
    if (code === BACKSLASH) {
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at, at + 6))) {
        return { offset: at, message: 'Invalid escape sequence in the string.', fix: 'Write a backslash as `\\\\`.' };
      }
      at++;
    }
  }
  return { offset: start, message: 'The string is not closed.', fix: 'Close it with `"`.' };
}
