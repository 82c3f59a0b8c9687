// Parses a regular expression of ECMA-262 into a tree that texts can be sampled from.

export type PatternNode =
  | {
      readonly kind: 'alternatives';
      readonly branches: readonly (readonly PatternNode[])[];
      readonly group?: number | string;
      readonly index?: number;
    }
  /** A character, a class or an escape, as written. */
  | { readonly kind: 'atom'; readonly source: string }
  | { readonly kind: 'reference'; readonly group: string }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number };

/** How deep groups may be nested. */
const MAX_DEPTH = 100;

/** The tree of a pattern that `RegExp` accepts. Assertions (`^`, `\b`, look-around) are left out. @throws {RangeError} for groups that are nested too deeply. */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).parse();
}

/** A position in the pattern, which each method moves past what it reads. */
class PatternParser {
  private readonly characters: readonly string[];
  private at = 0;
  private groups = 0;
  private depth = 0;

  constructor(source: string) {
    this.characters = [...source];
  }

  parse(): PatternNode {
    return { kind: 'alternatives', branches: this.alternatives() };
  }

  private alternatives(): (readonly PatternNode[])[] {
    const branches: PatternNode[][] = [[]];
    while (this.at < this.characters.length && this.characters[this.at] !== ')') {
      if (this.characters[this.at] === '|') {
        this.at++;
        branches.push([]);
        continue;
      }
      const node = this.term();
      if (node !== undefined) branches.at(-1)?.push(node);
    }
    return branches;
  }

  private term(): PatternNode | undefined {
    const node = this.bare();
    const range = this.quantifier();
    if (node === undefined || range === undefined) return node;
    return { kind: 'repeat', node, least: range[0], most: range[1] };
  }

  private bare(): PatternNode | undefined {
    const character = this.characters[this.at++] ?? '';
    switch (character) {
      case '^':
      case '$':
        return undefined;
      case '(':
        return this.group();
      case '[':
        return { kind: 'atom', source: this.rest(this.classEnd(), '[') };
      case '\\':
        return this.escaped();
      default:
        return { kind: 'atom', source: /[/{}\]]/.test(character) ? `\\${character}` : character };
    }
  }

  private group(): PatternNode | undefined {
    if (++this.depth > MAX_DEPTH) throw new RangeError('its groups are nested too deeply');
    const head = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(this.characters.slice(this.at, this.at + 200).join(''))?.[0] ?? '';
    this.at += [...head].length;
    const index = head === '' || /^\?<[^=!]/.test(head) ? ++this.groups : undefined;
    const branches = this.alternatives();
    this.at++;
    this.depth--;
    if (/^\?<?[=!]/.test(head)) return undefined;
    const name = /^\?<(.*)>$/.exec(head)?.[1];
    return { kind: 'alternatives', branches, ...(index === undefined ? {} : { index }), ...(name === undefined ? {} : { group: name }) };
  }

  private escaped(): PatternNode | undefined {
    const character = this.characters[this.at++] ?? '';
    if (character === 'b' || character === 'B') return undefined;
    if (/[1-9]/.test(character)) return { kind: 'reference', group: character + this.take(/^\d+/) };
    if (character === 'k') {
      const name = this.take(/^<[^>]*>/);
      if (name !== '') return { kind: 'reference', group: name.slice(1, -1) };
    }
    const more: Readonly<Record<string, RegExp>> = {
      u: /^(?:\{[\da-f]+\}|[\da-f]{4}(?:\\u[\da-f]{4})?)/i,
      x: /^[\da-f]{2}/i,
      c: /^[a-z]/i,
      p: /^\{[^}]*\}/,
      P: /^\{[^}]*\}/,
    };
    const tail = more[character];
    return { kind: 'atom', source: `\\${character}${tail === undefined ? '' : this.take(tail)}` };
  }

  private take(pattern: RegExp): string {
    const found = pattern.exec(this.characters.slice(this.at, this.at + 200).join(''))?.[0] ?? '';
    this.at += [...found].length;
    return found;
  }

  private classEnd(): number {
    let end = this.at;
    while (end < this.characters.length && this.characters[end] !== ']') end += this.characters[end] === '\\' ? 2 : 1;
    return end + 1;
  }

  private rest(end: number, head: string): string {
    const text = head + this.characters.slice(this.at, end).join('');
    this.at = end;
    return text;
  }

  private quantifier(): readonly [number, number] | undefined {
    const found = this.take(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    switch (found.charAt(0)) {
      case '':
        return undefined;
      case '*':
        return [0, Infinity];
      case '+':
        return [1, Infinity];
      case '?':
        return [0, 1];
      default: {
        const [, least = '0', comma, most = ''] = /^\{(\d+)(,)?(\d*)/.exec(found) ?? [];
        return [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
      }
    }
  }
}
