// Brings a sentence into plain words: without marks and contractions, and with one word for what texts call in many ways.
import { remembered } from './remembered.ts';

/** Sentences that state no rule: advice, history, plans, examples, rules of other modes, of other ends and of what callers do. */
const NO_RULE: readonly RegExp[] = [
  /\b(?:recommend\w*|advis(?:e|ed|able)|suggest\w*|prefer(?:ably|red)|ideally|it is best|for best results?|make sure|be sure|please|ensure)\b/i,
  /^(?!should\b)[^;]*\bshould\b/i,
  /\b(?:usually|typically|generally|normally|often|sometimes|at times|in most cases|probably|might|if possible)\b/i,
  /^(?:for example|for instance|e\.g\.|examples?\b)/i,
  /\b(?:previously|formerly|in the past versions?|used to|before version|until version|since version|as of version|deprecated|no longer supported)\b/i,
  /\b(?:plan(?:s|ned)? to|will soon|from next|in (?:a|the next) (?:version|release)|starting (?:from|in) (?:version|\d{4}))\b/i,
  /\b(?:in|for|only in) (?:the )?(?:test|live|sandbox|production|demo|preview|beta) (?:mode|environment|accounts?)\b|\bin (?:sandbox|production)\b/i,
  /\b(?:in|on|through|from|via) (?:the|your|our) (?:app|dashboard|portal|console|admin|back office|website|ui|web interface|settings)\b/i,
  /\b(?:your|the) (?:client|application|app|code|integration)s? (?:must|may|can|should|has|needs?)\b|^clients? /i,
];

/** Whether a sentence states no rule that a service keeps for each request. */
export function isNoRule(text: string): boolean {
  return NO_RULE.some((one) => one.test(text));
}

/** A sentence without the status that it has in brackets: `(409 otherwise)`. */
export function withoutStatus(text: string): string {
  return text.replace(/\s*\((?:otherwise |else |or else |both |all )?(?:an? )?`?4\d\d\b[^)]*\)/gi, '');
}

/** A sentence without what it says at its end of the answer that follows: `: 409`, `, or else the answer is 409`. */
export function withoutAnswer(text: string): string {
  const answer =
    /\s*[,:;]\s*(?:(?:or\s+)?(?:else|otherwise)\s*,?\s*)?(?:(?:that|this|it|the answer|the request)\s+(?:is|gives|gets|leads to)\s+)?(?:(?:refused|rejected|answered)\s+)?(?:an?\s+|with\s+|the\s+|status\s+)*`?4\d\d`?(?:\s+otherwise)?(?=\s*\.?\s*$)/i;
  return withoutStatus(text).replace(answer, '');
}

const GIVEN =
  '(?:given|provided|specified|set|supplied|present|passed|included|sent|stated|submitted|filled(?: in| out)?|entered|defined|there)';

/** One word for many: each is replaced in this order. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(can|could|would|should|must|do|does|did|is|are|was|were|has|have|need|may|wo)n['’]t\b/gi, '$1 not'],
  [/\bcan['’]t\b|\bcannot\b|\bcould not\b|\bunable to\b/gi, 'can not'],
  [/\b(it|that|there|he|she)['’]s\b/gi, '$1 is'],
  [/\b(?:has|have|needs?) to\b|\bshall\b|\bought to\b|\b(?:is|are) required to (?=be\b)|\bwill have to\b/gi, 'must'],
  [/\bmust (?:also|always|still|then) /gi, 'must '],
  [/\b(?:can|may|must|need) no longer\b/gi, 'can not'],
  [/\b(?:has|had|have) (already |not yet |not |just )?been\b/gi, 'is $1'],
  [/\b(?:any ?more|any longer)\b/gi, ''],
  [/\b(?:as long as|provided(?: that)? (?=the|it|they)|on condition that|so long as)\b/gi, 'while'],
  [/\b(?:whenever|in case(?: that)?|in the event that|in cases where)\b/gi, 'if'],
];

/** One word each for what is there and what is not, in sentences about the members of a request. */
const PRESENCE: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\b(?:is|are|was|were) not (?:yet )?${GIVEN}\\b`, 'gi'), 'is missing'],
  [/\bmust be (?:omitted|absent|left out|null|empty|missing)\b/gi, 'must not be given'],
  [/\bneeds to be (?:omitted|left out)\b/gi, 'must not be given'],
  [/\b(?:is|are) (?:omitted|absent|left out|empty|null)\b/gi, 'is missing'],
  [new RegExp(`\\b(must|can|may)( not)? be ${GIVEN}\\b`, 'gi'), '$1$2 be given'],
];

/** The words of a sentence without marks: markdown, brackets around it all, contractions, and with one word for each sense. */
export const plainOf = remembered((text: string): string => {
  const bare = text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\*\*\(?([^*]+?)\)?\*\*:?/g, '$1')
    .replace(/(?<![\w'])(['"])([\w-]+)\1(?![\w'])/g, '`$2`')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^[-*•]\s+/, '')
    // `Of the absence itself (422): it does not end before it begins`.
    .replace(/^of (?:the|an?) [\w -]{2,30}?(?: itself)?(?:\s*\(4\d\d\))?:\s*/i, '')
    .replace(/[.;,]+$/, '')
    .replace(/^(?:this|the) (?:field|param(?:eter)?|property|attribute)\b/i, 'It')
    .replace(/^(?:note(?: that)?|important|conditional|conflict|bad request|unprocessable entity|error|invalid)\s*[:,-]\s*/i, '');
  return replaced(bare, SYNONYMS);
});

/** The plain words of a sentence about the members of a request, with `given` and `missing` for what is there and what is not. */
export function membersPlainOf(text: string): string {
  return replaced(plainOf(text), PRESENCE);
}

function replaced(text: string, words: readonly (readonly [RegExp, string])[]): string {
  return words
    .reduce((plain, [from, to]) => plain.replace(from, to), text)
    .replace(/\s+/g, ' ')
    .trim();
}

/** States that are called as refusals are: `It becomes rejected at once`. */
const STATES =
  /\b(?:becomes?|became|turns?(?: into)?|(?:goes|go|moves?|set|sets|back) to|stays?|remains?)\s+`?(?:rejected|refused|failed|invalid|forbidden)\b`?|`(?:rejected|refused|failed|invalid|forbidden)`/gi;

/** A sentence without the states in it that are called as refusals are. */
export function withoutStates(text: string): string {
  return text.replace(STATES, '');
}
