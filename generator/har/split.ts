// Splits the bytes of a HAR file into its entries while they come, so that the file is never in memory as a whole.
import { JsonFault, parseJson } from './json.ts';

/** Where a part begins: lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A member of `log` besides `entries`, or an entry. `value` is absent where the part is longer than can be read. */
export type Part = Position &
  (
    | { readonly kind: 'member'; readonly name: string; readonly value?: unknown }
    | { readonly kind: 'entry'; readonly index: number; readonly value?: unknown }
  );

/** A file that is not a HAR. `message` is the end of a sentence that begins with the name of the file. */
export class HarFault extends Error {
  readonly position: Position | undefined;

  constructor(message: string, position?: Position) {
    super(message);
    this.position = position;
  }
}

/** The most bytes of one entry, or of one other member. */
export const longestPart = 64 * 1024 * 1024;

/** Where the text stands: in the file's object, in `log`, or in `log.entries`. */
type Level = 'file' | 'log' | 'entries';

type Expected = 'begin' | 'name or end' | 'name' | 'colon' | 'value or end' | 'value' | 'comma or end' | 'nothing';

const [QUOTE, BACKSLASH, NEWLINE, COMMA, COLON] = [0x22, 0x5c, 0x0a, 0x2c, 0x3a];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const SPACES = new Set([0x20, 0x09, NEWLINE, 0x0d]);
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A value that is read: its bytes so far, and what its end depends on. */
interface Capture {
  readonly begun: Position;
  readonly isName: boolean;
  readonly kind: 'string' | 'nested' | 'scalar';
  readonly chunks: Uint8Array[];
  size: number;
  depth: number;
  inString: boolean;
  isEscaped: boolean;
}

export class Splitter {
  #levels: Level[] = [];
  #expected: Expected = 'begin';
  #name = '';
  #capture: Capture | undefined;
  #line = 1;
  /** Offset of the first byte of the line. */
  #lineStart = 0;
  #offset = 0;
  #entries = 0;
  #hasEntries = false;

  /** @throws {HarFault} */
  *push(chunk: Uint8Array): Generator<Part> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#capture !== undefined) {
        const from = at;
        at = this.#scan(this.#capture, chunk, at);
        this.#keep(this.#capture, chunk.subarray(from, at));
        if (this.#isWhole(this.#capture, chunk[at])) yield* this.#close();
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (this.#offset + at === 0 && byte === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) {
        at += 3;
        continue;
      }
      if (SPACES.has(byte)) this.#count(byte, at);
      else if (!this.#step(byte, at)) continue;
      at++;
    }
    this.#offset += chunk.length;
  }

  /** @throws {HarFault} where the file ends too early, or has no entries. */
  end(): void {
    if (this.#expected !== 'nothing') throw new HarFault('is not valid JSON: it ends too early', this.#position(0));
    if (!this.#hasEntries) throw new HarFault('is no HAR: it has no `log.entries`');
  }

  #position(at: number): Position {
    return { line: this.#line, column: this.#offset + at - this.#lineStart + 1 };
  }

  #count(byte: number, at: number): void {
    if (byte !== NEWLINE) return;
    this.#line++;
    this.#lineStart = this.#offset + at + 1;
  }

  /** Takes a byte between values. False where a value begins with it, which is captured. */
  #step(byte: number, at: number): boolean {
    switch (this.#expected) {
      case 'begin':
        if (byte !== OBJECT) throw new HarFault('is no HAR: it does not begin with `{`', this.#position(at));
        this.#enter('file');
        return true;
      case 'name or end':
      case 'name':
        if (byte === OBJECT_END && this.#expected === 'name or end') return this.#leave();
        if (byte !== QUOTE) throw this.#fault('no name in double quotes', at);
        return this.#begin(byte, at, true);
      case 'colon':
        if (byte !== COLON) throw this.#fault('no `:`', at);
        this.#expected = 'value';
        return true;
      case 'value or end':
      case 'value':
        if (byte === ARRAY_END && this.#expected === 'value or end') return this.#leave();
        return this.#value(byte, at);
      case 'comma or end':
        return this.#comma(byte, at);
      case 'nothing':
        throw this.#fault('more after its end', at);
    }
  }

  #value(byte: number, at: number): boolean {
    const level = this.#levels.at(-1);
    if (level === 'file' && this.#name === 'log') {
      if (byte !== OBJECT) throw new HarFault('is no HAR: `log` is not an object', this.#position(at));
      this.#enter('log');
      return true;
    }
    if (level === 'log' && this.#name === 'entries') {
      if (byte !== ARRAY) throw new HarFault('is no HAR: `log.entries` is not a list', this.#position(at));
      this.#hasEntries = true;
      this.#enter('entries');
      return true;
    }
    return this.#begin(byte, at, false);
  }

  #comma(byte: number, at: number): boolean {
    const isList = this.#levels.at(-1) === 'entries';
    if (byte === COMMA) {
      this.#expected = isList ? 'value' : 'name';
      return true;
    }
    if (byte !== (isList ? ARRAY_END : OBJECT_END)) throw this.#fault(`no \`,\` or \`${isList ? ']' : '}'}\``, at);
    return this.#leave();
  }

  #enter(level: Level): void {
    this.#levels.push(level);
    this.#expected = level === 'entries' ? 'value or end' : 'name or end';
  }

  #leave(): true {
    this.#levels.pop();
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'comma or end';
    return true;
  }

  #begin(byte: number, at: number, isName: boolean): false {
    const kind = byte === QUOTE ? 'string' : OPENING.has(byte) ? 'nested' : 'scalar';
    this.#capture = { begun: this.#position(at), isName, kind, chunks: [], size: 0, depth: 0, inString: false, isEscaped: false };
    return false;
  }

  /** The offset after the last byte of the value, or that of the chunk's end. */
  #scan(capture: Capture, chunk: Uint8Array, from: number): number {
    const { kind } = capture;
    let { depth, inString, isEscaped } = capture;
    let at = from;
    let isDone = false;
    while (at < chunk.length && !isDone) {
      const byte = chunk[at] ?? 0;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          inString = false;
          isDone = kind === 'string';
        }
      } else if (byte === QUOTE && kind !== 'scalar') inString = true;
      else if (kind === 'scalar') {
        if (byte === COMMA || CLOSING.has(byte) || SPACES.has(byte)) break;
      } else if (OPENING.has(byte)) depth++;
      else if (CLOSING.has(byte)) isDone = --depth === 0;
      if (byte === NEWLINE) this.#count(byte, at);
      at++;
    }
    Object.assign(capture, { depth, inString, isEscaped });
    return at;
  }

  #keep(capture: Capture, bytes: Uint8Array): void {
    capture.size += bytes.length;
    if (capture.size > longestPart) capture.chunks.length = 0;
    // A copy, since the reader of the file uses its memory again.
    else capture.chunks.push(new Uint8Array(bytes));
  }

  /** `next`: the byte after it, which ends a value such as a number. */
  #isWhole({ kind, size, depth, inString }: Capture, next: number | undefined): boolean {
    if (kind === 'scalar') return next !== undefined;
    return size > 0 && !inString && depth === 0;
  }

  *#close(): Generator<Part> {
    const { isName, begun, ...capture } = this.#capture as Capture;
    this.#capture = undefined;
    const value = capture.size > longestPart ? {} : { value: parsed(textOf(capture.chunks), begun) };
    if (isName) {
      this.#name = String(value.value);
      this.#expected = 'colon';
      return;
    }
    this.#expected = 'comma or end';
    const level = this.#levels.at(-1);
    if (level === 'entries') yield { kind: 'entry', index: this.#entries++, ...begun, ...value };
    if (level === 'log') yield { kind: 'member', name: this.#name, ...begun, ...value };
  }

  #fault(what: string, at: number): HarFault {
    return new HarFault(`is not valid JSON: it has ${what} here`, this.#position(at));
  }
}

function textOf(chunks: readonly Uint8Array[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks));
}

function parsed(text: string, begun: Position): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw faultIn(text, begun);
  }
}

/** `JSON.parse` does not always say where a fault is. */
function faultIn(text: string, begun: Position): HarFault {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonFault) return new HarFault(error.message, positionIn(text, error.offset, begun));
  }
  return new HarFault('is not valid JSON', begun);
}

function positionIn(text: string, offset: number, { line, column }: Position): Position {
  const lines = text.slice(0, offset).split('\n');
  const last = lines.at(-1) ?? '';
  return lines.length === 1 ? { line, column: column + offset } : { line: line + lines.length - 1, column: last.length + 1 };
}
