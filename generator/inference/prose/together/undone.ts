// Reads that an operation undoes what a create has done to numbers of other things: `The amount is debited from the recipient and credited to the
// sender`, `Its amount is taken off "raised"`.
import { isNoRule } from '../grammar/plain.ts';
import { sentencesIn } from '../sentences.ts';
import { names } from '../words.ts';

/** What a sentence says is as it was before. */
export interface Undone {
  readonly quote: string;
  /** The members of other things that it names; absent where it speaks of an amount that goes back. */
  readonly members?: readonly string[];
}

/** Words by which not all goes back, or not always. */
const OTHERWISE =
  /\b(?:if|when|unless|until|while|where|provided|only|may|might|can|could|partly|partial\w*|half|part|percent|some|except|but|not|never|no(?! longer)|less|minus|fees?|otherwise|either|usually|later|eventually)\b|%/i;

const OFF =
  /\b(?:(?:taken|deducted|subtracted|removed) (?:off|from)|(?:(?:goes|go|falls?|drops?|sinks?) (?:back )?(?:down )?|(?:is|are) (?:reduced|lowered|decreased) )by (?:its|their|the same|the (?:full|whole))|no longer (?:counts?|counted|included|part)(?: (?:in|of|for|to|towards?))?)\b/i;

const AMOUNT = '(?:the|its|their|this|that|whole|full|same)\\s+(?:(?:whole|full|same)\\s+)?(?:amount|money|sum|value)';
const FROM = '(?:debited|taken|withdrawn|deducted|booked|moved|charged)\\s+(?:back\\s+)?from';
const TO = '(?:credited|returned|given back|paid back|booked back|moved back|paid|transferred back)\\s+(?:back\\s+)?to';
const BOTH_WAYS = new RegExp(
  `\\b${AMOUNT}\\s+(?:is|gets)\\s+(?:${FROM}\\b.*\\b${TO}|${TO}\\b.*\\b${FROM}|(?:moved|booked|transferred) back\\s+from)\\b`,
  'i',
);

/** The first sentence of a text that says so. `members`: the names of numbers of other things. */
export function undoneIn(text: string, members: readonly string[]): Undone | undefined {
  for (const quote of sentencesIn(text)) {
    if (isNoRule(quote) || OTHERWISE.test(quote)) continue;
    if (BOTH_WAYS.test(quote)) return { quote };
    const named = OFF.test(quote) ? members.filter((name) => names(quote, name)) : [];
    if (named.length > 0) return { quote, members: named };
  }
  return undefined;
}
