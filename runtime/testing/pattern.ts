// Texts that a regular expression of ECMA-262 matches: the pattern is read into a small tree and walked at random. Callers check what comes out.
import type { Random } from './random.ts';

type Node =
  | {
      readonly kind: 'alternatives';
      readonly branches: readonly (readonly Node[])[];
      readonly group?: number | string;
      readonly index?: number;
    }
  /** A character, a class or an escape, as written. */
  | { readonly kind: 'atom'; readonly source: string }
  | { readonly kind: 'reference'; readonly group: string }
  | { readonly kind: 'repeat'; readonly node: Node; readonly least: number; readonly most: number };

/** How long a sampled text may get, in UTF-16 units. */
const LONGEST = 10_000;
/** How many parts of a pattern are walked for one text: repetitions of nothing have no length. */
const MOST_STEPS = 100_000;
/** How many groups may stand in one another. */
const DEEPEST = 100;

/** The pattern as a function that makes a text; `stretch` is how often an open repetition is walked at most beyond what it asks for. `undefined`: too long. */
export function patternSampler(source: string): (random: Random, stretch: number) => string | undefined {
  const tree = parse(source);
  let flags = 'u';
  try {
    new RegExp(source, 'u');
  } catch {
    flags = '';
  }
  return (random, stretch) => {
    const walk: Walk = { random, stretch, flags, groups: new Map(), text: '', steps: 0 };
    sampleNode(tree, walk);
    return walk.text.length > LONGEST || walk.steps > MOST_STEPS ? undefined : walk.text;
  };
}

interface Walk {
  readonly random: Random;
  readonly stretch: number;
  readonly flags: string;
  readonly groups: Map<string, string>;
  text: string;
  steps: number;
}

function sampleNode(node: Node, walk: Walk): void {
  if (walk.text.length > LONGEST || walk.steps++ > MOST_STEPS) return;
  switch (node.kind) {
    case 'alternatives': {
      const start = walk.text.length;
      for (const part of walk.random.pick(node.branches) ?? []) sampleNode(part, walk);
      const text = walk.text.slice(start);
      if (node.index !== undefined) walk.groups.set(String(node.index), text);
      if (node.group !== undefined) walk.groups.set(String(node.group), text);
      return;
    }
    case 'atom':
      walk.text += walk.random.pick(charactersOf(node.source, walk.flags)) ?? '';
      return;
    case 'reference':
      walk.text += walk.groups.get(node.group) ?? '';
      return;
    case 'repeat': {
      const most = Math.min(node.most, node.least + walk.stretch);
      const count = walk.random.integer(node.least, Math.max(node.least, most));
      for (let done = 0; done < count && walk.text.length <= LONGEST && walk.steps <= MOST_STEPS; done++) sampleNode(node.node, walk);
      return;
    }
  }
}

const COMMON = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PRINTABLE = `${COMMON}${COMMON} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~éßñжλ中か💌`;
const known = new Map<string, readonly string[]>();

/** Characters that one atom matches: of the printable ones if it can be, with letters and digits twice as likely, else the first that do. */
function charactersOf(source: string, flags: string): readonly string[] {
  const key = `${flags} ${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const test = new RegExp(`^(?:${source})$`, flags);
  let found = [...PRINTABLE].filter((character) => test.test(character));
  for (let code = 0; found.length === 0 && code < 0x30000; code += 0x800) {
    found = Array.from({ length: 0x800 }, (_, index) => code + index)
      .filter((each) => each < 0xd800 || each > 0xdfff)
      .map((each) => String.fromCodePoint(each))
      .filter((character) => test.test(character))
      .slice(0, 64);
  }
  known.set(key, found);
  return found;
}

/** Reads what `RegExp` has taken already; what asserts and takes no character (`^`, `\b`, look-around) is dropped, since callers check. */
function parse(source: string): Node {
  const characters = [...source];
  let at = 0;
  let groups = 0;
  let depth = 0;

  function alternatives(): (readonly Node[])[] {
    const branches: Node[][] = [[]];
    while (at < characters.length && characters[at] !== ')') {
      if (characters[at] === '|') {
        at++;
        branches.push([]);
        continue;
      }
      const node = term();
      if (node !== undefined) branches.at(-1)?.push(node);
    }
    return branches;
  }

  function term(): Node | undefined {
    const node = bare();
    const range = quantifier();
    if (node === undefined || range === undefined) return node;
    return { kind: 'repeat', node, least: range[0], most: range[1] };
  }

  function bare(): Node | undefined {
    const character = characters[at++] ?? '';
    switch (character) {
      case '^':
      case '$':
        return undefined;
      case '(':
        return group();
      case '[':
        return { kind: 'atom', source: rest(classEnd(), '[') };
      case '\\':
        return escaped();
      default:
        return { kind: 'atom', source: /[/{}\]]/.test(character) ? `\\${character}` : character };
    }
  }

  function group(): Node | undefined {
    if (++depth > DEEPEST) throw new RangeError('its groups are nested too deep');
    const head = /^\?(?:<?[=!]|:|<[^>]*>)/.exec(characters.slice(at, at + 200).join(''))?.[0] ?? '';
    at += [...head].length;
    const index = head === '' || /^\?<[^=!]/.test(head) ? ++groups : undefined;
    const branches = alternatives();
    at++;
    depth--;
    if (/^\?<?[=!]/.test(head)) return undefined;
    const name = /^\?<(.*)>$/.exec(head)?.[1];
    return { kind: 'alternatives', branches, ...(index === undefined ? {} : { index }), ...(name === undefined ? {} : { group: name }) };
  }

  function escaped(): Node | undefined {
    const character = characters[at++] ?? '';
    if (character === 'b' || character === 'B') return undefined;
    if (/[1-9]/.test(character)) return { kind: 'reference', group: character + take(/^\d+/) };
    if (character === 'k') {
      const name = take(/^<[^>]*>/);
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
    return { kind: 'atom', source: `\\${character}${tail === undefined ? '' : take(tail)}` };
  }

  function take(pattern: RegExp): string {
    const found = pattern.exec(characters.slice(at, at + 200).join(''))?.[0] ?? '';
    at += [...found].length;
    return found;
  }

  function classEnd(): number {
    let end = at;
    while (end < characters.length && characters[end] !== ']') end += characters[end] === '\\' ? 2 : 1;
    return end + 1;
  }

  function rest(end: number, head: string): string {
    const text = head + characters.slice(at, end).join('');
    at = end;
    return text;
  }

  function quantifier(): readonly [number, number] | undefined {
    const found = take(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
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

  return { kind: 'alternatives', branches: alternatives() };
}
