// Finds which atoms of a pattern match a common character: atoms become sets of classes of characters that no atom tells apart.

/** A set of classes of characters, one bit for each class. */
export type CharacterSet = bigint;

/** Characters of many kinds that patterns tell apart without naming them: white space, letters, digits, marks, and both kinds of surrogates. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => code),
  ...[0x85, 0xa0, 0xb5, 0xdf, 0xe9, 0x130, 0x17f, 0x301, 0x3b1, 0x410, 0x5d0, 0x661, 0x1680, 0x200b, 0x2028, 0x2029, 0x20ac, 0x212a],
  ...[0x3000, 0x4e2d, 0xac00, 0xd800, 0xdfff, 0xfeff, 0xffff, 0x10000, 0x1d7d8, 0x1f48c, 0x10ffff],
];

/** The set of each atom, in the order of the atoms. */
export function characterSets(atoms: readonly string[], flags: 'u' | ''): ReadonlyMap<string, CharacterSet> {
  const distinct = [...new Set(atoms)];
  const tests = distinct.map((atom) => testOf(atom, flags));
  const classes = new Map<string, CharacterSet>();
  const sets: CharacterSet[] = distinct.map(() => 0n);
  for (const character of charactersFor(distinct, flags)) {
    const matched = tests.map((test) => test.test(character));
    if (!matched.includes(true)) continue;
    const key = matched.map(Number).join('');
    if (classes.has(key)) continue;
    const bit = 1n << BigInt(classes.size);
    classes.set(key, bit);
    for (const [index, isMatched] of matched.entries()) if (isMatched) sets[index] = (sets[index] ?? 0n) | bit;
  }
  return new Map(distinct.map((atom, index) => [atom, sets[index] ?? 0n]));
}

function testOf(atom: string, flags: 'u' | ''): RegExp {
  try {
    return new RegExp(`^(?:${atom})$`, flags);
  } catch {
    // An atom that is no expression by itself counts as any character.
    return /^[\s\S]{1,2}$/;
  }
}

/** The samples, the characters that the atoms name with their neighbours, and many more where atoms name properties of characters. */
function charactersFor(atoms: readonly string[], flags: 'u' | ''): ReadonlySet<string> {
  const most = flags === 'u' ? 0x10ffff : 0xffff;
  const codes = new Set(SAMPLES);
  const add = (code: number): void => {
    for (const near of [code - 1, code, code + 1]) codes.add(near);
  };
  for (const atom of atoms) {
    for (const character of flags === 'u' ? atom : atom.split('')) if (character > '\x7f') add(character.codePointAt(0) ?? 0);
    for (const [, hex = ''] of atom.matchAll(/\\[ux]\{?([\dA-Fa-f]+)/g))
      for (const digits of [hex, hex.slice(0, 4), hex.slice(0, 2)]) add(Number.parseInt(digits, 16));
  }
  if (atoms.some((atom) => /\\[pP]\{/.test(atom))) for (let code = 0; code <= 0x1ffff; code += 17) codes.add(code);
  return new Set([...codes].filter((code) => code >= 0 && code <= most).map((code) => String.fromCodePoint(code)));
}
