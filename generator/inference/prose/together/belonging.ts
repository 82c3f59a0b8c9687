// Reads that one thing that an operation names must go with another one that it names: `The milestone must be one of the project`, `The subject must
// be one that the teacher teaches`, `The pupil's class must be invited`.
import { isNoRule, plainOf, withoutStatus } from '../grammar/plain.ts';
import { formsOf, phraseOf } from '../words.ts';

/** The words for what is named, for what it must go with, and for how they go together. */
export interface BelongingWords {
  readonly thing: readonly string[];
  readonly other: readonly string[];
  /** Members of the other one that list such things, or what the thing itself names. */
  readonly lists: readonly string[];
  /** What both of them stand below or name, and the states that it may have. */
  readonly common: readonly string[];
  readonly states?: readonly string[];
  /** Whether the text is that of the member which names the thing. */
  readonly isOwn?: boolean;
  /** Whether the operation is about the other one, so that a text calls it `it`. */
  readonly isAboutOther?: boolean;
}

/** Words of a further condition. */
const OTHERWISE = /\b(?:unless|except|either|also be|may (?:be|name|have)|need not|usually)\b/i;
/** Words of a rule that is about something else. */
const ASIDE =
  /\b(?:at the same time|already|overlap\w*|full|free|left|twice|unique|no other|more than|fewer than|at most|at least|account|tenant|organi[sz]ation|workspace)\b/i;
const REFUSED = /\b4\d\d\b|\b(?:refus|reject|invalid|conflict)|\bmust\b|\bcan not\b|\bonly\b/i;
const FOREIGN = '(?:another|a different|some other|any other|other|others?|a foreign)';
const DET = '(?:the|this|that|its|their|the same|the very|the given|the named|an?)';
const PREP = '(?:of|in|at|from|on|for|below|under|within|inside|with)';

/** Whether a sentence says that the thing must go with the other one. `isRefused`: another sentence refuses what does not. */
export function belongingIn(sentence: string, words: BelongingWords, isRefused = false): boolean {
  const isRefusing = isRefused || REFUSED.test(sentence);
  const text = plainOf(withoutStatus(sentence));
  if (!isRefusing || isNoRule(sentence) || OTHERWISE.test(text)) return false;
  return formsFor(words).some((form) => {
    const found = new RegExp(form, 'iu').exec(text);
    const clause = found && text.slice(found.index).slice(0, found[0].length + text.slice(found.index + found[0].length).search(/[,;.]|$/));
    return typeof clause === 'string' && !ASIDE.test(clause);
  });
}

function formsFor({ thing, other, lists, common, states = [], isOwn = false, isAboutOther = false }: BelongingWords): readonly string[] {
  const [one, two] = [nounOf(thing), nounOf(other)];
  const shared = common.length === 0 ? '(?!)' : nounOf(common);
  const named = isOwn ? `(?:it|${one}|^)` : one;
  const to = `(?:${two}|${shared})`;
  const be = '(?:must(?: also| all| both| each)? be|is|are|be)';
  const must = '(?:must(?: also| all| both| each)? be)';
  const kind = `(?:(?:an?|one|some|any|the)\\s+)?(?:(?:${one}|members?|parts?|one|those|that|items?)\\s+)?`;
  // `Of the house for this table`: one step more.
  const step = `${PREP}\\s+(?:${DET}\\s+\\p{L}+\\s+${PREP}\\s+)?`;
  const listed = lists.length === 0 ? '(?!)' : nounOf(lists);
  const isState = states.length === 0 ? '' : `(?!${states.map(formsOf).join('|')})`;
  return [
    // `The milestone must belong to the project`, `a seat that does not belong to the hall of the screening`.
    `${named}[^.;]*\\bbelongs?(?:ing)? to (?:\\w+ )?${DET}\\s+(?:\\p{L}+\\s+(?:of|in)\\s+${DET}\\s+)?${to}`,
    // `Labels and milestone must be those of the project`, `It must be a reservation of the house for this table`.
    `${named}[^.;]*${must}\\s+${kind}${step}(?:the|this|that|its|the same)\\s+${to}`,
    `${must}\\s+(?:an?|one|the)\\s+${one}\\s+${step}(?:the|this|that|the same)\\s+${to}`,
    // `A milestone of another project is refused`.
    `${one}[^.;,]*\\b${PREP}\\s+${FOREIGN}\\s+${to}`,
    `\\b(?:another|a different|any other)\\s+${to}['’]s\\s+${one}`,
    // `Both must be in the same room`.
    `(?:${one}[^.;]*|${must}\\s+[^.;]*)\\bthe same\\s+${shared}`,
    // `The room is one of the exhibition's own`, `one of its covers`.
    `${named}[^.;]*${be}\\s+one of (?:the|this|that|its)\\s+${two}(?:['’]s?)`,
    ...(isAboutOther ? [`${named}[^.;]*${be}\\s+one of its (?:own )?${one}`, `${named}[^.;]*${be}\\s+one of its own\\b`] : []),
    // `The subject must be one that the teacher teaches`, `a teacher who teaches the subject`, `the hall must offer the format`.
    `${named}[^.;]*${must}\\s+(?:an?|one|something|among those|${one})?\\s*(?:(?:that|which|who|whom)\\s+)?${DET}\\s+${two}\\s+(?!is\\b|has\\b|was\\b)\\p{L}+s\\b`,
    `${must}\\s+(?:an?|the)\\s+(?:${two}\\s+(?:who|that|which)\\s+[^.;,]*\\b\\p{L}+s\\s+${DET}\\s+${one}|${one}\\s+(?:who|that|which)\\s+[^.;,]*\\b\\p{L}+s\\s+${DET}\\s+${two})`,
    ...(isOwn ? [`^an?\\s+${one}\\s+(?:who|that|which)\\s+[^.;]*\\b\\p{L}+s\\s+${DET}\\s+${two}`] : []),
    `${two}\\s+(?:must|does not|can not)\\s+(?:offer|teach|carry|serve|support|stock|cover|include|list|contain|know|sell|lead)\\s+${DET}\\s+${one}`,
    // `The label must be in the labels of the project`, `The code must be among its prices`.
    `${named}[^.;]*${must}\\s+(?:listed\\s+)?(?:among|in|on|one of|part of)\\s+${DET}\\s+(?:${two}['’]s\\s+)?${listed}`,
    // `The pupil's class must be invited`.
    `(?:${one}['’]s\\s+${shared}|${shared}\\s+of\\s+${DET}\\s+${one})\\s+must be\\s+(?:one of\\b|among\\b|${isState}\\p{L}+(?:ed|en)\\b)`,
  ];
}

function nounOf(names: readonly string[]): string {
  const all = [...new Set(names)].filter((name) => name.length > 2);
  return all.length === 0 ? '(?!)' : `(?<![\\p{L}\\p{N}_])\`?(?:${all.map(phraseOf).join('|')})\`?(?![\\p{L}\\p{N}_])`;
}
