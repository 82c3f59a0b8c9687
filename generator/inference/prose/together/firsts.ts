// Reads what the first of several things does to what they belong to as what making one does: `With its first file an album becomes public`.
import { phraseOf } from '../words.ts';

/** The sentence without the words that say that the thing is the first one; `nouns`: how texts call the thing. */
export function asOfFirst(sentence: string, nouns: readonly string[]): string {
  const first = `(?:its|the|their|an?)\\s+(?:very\\s+)?first\\s+(?:${nouns.map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`;
  const bare = sentence
    .replace(new RegExp(`^(?:with|by|upon|on|at|through)\\s+${first}\\s*,?\\s+`, 'iu'), '')
    .replace(new RegExp(`\\s+(?:with|by|upon|through)\\s+${first}(?=[.;,]?\\s*$)`, 'iu'), '');
  return bare === sentence ? sentence : bare.replace(/^an?\s+/i, 'The ');
}
