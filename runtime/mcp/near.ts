// Finds names near one that does not exist, for sentences that help a model to correct itself.

/** How alike two names must be, from 0 to 1. */
const ALIKE = 0.45;

/** The nearest names, the best first: those with many pairs of neighbouring letters in common. Case and punctuation do not count. */
export function near(wanted: string, names: Iterable<string>, most = 3): string[] {
  const pairs = pairsOf(wanted);
  const found: { readonly name: string; readonly score: number }[] = [];
  for (const name of names) {
    const score = likeness(pairs, pairsOf(name));
    if (score >= ALIKE) found.push({ name, score });
  }
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ name }) => name);
}

/** ` Did you mean …?`, or nothing. */
export function meant(wanted: string, names: Iterable<string>): string {
  const found = near(wanted, names).map((name) => `\`${name}\``);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
}

/** The pairs of letters, with one for the beginning, which tells `getPet` from `petget`. */
function pairsOf(name: string): readonly string[] {
  const letters = `^${name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2));
}

/** Dice's coefficient of two lists of pairs. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const rest = [...b];
  let common = 0;
  for (const pair of a) {
    const index = rest.indexOf(pair);
    if (index === -1) continue;
    rest.splice(index, 1);
    common++;
  }
  return (2 * common) / (a.length + b.length);
}
