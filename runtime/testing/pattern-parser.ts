// Parses a regular expression of ECMA-262 into a tree. Texts are sampled from it; the generator finds out from it how fast its matching time grows,
// how the linear matcher writes it, and which characters its texts hold.

export type PatternNode =
  /** Alternatives, each a sequence; `names`: the number and the name of a group that captures. */
  | { readonly kind: 'choice'; readonly branches: readonly (readonly PatternNode[])[]; readonly names?: readonly string[] }
  /** A character, a class or an escape, as written: it matches one character. */
  | { readonly kind: 'atom'; readonly source: string }
  /** `^`, `$`, `\b`, `\B` */
  | { readonly kind: 'assertion'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'look'; readonly behind: boolean; readonly body: PatternNode }
  /** A reference to what a group matched, by its number or name. */
  | { readonly kind: 'reference'; readonly group: string }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number };

/** How deep groups may be nested. */
const MAX_DEPTH = 100;

/** The heads of groups that are read; others (`(?i:`) are newer than the oldest engine that validators run on. */
const GROUP_HEAD = /(?:\?(?:(?<look><?[=!])|(?<plain>:)|<(?<name>[^>=!][^>]*)>))?/y;
const QUANTIFIER = /(?:[*+?]|\{(?<least>\d+)(?<comma>,)?(?<most>\d*)\})\??/y;
const UNICODE_ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u\{[\dA-Fa-f]+\}|u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|.)/suy;
const PLAIN_ESCAPE = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[\s\S])/y;
const REFERENCE = /\\(?:k<(?<name>[^>]*)>|(?<number>[1-9]\d*))/y;

/** The tree of a pattern that `new RegExp(source, flags)` accepts; `undefined` where it has syntax that is not read, or too many levels. */
export function parsePattern(source: string, flags: 'u' | ''): PatternNode | undefined {
  const parser = new Parser(source, flags);
  const tree = parser.choice(0);
  return tree !== undefined && parser.isAtEnd ? tree : undefined;
}

/** A position in the pattern, which each method moves past what it reads. */
class Parser {
  private at = 0;
  private opened = 0;
  private readonly groups: number;
  private readonly hasNames: boolean;
  private readonly source: string;
  private readonly flags: 'u' | '';

  constructor(source: string, flags: 'u' | '') {
    this.source = source;
    this.flags = flags;
    const heads = source.match(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?<[^=!]|(?!\?))/g) ?? [];
    this.groups = heads.filter((head) => head.startsWith('(')).length;
    this.hasNames = heads.some((head) => head.startsWith('(?<'));
  }

  get isAtEnd(): boolean {
    return this.at === this.source.length;
  }

  choice(depth: number, names?: readonly string[]): PatternNode | undefined {
    if (depth > MAX_DEPTH) return undefined;
    let branch: PatternNode[] = [];
    const branches = [branch];
    while (!this.isAtEnd && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at++;
        branch = [];
        branches.push(branch);
        continue;
      }
      const node = this.part(depth);
      if (node === undefined) return undefined;
      const found = this.take(QUANTIFIER);
      branch.push(found === undefined ? node : repeated(node, found));
    }
    return { kind: 'choice', branches, ...(names === undefined ? {} : { names }) };
  }

  private part(depth: number): PatternNode | undefined {
    const character = this.source[this.at];
    switch (character) {
      case '^':
      case '$':
        this.at++;
        return { kind: 'assertion', source: character };
      case '(':
        return this.group(depth);
      case '\\':
        return this.escape();
      case '[':
        return { kind: 'atom', source: this.characterClass() };
      default: {
        const code = this.flags === 'u' ? this.source.codePointAt(this.at) : this.source.charCodeAt(this.at);
        const literal = String.fromCodePoint(code ?? 0);
        this.at += literal.length;
        // Without the flag `u`, these stand for themselves where no quantifier or class can be.
        return { kind: 'atom', source: /[{}\]]/.test(literal) ? `\\${literal}` : literal };
      }
    }
  }

  private group(depth: number): PatternNode | undefined {
    this.at++;
    const head = this.take(GROUP_HEAD);
    if (head?.[0] === '' && this.source[this.at] === '?') return undefined;
    const { look, plain, name } = head?.groups ?? {};
    const captures = look === undefined && plain === undefined;
    const body = this.choice(depth + 1, captures ? [String(++this.opened), ...(name === undefined ? [] : [name])] : undefined);
    if (body === undefined || this.source[this.at] !== ')') return undefined;
    this.at++;
    return look === undefined ? body : { kind: 'look', behind: look.startsWith('<'), body };
  }

  private escape(): PatternNode | undefined {
    const next = this.source[this.at + 1];
    if (next === 'b' || next === 'B') {
      this.at += 2;
      return { kind: 'assertion', source: `\\${next}` };
    }
    const start = this.at;
    const { name, number } = this.take(REFERENCE)?.groups ?? {};
    const group = name ?? number;
    if (group !== undefined) {
      const isGroup = name === undefined ? Number(number) <= this.groups : this.hasNames;
      if (this.flags === 'u' || isGroup) return { kind: 'reference', group };
      this.at = start;
    }
    const escaped = this.take(this.flags === 'u' ? UNICODE_ESCAPE : PLAIN_ESCAPE)?.[0];
    return escaped === undefined ? undefined : { kind: 'atom', source: escaped };
  }

  private characterClass(): string {
    const start = this.at++;
    while (!this.isAtEnd && this.source[this.at] !== ']') this.at += this.source[this.at] === '\\' ? 2 : 1;
    this.at++;
    return this.source.slice(start, this.at);
  }

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source) ?? undefined;
    if (found !== undefined) this.at = expression.lastIndex;
    return found;
  }
}

function repeated(node: PatternNode, { 0: text, groups }: RegExpExecArray): PatternNode {
  if (!text.startsWith('{'))
    return { kind: 'repeat', node, least: text.startsWith('+') ? 1 : 0, most: text.startsWith('?') ? 1 : Infinity };
  const least = Number(groups?.least);
  const most = groups?.most === undefined || groups.most === '' ? (groups?.comma === undefined ? least : Infinity) : Number(groups.most);
  return { kind: 'repeat', node, least, most };
}
