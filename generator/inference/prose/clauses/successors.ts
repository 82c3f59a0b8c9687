// Reads what becomes of a thing when the next one of its kind is made: `A new one takes the place of the open one, which becomes superseded`.
import { sentencesIn } from '../sentences.ts';
import { formsOf, namesIn, phraseOf, wordsOf } from '../words.ts';

/** What becomes of the one before. */
export interface Succeeded {
  /** The state that it has before; absent: any other. */
  readonly from?: string;
  readonly to: string;
  readonly quote: string;
}

const CONDITION = /\b(?:if|when|whenever|unless|until|while|may|might|can|could|should|except|optionally|usually|either|some)\b/i;
/** Says only that there may be none. */
const WHERE_THERE = /,?\s*\bif (?:there is (?:one|any)|it has (?:one|any)|any)\b,?/gi;
const EARLIER = '(?:older|earlier|previous|prior|former|existing|last|present|other|one before)';
const BECOME =
  '(?:then\\s+|now\\s+)?(?:becomes?|turns?(?:\\s+into)?|(?:is|are)(?:\\s+(?:then|set to|marked(?:\\s+as)?|made))?|gets?\\s+(?:the\\s+(?:state|status)\\s+)?)';

/** `name`: that of the collection of the things. */
export function succeededIn(text: string, name: string, states: readonly string[]): Succeeded | undefined {
  const known = states.filter((one) => one.length > 2);
  if (known.length < 2) return undefined;
  const state = `[\`'"]?(?:${known.map((one) => formsOf(one).replace(/s\?\\b$/, '\\b')).join('|')})[\`'"]?`;
  const noun = `(?:ones?|${[...new Set([name, wordsOf(name).at(-1) ?? name])].map(phraseOf).join('|')})(?![\\p{L}\\p{N}_-])`;
  const forms = [
    `\\b(?:the|an?|any|its)\\s+(?:${EARLIER}\\s+)?(?<from>${state})\\s+${noun},?\\s+(?:which|that)\\s+${BECOME}\\s+(?<to>${state})`,
    `\\b(?:the|an?|any|all|its)\\s+${EARLIER}\\s+(?:(?<from>${state})\\s+)?${noun},?\\s+(?:(?:which|that)\\s+)?${BECOME}\\s+(?<to>${state})`,
  ].map((form) => new RegExp(form, 'iu'));
  for (const sentence of sentencesIn(text)) {
    const plain = sentence.replace(WHERE_THERE, ' ').replace(/\s+/g, ' ');
    for (const form of forms) {
      const found = form.exec(plain);
      const { from = '', to = '' } = found?.groups ?? {};
      // What follows says no more of when it is so.
      if (found === null || CONDITION.test(plain.slice(0, found.index + found[0].length))) continue;
      const [before, after] = [namesIn(from, known)[0], namesIn(to, known)[0]];
      if (after === undefined || after === before) continue;
      return { to: after, quote: sentence, ...(before === undefined ? {} : { from: before }) };
    }
  }
  return undefined;
}
