// Reads JSON with the place of each value in the text, so that one value can be replaced and the rest stays as it was, and so that a fault has a
// place.

interface Span {
  /** Offset of its first character, and that after its last one. */
  readonly start: number;
  readonly end: number;
}

export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'number' | 'boolean' | 'null' }
  );

interface JsonMember {
  readonly name: string;
  /** Where its name stands. */
  readonly place: Span;
  readonly value: JsonNode;
}

/** A text that is not JSON. The message is the end of a sentence that begins with what the text is: `is not valid JSON: …`. */
export class JsonFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Deeper values end the stack of calls before they say anything. */
const MOST_LEVELS = 500;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in strings (RFC 8259 section 7)
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;

/** @throws {JsonFault} */
export function parseJson(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.value(0);
  reader.end();
  return node;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(level: number): JsonNode {
    this.#take(SPACE);
    if (level > MOST_LEVELS) throw new JsonFault(`is nested deeper than ${MOST_LEVELS} levels`, this.#at);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(level);
      case '[':
        return this.#array(level);
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  end(): void {
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#fault('more after the end of the value');
  }

  #object(level: number): JsonNode {
    const start = this.#at++;
    const members: JsonMember[] = [];
    this.#take(SPACE);
    if (this.#text[this.#at] === '}') return { kind: 'object', start, end: ++this.#at, members };
    for (;;) {
      this.#take(SPACE);
      const { value: name, ...place } = this.#string();
      this.#expect(':');
      members.push({ name, place, value: this.value(level + 1) });
      if (this.#next('}')) return { kind: 'object', start, end: this.#at, members };
    }
  }

  #array(level: number): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    this.#take(SPACE);
    if (this.#text[this.#at] === ']') return { kind: 'array', start, end: ++this.#at, items };
    for (;;) {
      items.push(this.value(level + 1));
      if (this.#next(']')) return { kind: 'array', start, end: this.#at, items };
    }
  }

  #string(): Span & { readonly kind: 'string'; readonly value: string } {
    const start = this.#at;
    const written = this.#take(STRING);
    if (written === undefined) throw this.#fault(this.#text[start] === '"' ? 'a string that does not end' : 'no name in double quotes');
    return { kind: 'string', start, end: this.#at, value: JSON.parse(written) as string };
  }

  #scalar(): JsonNode {
    const start = this.#at;
    for (const [word, kind] of WORDS) {
      if (!this.#text.startsWith(word, start)) continue;
      this.#at += word.length;
      return { kind, start, end: this.#at };
    }
    if (this.#take(NUMBER) === undefined) throw this.#fault(start < this.#text.length ? 'no value' : 'its end before a value');
    return { kind: 'number', start, end: this.#at };
  }

  /** Whether the list ends here; a comma goes on. */
  #next(end: string): boolean {
    this.#take(SPACE);
    const character = this.#text[this.#at];
    if (character !== end && character !== ',') throw this.#fault(`no \`,\` or \`${end}\``);
    this.#at++;
    return character === end;
  }

  #expect(character: string): void {
    this.#take(SPACE);
    if (this.#text[this.#at] !== character) throw this.#fault(`no \`${character}\``);
    this.#at++;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fault(what: string): JsonFault {
    return new JsonFault(`is not valid JSON: it has ${what} here`, this.#at);
  }
}

const WORDS = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
] as const;
