// Reads that a list may not name one thing twice: `A product that is named twice is a 422`, `Duplicate lines are not allowed`.
import { claimIn } from './grammar/claims.ts';
import { isNoRule } from './grammar/plain.ts';
import { names } from './words.ts';

const REFUSED = '(?:4\\d\\d|refused|rejected|invalid|forbidden|not (?:allowed|permitted|possible)|an error)';
const TIMES = '(?:twice|more than once|repeatedly|multiple times)';
const NOT = "(?:cannot|can['’]t|(?:may|must|can|should|do|does|are|is) not|never|no)";

const FORMS: readonly RegExp[] = [
  new RegExp(`\\b(?:named|listed|given|sent|there|repeated|contained|used|present|included) ${TIMES}\\b.*\\b${REFUSED}\\b`, 'i'),
  new RegExp(`\\b${NOT}\\b[^.;]*\\b(?:contain|have|has|name|list|include|appear|occur|repeat|be)\\w*\\b[^.;]*\\b${TIMES}\\b`, 'i'),
  new RegExp(`\\b(?:duplicate|repeated)s?\\b[^.;]*\\b${REFUSED}\\b`, 'i'),
  new RegExp(`\\b${NOT} (?:contain |have |include )?(?:any )?duplicates?\\b`, 'i'),
  /\b(?:each|every|an?|the same)\b[^.;]*\b(?:may|can|must)\b[^.;]*\b(?:only|at most|no more than) once\b/i,
  /^(?:each|every|an?|the same) (?:\w+ )?\w+ (?:appears?|occurs?|is (?:named|listed|included)) (?:only |just |exactly |at most )?once(?=$|[.,;])/i,
];

/** What says so only of the list itself: the values of a thing may be unique, too. */
const OF_LIST: readonly RegExp[] = [
  /\b(?:must|may only|can only) (?:all )?(?:be|have)\b[^.;]*\b(?:unique|distinct)\b/i,
  new RegExp(`\\b${NOT}\\b[^.;]*\\bmore than one\\b`, 'i'),
  /\b(?:may|must) not (?:be|have|contain)\b[^.;]*\b(?:the )?same\b/i,
  /\bonly one \w+ per\b/i,
  /^no duplicate\b/i,
  new RegExp(`\\bduplicates (?:are|is) ${REFUSED}\\b`, 'i'),
];

/** Words by which another thing is done twice, or it may be so at times. */
const OTHERWISE =
  /\b(?:unless|except|if|when|where|while|usually|again|request|requests|key|retr\w+|per|day|hour|month|account|ignored|merged|removed|dropped)\b/i;

/**
 * The grounds of a refusal that names several, each with a subject of its own: `No guest is of age, two rooms have one number, or no floor is open`.
 * What one of them says of a list is not said of the lists that the others name.
 */
function groundsIn(text: string, status: string): readonly string[] {
  if (!/^4\d\d$/.test(status) || !/, or /i.test(text) || /\b(?:must|may|can|if|when|unless)\b/i.test(text)) return [];
  const grounds = text.replace(/\.$/, '').split(/, (?:or )?/i);
  return grounds.every((ground) => /^(?:no|an?|the|two|one|any|some|its|their) (?:\S+ )+\S/i.test(ground)) ? grounds : [];
}

/**
 * The lists that may not have an item twice. `items`: the names of the members of each list's items. `subject`: the member that the text describes.
 */
export function twiceIn(
  text: string,
  lists: readonly string[],
  items: ReadonlyMap<string, readonly string[]>,
  status = '',
  subject?: string,
): readonly string[] {
  const grounds = groundsIn(text, status);
  if (grounds.length > 0) return [...new Set(grounds.flatMap((ground) => twiceIn(ground, lists, items, status, subject)))];
  const said = /^4\d\d$/.test(status) && !new RegExp(status).test(text) ? `${text} (${status})` : text;
  const claim = claimIn(text, status);
  if (isNoRule(text) || OTHERWISE.test(claim.replace(/\bonly one \w+ per\b/i, ''))) return [];
  const isOfList = OF_LIST.some((form) => form.test(claim) || form.test(said));
  if (!isOfList && !FORMS.some((form) => form.test(said) || form.test(claim))) return [];
  const isNamed = (name: string): boolean => names(text, name) || names(text, name.replace(/(?:_id|Ids?|_ids|Id)$/, ''));
  if (subject !== undefined && lists.includes(subject)) return [subject];
  const named = lists.filter((list) => [list, ...(items.get(list) ?? [])].some((name) => name.length > 2 && isNamed(name)));
  return isOfList ? named.filter((list) => names(text, list) || /^no duplicate\b/i.test(claim)) : named;
}
