// Reads that a request must have what a thing shows of itself: `Whoever approves repeats total; another amount is refused`, `The name must match`.
import { isNoRule } from '../grammar/plain.ts';
import type { Said } from '../refusing.ts';
import { phraseOf } from '../words.ts';

const OTHERWISE = /\b(?:if|unless|except|optionally|optional|may|usually|same (?:request|payment|key)|requests?|retr\w+|key)\b/i;
const ARTICLES = '(?:(?:the|its|their|this|current|present|exact|calculated|shown|whole)\\s+)*';
const SAME =
  '(?:match(?:es)?|equals?|agrees?|be(?: exactly)? the (?:same|current|present|calculated)|be (?:equal|identical)|is the (?:same|current|present))';
const OTHER =
  '(?:differs?|does not (?:match|equal|agree)|is not (?:the (?:same|current|present|calculated)|equal)|is (?:another|a different)|mismatch\\w*)';

/** The sentence that refuses another value of a member than the thing has. */
export function repeatedIn(said: readonly Said[], member: string): Said | undefined {
  const name = `[\`'"]?(?<![\\p{L}\\p{N}_-])${phraseOf(member)}(?![\\p{L}\\p{N}_])[\`'"]?`;
  const repeats = new RegExp(`\\b(?:repeats?|confirms?|restates?|retypes?|echoes)\\s+${ARTICLES}${name}`, 'iu');
  const same = new RegExp(`${name}[^.;]*\\b(?:must|has to|needs to|have to|is to)\\b[^.;]*\\b${SAME}\\b`, 'iu');
  const others = [
    new RegExp(`\\b(?:another|a different|any other|a wrong|an incorrect)\\s+${name}`, 'iu'),
    new RegExp(`${name}[^.;]*\\b${OTHER}\\b`, 'iu'),
  ];
  return said.find(
    (one) =>
      !OTHERWISE.test(one.text) &&
      !isNoRule(one.text) &&
      (repeats.test(one.text) || same.test(one.text) || (one.refusal !== undefined && others.some((form) => form.test(one.text)))),
  );
}
