// Reads that no two things have the same value of a member: `Must be unique within the account`, `The name is taken`,
// `Two orders cannot share a reference`.
import { anyCaseIn } from './composed/cases.ts';
import { claimIn } from './grammar/claims.ts';
import { isNoRule, plainOf } from './grammar/plain.ts';
import { wordsOf } from './words.ts';

/** What a description of a member says where its values are unique. The scope may be all that one caller has, and no narrower. */
const DIFFER = /\b(?:may|can|must) not (?:have|be|exist) (?:two|more than one)\b[^.;]*\bthat differ\b|\bno two\b[^.;]*\bdiffer\b/i;
const UNIQUE =
  /(?:\bunique(?!ly|_)|\bone of its kind|\bno two\b[^.]*\b(?:same|equal))(?!(?:,?\s+[\w-]+)?\s+(?:id|identifier|key|code|name|items?|values?|elements?|entries)\b)/i;
const NARROW =
  /\b(?:per|each|every|day|month|year|week|hour|period|version|combination|together|pair|items?|list|array|unless|except|among|active|if|when|while)\b/i;

/** Counts, and names of what many things have: `The number of unique visitors`, `The unique code of the error`. */
const COUNTED =
  /\b(?:number|count|total|amount|percentage|share|list|set|estimate) of (?:all |the |your |daily |monthly )?unique\b|\bunique\b[^.;]*\b(?:error|issue|status|reason|event type|problem)(?:[ -](?:code|name|type|id|identifier))?s?\b/i;

/** What denies it, or spells out an abbreviation: `need not be unique`, `non-unique`, `UPRN stands for Unique Property Reference Number`. */
const DENIED =
  /\b(?:not|never|n['’]t|non)[- ](?:necessarily |always |guaranteed to be |required to be |have to be |need to be |be |an? )*unique\b|\bneed(?:s|n['’]t)? not be unique\b|\bstands for\b/i;

/** Says of two things that they differ, and nothing of what a refused one leaves. */
const PAIR = /\btwo\b[^.;]*\b(?:same|equal|identical)\b/i;

const ANY = "[\\p{L}\\p{N}`'_ -]{1,40}?";
const ONCE = '(?:only |just |exactly |at most )?once';
/** `An agency has each number once`, `A code is used once`, `The same plate is not given twice`. */
const EACH_ONCE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:has|have|knows?|keeps?|holds?|uses?|takes?|names?|gives?) (?:each|every|the same) (?<what>${ANY}) ${ONCE}(?=\\s*(?:$|[.,;:(]))`,
    'iu',
  ),
  new RegExp(
    `^(?:the same|an?|each|every) (?<what>${ANY}) (?:is|are|may be|can be|must be) (?:used|given|taken|registered|known|there|assigned|accepted|stored) ${ONCE}(?=\\s*(?:$|[.,;:(]|(?:in|within|for) (?:an?|one|the|each)\\s))`,
    'iu',
  ),
  new RegExp(
    `^(?:the same|an?|no) (?<what>${ANY}) (?:(?:is|are) not|(?:may|can|must) not be|cannot be|may be|is) (?:used|given|taken|registered|assigned|accepted|stored) twice(?=\\s*(?:$|[.,;:(]|(?:in|within|for) (?:an?|one|the|each)\\s))`,
    'iu',
  ),
  // `An email address belongs to one customer; a second one is a 409`.
  new RegExp(
    `^(?:an?|each|every|the same) (?<what>${ANY}) (?:belongs|is (?:given|assigned)) to (?:only |just |exactly |at most )?one (?!of\\b|or\\b)\\p{L}+(?=\\s*(?:$|[.,;:(]|(?:of|in|within) (?:an?|one|the|each|your)\\s))`,
    'iu',
  ),
];

/** `A name can be on the menu once`, `Each code may stand in the catalogue only once`. */
const PLACED_ONCE = new RegExp(
  `^(?:the same|an?|each|every) (?<what>${ANY}) (?:can|may|must) (?:only )?(?:be|stand|appear|occur|exist)(?: (?:in use|there|(?:in|on) (?:an?|the|one|your|its) \\p{L}+))? ${ONCE}(?=\\s*(?:$|[.,;:(]|(?:in|within|for) (?:an?|one|the|each)\\s))`,
  'iu',
);

/** What a sentence says is there once among all things. */
export function onceAmongAll(text: string): string | undefined {
  return [...EACH_ONCE, PLACED_ONCE].map((form) => form.exec(text)?.groups?.what).find((what) => what !== undefined);
}

/** `The name is taken`, and not `The minutes are taken from the free ones`. */
const IS_TAKEN = '\\btaken\\b(?!\\s+(?:from|off|out|away|into|over|back|up|as|for|to|along|part|place)\\b)';

/** What a sentence about an operation says where it refuses a value that another thing has. */
const TAKEN: readonly RegExp[] = [
  new RegExp(`${IS_TAKEN}|\\b(?:in use|duplicates?d?|not unique)\\b`, 'i'),
  PAIR,
  /\b(?:is|are|on|in|of)\b[^.;]*\balready,/i,
  /\balready\s+(?:exist(?:s|ed)?|been taken|used|registered|present|known|has|have|there|assigned)\b|\bexists?\s+already\b/i,
  /\b(?:another|other|different|second|existing)\s+\p{L}+\b[^.;]*\b(?:has|have|uses?|bears?|with)\b/iu,
  /\bwith\s+(?:the|this|that)\b[^.;]*\bexists?\b/i,
  /\b(?:must|has to|have to|should)\s+(?:be|stay|remain)\s+(?:globally\s+)?unique\b|\b(?:is|are)\s+(?:globally\s+)?unique\b/i,
];
/** What says so in other words, of a member or of an operation. */
const OTHERS: readonly RegExp[] = [
  /\b(?:registered|taken|used|known|assigned)\s+already\b/i,
  /^re-?using (?:an?|the|another) [\w -]+ (?:is|gives|leads to)\b/i,
  /\bno other\s+\p{L}+\s+(?:may|can|must)\s+(?:have|use|bear)\b/iu,
  /\bmust (?:be different|differ) from\b[^.;]*\b(?:other|another|existing)\b/i,
  /\b(?:must|may|can) not\b[^.;]*\b(?:be|been) used (?:before|already|by (?:another|any other|more than one))\b/i,
  /\b(?:must|may|can) not (?:match|equal|be the same as)\b[^.;]*\b(?:another|other|existing)\b/i,
  /\b(?:must|can|may) not share\b|\bmust have an? (?:distinct|unique|different)\b/i,
  /\b(?:must|may|can) not be\b[^.;]*\bwith the same\b|\b(?:only|at most|no more than) one\b[^.;]*\bwith the same\b/i,
  // A new thing is in none of the states that are denied.
  /\b(?:two|different) \p{L}+(?: (?:that|which) are not \p{L}+)? (?:cannot|can['’]t|(?:must|can|may) not|never) (?:have|use|share) the same\b/iu,
];
/** What says so only of a conflict: elsewhere a thing that belongs to another one may be a reference, and something new a thing that is made. */
const IN_CONFLICT: readonly RegExp[] = [
  /\b(?:must|may|can)(?: not|not) be (?:that|the (?:one|same as that)) of (?:another|any other)\b/iu,
  /\b(?:must|may|can)(?: not|not)\b[^.;]*\bbelong to (?:another|any other) (?!account|user|tenant|organi[sz]ation|team|customer|owner|caller|client)\p{L}+/iu,
  /^(?!.*\b(?:password|secret|token|pin)\b).*\b(?:must|has to|have to|should) be (?:new|unused|not (?:yet )?(?:in use|used|taken))\b/iu,
];
/** Things of another kind do not have the member at all: `A cargo bike needs a load, and another may not have it`. */
const WITHOUT = /\b(?:another|(?:any |all )?others?)(?: \p{L}+)? (?:may|must|can) ?not have (?:(?:it|one|them|any)\b|`[^`]+`)/iu;
const ELSE =
  /\b(?:unless|except|unknown|not exist|within (?:\d+|an?|one|two|three|the (?:same|last|next))(?! (?:account|supplier|tenant|organi[sz]ation|company|workspace))|day|month|year|overlap\w*|deleted|archived|closed|reserved|per)\b/i;

/** What denies that another thing is over: `Another shop that is not deleted has the name`. */
const ENDED =
  /\b(?:(?:that|which|who) (?:is|are|was|were) (?:not|neither) (?:yet )?|non-?)(?:deleted|archived|cancell?ed|closed|removed)\b/gi;

/** Whether a text is about a value by which a service tells a repeated request: it is unique for each request, and not for each thing. */
function isOfRepeats(text: string): boolean {
  return /\bidempoten|\bretr(?:y|ies|ied|ying)\b|\b(?:same|this|every|each) request\b|\bde-?duplicat/i.test(text);
}

/** Whether a sentence speaks of two things that are alike. */
export function isOfPair(text: string): boolean {
  return PAIR.test(text);
}

/** Whether the description of a member says that its values are unique. */
export function isSaidUnique(description: string): boolean {
  const isOpen =
    COUNTED.test(description) ||
    DENIED.test(description) ||
    NARROW.test(description) ||
    isOfRepeats(description) ||
    isNoRule(description) ||
    /\bnot necessarily\b/i.test(description);
  return (
    !isOpen &&
    (UNIQUE.test(description) ||
      DIFFER.test(plainOf(description)) ||
      OTHERS.some((form) => form.test(description) || form.test(claimIn(description))))
  );
}

/** Whether a text calls a value unique in any words, as that of an identifier. */
export function isCalledUnique(text: string): boolean {
  return (
    (/\bunique\b|\balready (?:taken|used|in use|exists?)\b|\b(?:no|never) two\b|\bduplicates?\b|\bone of its kind\b/i.test(text) ||
      new RegExp(IS_TAKEN, 'i').test(text)) &&
    !isOfRepeats(text)
  );
}

/** `Unique identifier of the parent folder`, with what it says of: up to the end of the phrase. */
const IDENTIFIES = /\bunique (?:id|identifier|name|key|code|number) (?:of|for) (?:an?|the|this|another) ((?:[\p{L}\p{N}_-]+ ?){1,4})/iu;

/** Whether a text speaks of the identifier of another thing that the member names: many things may have the same `parent`. */
export function isOfAnother(text: string, member: string, thing: string): boolean {
  const said = wordsOf(IDENTIFIES.exec(text)?.[1] ?? '');
  const named = wordsOf(member).filter((word) => !/^(?:id|uuid|name|key|code|number)$/.test(word));
  return named.length > 0 && named.join('') !== wordsOf(thing).join('') && named.every((word) => said.includes(word));
}

/** Whether a text calls values the same that differ in case alone. */
export function isAnyCase(text: string): boolean {
  return anyCaseIn(text) !== undefined && !/\b(?:search|filter|sort)\w*\b/i.test(text);
}

/**
 * Whether a sentence about an operation refuses a value that another thing has. `status`: that of the response which it describes; `mayConflict`:
 * whether the operation has a 409, and the sentence names no status.
 */
export function isSaidTaken(text: string, status?: string, mayConflict = false): boolean {
  // A new thing is in none of these states.
  const plain = text.replace(ENDED, '');
  if (ELSE.test(plain) || WITHOUT.test(text) || isNoRule(text) || isOfRepeats(text)) return false;
  const claim = claimIn(text, status);
  const isConflict = mayConflict || status === '409' || /\b409\b/.test(text);
  return [...TAKEN, ...OTHERS, ...EACH_ONCE, PLACED_ONCE, ...(isConflict ? IN_CONFLICT : [])].some(
    (form) => form.test(text) || form.test(claim),
  );
}
