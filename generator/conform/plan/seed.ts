// Derives a random source for each purpose from the one seed of a run, so that adding an operation changes no case of another.
import { createRandom, type Random } from '@octavo/runtime/testing';

export function randomFor(seed: number, ...purpose: readonly string[]): Random {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5 ^ seed;
  for (const character of purpose.join('\n')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return createRandom(hash >>> 0);
}
