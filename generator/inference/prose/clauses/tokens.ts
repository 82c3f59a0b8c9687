// Splits a sentence into words and signs, and tells verbs from what stands around them, without a dictionary of nouns.

/** A word, a sign, or what stands between the marks of code. */
export type Token = string;

const TOKEN = /`[^`]*`|⟦\w+⟧|\d+(?:[.,:]\d+)*%?|\p{L}[\p{L}\p{N}'’_-]*|[^\s]/gu;

export function tokensIn(text: string): readonly Token[] {
  return text.match(TOKEN) ?? [];
}

/** The text of tokens, with the spaces that a sentence has. */
export function textOf(tokens: readonly Token[]): string {
  return tokens
    .join(' ')
    .replace(/ ([,.;:)!?%])/g, '$1')
    .replace(/\( /g, '(');
}

const words = (all: string): ReadonlySet<string> => new Set(all.split(/\s+/));

/** Verbs that are never a noun: they begin what a clause says. */
const HELPING = words('is are was were has have had do does did can cannot could may must shall will would need needs');
/** What may stand inside a group of verbs: `may no longer be`, `has to be`. */
const INSIDE = words('not never no longer also still already only then always just be been being to have ever');

/** Verbs that are no noun, in their plain form. */
const CLEAR = words(
  `accept add allow amend apply approve ask become begin belong break bring buy cancel clear come compare contain create delete differ empty enclose
  enter equal exceed exist expire fail fill follow freeze get give go include keep lapse last lose make mean occupy own publish put raise reach
  receive refer refuse register reject remain remove rename replace require reset restore sell send set stay supersede tell vary withdraw`,
);
/** Those that are a noun too: `orders`, `names`. */
const BOTH = words(
  `answer bill book call cause change charge close copy cost count cover drop end fall free hold lead leave lie list lock mark match move name note
  open order overlap pass pay place point print read release reserve result return rise run share show split start stop store sum supply swap take
  total touch turn use void wait want work`,
);
/** Behind these stands a noun, and no verb. */
const BEFORE_NOUN = words(
  `a an the its their his her our your my this these those no any each every all some both another other such same new old of in on at for with
  without from by to into onto per than as between below above under over after before until since about several many few more most less two three`,
);
const PRONOUNS = words('it they he she we you nobody everybody anybody nothing everything something one which who that what i');

const lower = (token: Token | undefined): string => (token ?? '').toLowerCase().replaceAll('’', "'");

const plainIn = (word: string, all: ReadonlySet<string>): string | undefined =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((one) => all.has(one));

/** Words before a verb that say how, or how often. */
const HOW = /^(?:never|always|also|then|still|already)$/;
/** What stands behind a verb, and not behind a noun. */
const BEHIND_VERB = /^(?:the|an?|its|their|it|them|no|not|nothing|all|each|every|one|up|as|by|from|\d.*|`.*)$/;

/** Whether a token is a verb that a clause can have: `before` and `after` are the tokens beside it. */
export function isVerb(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  const [word, left, right] = [lower(token), lower(before), lower(after)];
  if (HELPING.has(word) || /n't$/.test(word)) return !(/^needs?$/.test(word) && BEFORE_NOUN.has(left) && left !== 'before');
  const clear = plainIn(word, CLEAR);
  const plain = clear ?? plainIn(word, BOTH);
  if (plain === undefined || (BEFORE_NOUN.has(left) && !(clear !== undefined && word !== plain))) return false;
  // `Cancelled orders stay`, `Names are compared`.
  if (HELPING.has(right) || CLEAR.has(right) || /^(?:of|that|which|who|whose)$/.test(right)) return false;
  if (PRONOUNS.has(left) || HOW.test(left)) return true;
  if (before === undefined) return word !== plain && (clear !== undefined || BEHIND_VERB.test(right));
  if (word === plain)
    return /s$/.test(left) && !/^(?:is|has|was|its|as|this|always)$/.test(left) && (clear !== undefined || BEHIND_VERB.test(right));
  return clear !== undefined || BEHIND_VERB.test(right);
}

export function isInside(token: Token | undefined): boolean {
  return token !== undefined && (INSIDE.has(lower(token)) || HELPING.has(lower(token)));
}

/** What begins a clause that says when the other one holds. */
const CONDITIONS = words('if when whenever while unless until once where after before without as for otherwise');

export function isCondition(token: Token | undefined): boolean {
  return CONDITIONS.has(lower(token));
}

export function isPronoun(text: string): boolean {
  return /^(?:it|they|this|that|these|those|one|ones|he|she|both|each)$/i.test(text.trim());
}
