// Reads JSON token by token and checks each name and number. The strict parser uses it for text that its fast scan cannot clear.
import { SyntaxFault } from '../contract/errors.ts';
import { setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { readNumber } from './number.ts';

/** An object or array that is being filled; of an object, also the name whose value comes next. */
type Level = { readonly array: unknown[] } | { readonly object: object; name: string | undefined };

/** The most characters of a name that a message shows. */
const SHOWN = 80;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The value of text that `JSON.parse` accepts. With `wide`, integers that a double cannot hold are `bigint`.
 * @throws {SyntaxFault} for a duplicate name, a lone surrogate, and a number that cannot be held exactly.
 */
export function readJsonText(text: string, wide: boolean): unknown {
  const levels: Level[] = [];
  let level: Level | undefined;
  let result: unknown;
  const add = (value: unknown): void => {
    if (level === undefined) result = value;
    else if ('array' in level) level.array.push(value);
    else setOwn(level.object, level.name ?? '', value);
  };

  for (let index = 0; index < text.length; ) {
    let end = index + 1;
    switch (text[index]) {
      case '{': {
        const object = {};
        add(object);
        level = { object, name: undefined };
        levels.push(level);
        break;
      }
      case '[': {
        const array: unknown[] = [];
        add(array);
        level = { array };
        levels.push(level);
        break;
      }
      case '}':
      case ']':
        levels.pop();
        level = levels.at(-1);
        break;
      case ',':
        if (level !== undefined && 'object' in level) level.name = undefined;
        break;
      case ':':
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      case '"': {
        end = endOfString(text, index);
        const string = stringOf(text, index, end, levels);
        if (level === undefined || 'array' in level || level.name !== undefined) add(string);
        else {
          if (Object.hasOwn(level.object, string)) throw faultAt(`has a duplicate name ${shown(string)} in the object`, levels);
          level.name = string;
        }
        break;
      }
      case 't':
        end = index + 4;
        add(true);
        break;
      case 'n':
        end = index + 4;
        add(null);
        break;
      case 'f':
        end = index + 5;
        add(false);
        break;
      default: {
        while (isOfNumber(text.charCodeAt(end))) end++;
        const number = readNumber(text.slice(index, end), wide);
        if (number === undefined) throw faultAt('has a number that cannot be held exactly', levels);
        add(number);
      }
    }
    index = end;
  }
  return result;
}

/** Digits, `+`, `-`, `.`, `e` and `E`; false past the end. */
function isOfNumber(code: number): boolean {
  return (code >= 0x2d && code <= 0x39) || code === 0x2b || (code | 0x20) === 0x65;
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function stringOf(text: string, start: number, end: number, levels: readonly Level[]): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes('\\')) return raw;
  const string = String(JSON.parse(text.slice(start, end)));
  if (LONE_SURROGATE.test(string)) throw faultAt('has a lone surrogate in a string', levels);
  return string;
}

function shown(name: string): string {
  return JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);
}

/** `words`, and the JSON pointer of the value that comes next, or of the object whose name was read. */
function faultAt(words: string, levels: readonly Level[]): SyntaxFault {
  let pointer = '';
  for (const [depth, level] of levels.entries()) {
    // A nested container is in its array already; the next value is not.
    if ('array' in level) pointer += `/${depth === levels.length - 1 ? level.array.length : level.array.length - 1}`;
    else if (level.name !== undefined) pointer += `/${pointerToken(level.name)}`;
  }
  return new SyntaxFault(`${words} at ${pointer === '' ? 'the top level' : pointer}`, pointer);
}
