// Reads that something is done once: `onceIn` in the state that the first time has led to, `isOnceAlone` on one thing in any state.
import type { Operation } from '../../../model/service.ts';
import { plainOf } from '../grammar/plain.ts';
import type { Said } from '../refusing.ts';
import { sentencesIn } from '../sentences.ts';
import { names, phraseOf, singular, stemOf, wordsOf } from '../words.ts';
import { type Stated, statementsIn } from './statements.ts';

/** The sentence that refuses an action the second time, in the state that the first one has led to: `Cancelling it again is a 409`. */
export function onceIn({ description = '' }: Pick<Operation, 'description'>, nouns: readonly string[] = []): string | undefined {
  const each = sentencesIn(description).find((text) => nouns.some((noun) => isOncePer({ text }, noun)));
  if (each !== undefined) return each;
  const found = statementsIn(description).find(
    ({ quote, clauses }) => clauses.some(isOnce) && !/\b(?:body|key|request|unless|except|with|within|times|days?)\b/i.test(quote),
  );
  return found?.quote;
}

/** `Publishing twice is a mistake (409)`, `It can be cancelled once (409)`, `What was taken out already cannot be taken out again`. */
function isOnce({ subject, verb, rest, refusal = '' }: Stated): boolean {
  if (!/^4(?!04)/.test(refusal)) return false;
  if (/^\w+ing (?:(?:it|one|the \w+|an? \w+) )?(?:again|twice|a second time)$/i.test(subject)) return true;
  if (/^(?:can|may) (?:only )?be\b/.test(verb)) return /^\w+(?:ed|en|nt|ld|t) (?:only )?once\b/i.test(rest);
  return (
    /^(?:already )?(?:can|may|must) not (?:be\b|$)/.test(verb) &&
    /\balready\b/i.test(`${subject} ${verb}`) &&
    /^(?:be )?\w+ (?:again|twice)\b/i.test(rest)
  );
}

/** Whether a sentence refuses what is done twice to one thing: `Once for each payment (409)`, `At most once per order: 409 otherwise`. */
function isOncePer({ text, refusal }: Pick<Said, 'text' | 'refusal'>, thing: string): boolean {
  const form = `\\bonce\\s+(?:for|per)\\s+(?:each\\s+|every\\s+|one\\s+|an?\\s+)?${phraseOf(singular(thing))}(?![\\p{L}\\p{N}_-])`;
  const isRefused = refusal !== undefined || /\b4\d\d\b/.test(text);
  return thing !== '' && isRefused && !/\b(?:unless|except|key|body)\b/i.test(text) && new RegExp(form, 'iu').test(text);
}

/** Words by which a second time is another matter: the same request, a time, another condition. */
const OTHERWISE =
  /\b(?:unless|except|body|key|requests?|reference|token|same|within|until|days?|hours?|minutes?|per|if|may be \w+ again|can be \w+ again|changes? nothing|no effect|ignored)\b/i;

/** `Liking it again is not an error` */
const HARMLESS = /\b(?:not|no|never) (?:an? )?(?:error|mistake|conflict|refused|rejected)\b/i;

const REFUSED = /\b(?:4\d\d|refus|reject|conflict|mistake|error|not allowed|not possible|forbidden|fails?\b)/i;

const AGAIN = '(?:again|twice|a second time|more than once)';
/** What is not shown a second time may be done a second time: `The whole number is never shown again`. */
const SHOWN = '(?:shown|seen|displayed|returned|revealed|disclosed|printed|listed|visible|available|readable|retrieved|read|fetched|asked)';
const NOT_SHOWN = `(?![^.;,]*\\b${SHOWN}\\b)[^.;,]{0,40}\\b${AGAIN}\\b`;
const FORMS: readonly RegExp[] = [
  new RegExp(`\\b(?:must not|may not)\\b${NOT_SHOWN}`, 'i'),
  /\b(?:can|may|must) (?:only )?be \w+ (?:only |just |exactly )?once\b/i,
];
/** What never comes again is a fact, and refuses nothing by itself: a letter is never sent twice however often it is asked for. */
const REFUSED_FORM = new RegExp(`\\b\\w+ing\\b[^.;,]{0,30}\\b${AGAIN}\\b|\\bnever\\b${NOT_SHOWN}`, 'i');

/** What a second time gets is said, or that it may come after all: in whichever part of the sentence. */
const ANSWERED = /\b2\d\d\b|\b(?:unless|except)\b/i;

/**
 * Whether a sentence about an operation refuses that it is done a second time to one thing. `segment`: the last one of its path, which may name what
 * it makes.
 */
export function isOnceAlone({ text, quote = text, refusal }: Said, segment: string): boolean {
  const plain = plainOf(text);
  if (OTHERWISE.test(plain) || HARMLESS.test(plain) || ANSWERED.test(quote)) return false;
  if (FORMS.some((form) => form.test(plain))) return true;
  const isRefused = refusal !== undefined || REFUSED.test(plain);
  return isRefused && (REFUSED_FORM.test(plain) || hasNoSecond(plain, segment));
}

/** After a noun: no words that narrow it down, as in `The box already has a coin with this number`. */
export const NOT_NARROWED = '(?!\\s+(?:with|of|in|on|at|by|for|from|to|that|which|who|whose|named|called)\\b)';

/** `only an order without a receipt`, `The order has a receipt already`. */
function hasNoSecond(text: string, segment: string): boolean {
  const last = wordsOf(singular(segment)).at(-1);
  if (last === undefined) return false;
  const noun = `${phraseOf(last)}(?![\\p{L}\\p{N}_-])`;
  const forms = [
    `\\bonly\\b[^.;,]*\\bwithout an?\\s+${noun}`,
    `\\b(?:has|have) an?\\s+${noun}\\s+already\\b`,
    `\\balready (?:has|have) (?:an?|its|one)\\s+${noun}${NOT_NARROWED}`,
    `\\ba second ${noun}`,
  ];
  return forms.some((form) => new RegExp(form, 'iu').test(text));
}

/** What a create does, and the things to which and by which it is done. */
export interface Done {
  /** Words for it: `review`, `rating`, `book`. */
  readonly verbs: readonly string[];
  /** The names of the collections of these things. */
  readonly nouns: readonly string[];
}

/** Verbs that say nothing of what is done. */
const GENERAL = /^(?:add|create|make|post|put|new|insert|submit|place|open|set|start|send)$/;
const OFTEN = '(?:twice|again|a second time|more than once)';

/**
 * Whether a sentence says that one thing does something to another one once: `Once per film (409)`, `A member can rate a film once`,
 * `The member has rated the film already`.
 */
export function isDoneOnce(said: Pick<Said, 'text' | 'refusal'>, { verbs, nouns }: Done): boolean {
  if (nouns.some((noun) => isOncePer(said, noun))) return true;
  const { text, refusal } = said;
  const plain = plainOf(text);
  if (HARMLESS.test(plain) || /\b(?:unless|except|key|body|requests?|token|within|until|if|replaces?|overwrites?)\b/i.test(plain))
    return false;
  const stems = new Set(verbs.filter((one) => !GENERAL.test(one)).map(stemOf));
  const words = new Set((plain.match(/\p{L}+/gu) ?? []).filter((word) => stems.has(stemOf(word))));
  const named = new Set(nouns.filter((noun) => names(plain, noun)));
  if (words.size === 0 || named.size === 0) return false;
  const verb = `(?:${[...words].join('|')})`;
  const isRefused = refusal !== undefined || REFUSED.test(plain);
  const forms = [
    `\\b(?:can|may|must|each|every)\\b[^.;,]{0,40}\\b${verb}\\b[^.;,]{0,40}?\\b(?:only |just |exactly |at most |no more than )?once\\b(?!\\s+(?:it|the|an?|they)\\b)`,
    `\\b(?:not|never|nobody|no)\\b[^.;,]{0,40}\\b${verb}\\b[^.;,]{0,40}\\b${OFTEN}\\b`,
    ...(isRefused
      ? [
          `\\b(?:has|have)\\s+already\\s+${verb}\\b|\\b(?:has|have)\\s+${verb}\\b[^.;,]{0,40}\\b(?:already|before)\\b`,
          `^${verb}\\b[^.;,]{0,40}\\b${OFTEN}\\b`,
        ]
      : []),
  ];
  // What is done to one thing by whomever may be done to a part of it, such as to a room at another time.
  const isPassive = new RegExp(`\\bbe ${verb}\\b`, 'iu').test(plain);
  return (!isPassive || named.size > 1) && forms.some((form) => new RegExp(form, 'iu').test(plain));
}
