// Measures texts of posts: most characters count once, those of some scripts and emoji twice, and each address as many as a short link.

import { findUrls } from './urls.ts';

/** How many weighted characters a post can have: of users, and of verified users. */
export const TEXT_LIMITS = { standard: 280, verified: 25_000 } as const;

/** How long each address is, whatever its own length. */
const LINK_LENGTH = 23;

/** Code points that count once; all others count twice. */
const LIGHT = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

/** An emoji (UTS 51), of however many code points. */
const EMOJI = '\\p{RGI_Emoji}';
/** The type checker knows the flag of such properties only from ES2024 on. */
const SETS: string = 'gv';
const CHARACTERS = new RegExp(`(?<emoji>${EMOJI})|[\\s\\S]`, SETS);
/** Byte order marks, what is no character, and halves of characters. */
const FORBIDDEN = /[\ufffe\ufeff\uffff\p{Surrogate}]/u;

interface Measure {
  /** In weighted characters. */
  readonly length: number;
  readonly fault?: 'blank' | 'character' | 'too-long';
  readonly fits: boolean;
}

/** @param text in the normal form NFC */
export function measureText(text: string, limit: number = TEXT_LIMITS.standard): Measure {
  const length = weightOf(text);
  if (text.trim() === '') return { length, fault: 'blank', fits: false };
  if (FORBIDDEN.test(text)) return { length, fault: 'character', fits: false };
  return length > limit ? { length, fault: 'too-long', fits: false } : { length, fits: true };
}

function weightOf(text: string): number {
  let weight = 0;
  let from = 0;
  for (const { start, end } of findUrls(text)) {
    weight += plainWeight(text.slice(from, start)) + LINK_LENGTH;
    from = end;
  }
  return weight + plainWeight(text.slice(from));
}

function plainWeight(text: string): number {
  let weight = 0;
  for (const { 0: character, groups } of text.matchAll(CHARACTERS))
    weight += groups?.emoji !== undefined ? 2 : weightOfCharacter(character);
  return weight;
}

function weightOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return LIGHT.some(([first, last]) => code >= first && code <= last) ? 1 : 2;
}
