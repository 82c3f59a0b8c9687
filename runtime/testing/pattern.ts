// Samples texts that a regular expression matches: walks the tree of the pattern at random. Callers check the texts, since assertions are ignored.
import { type PatternNode, parsePattern } from './pattern-parser.ts';
import type { Random } from './random.ts';
import { patternOf } from './value-checks.ts';

/** The longest text that is sampled, in UTF-16 units. */
const LONGEST = 10_000;
/** How many nodes are walked for one text: repetitions of an empty group add no length. */
const MOST_STEPS = 100_000;
/**
 * A function that samples a text. `stretch`: how often `*`, `+` and `{n,}` repeat at most beyond their minimum. `undefined`: the text is too long, or
 * the pattern cannot be read.
 */
export function patternSampler(source: string): (random: Random, stretch: number) => string | undefined {
  const flags = patternOf(source).unicode ? 'u' : '';
  const tree = parsePattern(source, flags);
  return (random, stretch) => {
    if (tree === undefined) return undefined;
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

function sampleNode(node: PatternNode, walk: Walk): void {
  if (walk.text.length > LONGEST || walk.steps++ > MOST_STEPS) return;
  switch (node.kind) {
    case 'assertion':
    case 'look':
      return;
    case 'choice': {
      const start = walk.text.length;
      for (const part of walk.random.pick(node.branches) ?? []) sampleNode(part, walk);
      const text = walk.text.slice(start);
      for (const name of node.names ?? []) walk.groups.set(name, text);
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

/** Characters that an atom matches: printable ones where there are any, letters and digits twice as likely; otherwise the first in Unicode. */
function charactersOf(source: string, flags: string): readonly string[] {
  const key = `${flags} ${source}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const test = new RegExp(`^(?:${source})$`, flags);
  let found = [...PRINTABLE].filter((character) => test.test(character));
  // A character beyond U+FFFF is two atoms in a pattern without the flag `u`, neither of which is a character.
  if (found.length === 0 && test.test(source)) found = [source];
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
