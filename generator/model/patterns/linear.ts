// Writes a pattern as the runtime's `linear` reads it: a regular expression without captures, look-around and references to groups.
import { type PatternNode, parsePattern } from '@octavo/runtime/facts';

/**
 * The most characters that a pattern may name, each as often as its counts say. The time for each character of a text is at most in proportion to
 * them.
 */
const MOST_ATOMS = 4000;

/** `undefined` where the pattern has look-around, references to groups, or more than 4,000 characters by its counts. */
export function writeLinear(source: string, flags: 'u' | ''): string | undefined {
  const tree = parsePattern(source, flags);
  if (tree === undefined || !(atomsOf(tree) <= MOST_ATOMS)) return undefined;
  return write(tree, true);
}

/** How many states the counts of a node give; `NaN` for what has none. */
function atomsOf(node: PatternNode): number {
  switch (node.kind) {
    case 'atom':
      // In the older mode, `\c` without a letter is two characters.
      return node.source === '\\c' ? Number.NaN : 1;
    case 'assertion':
      return 1;
    case 'look':
    case 'reference':
      return Number.NaN;
    case 'choice':
      return node.branches.reduce((sum, parts) => parts.reduce((inner, part) => inner + atomsOf(part), sum), node.branches.length);
    case 'repeat':
      return Math.max(1, node.most === Infinity ? node.least + 1 : node.most) * Math.max(1, atomsOf(node.node));
  }
}

function write(node: PatternNode, isWhole = false): string {
  switch (node.kind) {
    case 'atom':
      // Escapes that are longer than one character stand in a class, so that one rule reads them all.
      return node.source.startsWith('\\') && node.source.length > 2 ? `[${node.source}]` : node.source;
    case 'choice': {
      const text = node.branches.map((parts) => parts.map((part) => write(part)).join('')).join('|');
      return isWhole ? text : `(?:${text})`;
    }
    case 'repeat':
      return write(node.node) + count(node.least, node.most);
    case 'assertion':
      return node.source;
    case 'look':
    case 'reference':
      return '';
  }
}

function count(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === 0 && most === 1) return '?';
  return least === most ? `{${least}}` : `{${least},${most}}`;
}
