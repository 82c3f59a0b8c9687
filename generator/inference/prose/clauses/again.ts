// Reads what texts say of an operation that is done again: that the same request counts once, that another one with the same reference is refused,
// and that it is refused once it was done, or beyond what is left.
import type { Operation, Service } from '../../../model/service.ts';
import { isNoRule } from '../grammar/plain.ts';
import { type Said, saidOf } from '../refusing.ts';
import { sentencesIn } from '../sentences.ts';
import { names, phraseOf, singular, stemOf, wordsOf } from '../words.ts';
import { isDoneOnce, isOnceAlone, NOT_NARROWED } from './once.ts';

/** The same request counts once. */
interface Repeat {
  readonly quote: string;
  /** The member of the body by which the request is known again; absent where all of it has to be the same. */
  readonly by?: string;
}

const AGAIN =
  /\b(?:again|twice|(?:a )?second time|repeat\w*|retr(?:y|ies|ied|ying)|re-?sen[dt]\w*|re-?submi\w*|once more|(?:known|recorded|booked|seen|used|there|taken|received) already|already (?:known|recorded|booked|seen|there|used|received)|the same|earlier request|duplicates?|de-?duplicat\w*)\b/i;
const NOTHING =
  /\b(?:not (?:\p{L}+ ){0,4}(?:again|twice|(?:a )?second time|once more)|changes? nothing|does nothing|no (?:second|new|other|further|more)|(?:only|just|exactly|at most) once|no (?:further )?effect|(?:answer\w*|return\w*|gives?|gets?)\b.*\b(?:first|same|earlier|existing|original|200)|idempotent\w*|ignored|de-?duplicat\w*|safe\w* to (?:repeat|retry)|(?:repeat|retr)\w* safely|without (?:doing|recording|booking|adding))\b/iu;
const EARLIER = /\b(?:earlier|already|before|known|existing|repeat\w*|again|duplicate)\b/i;

/** What is said of a value that nothing else gets: `numbers of deleted tasks are not given again`. */
const NOT_REUSED =
  /(?:^|[.;,:]\s*|\band\s+)(?:(?:the|an?|its|their|all|old|deleted|such|each|this|that)\s+)*(?:numbers?|ids?|identifiers?|codes?|names?|slugs?|letters?|secrets?|passwords?)\b[^.;,]*\b(?:not|never)\b[^.;,]*\b(?:given|used|assigned|issued|re-?used|taken|shown|handed|allocated|free)\b[^.;,]*/gi;

/** What says that a request which is sent again is not done a second time. `members`: the names of the body. */
export function repeatIn({ summary = '', description = '', responses }: Operation, members: readonly string[]): Repeat | undefined {
  const texts = sentencesIn([summary, description].join('\n\n')).map((text) => text.replace(NOT_REUSED, ''));
  for (const [index, text] of texts.entries()) {
    const both = `${text} ${texts[index + 1] ?? ''}`;
    const quote = AGAIN.test(text) && NOTHING.test(text) ? text : AGAIN.test(text) && NOTHING.test(both) ? both : undefined;
    if (quote !== undefined && !isNoRule(text) && !/\b(?:unless|except|cannot|must not|may not)\b/i.test(quote))
      return repeatBy(quote, members);
  }
  const isMade = responses.some(({ status }) => status === '201');
  const known = responses.find((one) => one.status === '200' && isMade && EARLIER.test(one.description));
  return known && repeatBy(known.description, members);
}

function repeatBy(quote: string, members: readonly string[]): Repeat {
  const by = members.find((name) => names(quote, name));
  return by === undefined ? { quote } : { quote, by };
}

const OTHER = /\b(?:other|another|different\w*|differs?|changed|not the same|does not match|mismatch\w*)\b/i;

/** What refuses another request with a reference that is known. */
export function otherContentIn(service: Pick<Service, 'operations'>, operation: Operation, by: string): Said | undefined {
  return saidOf(service, operation).find(
    (one) => one.refusal !== undefined && OTHER.test(one.text) && names(one.text, by) && !isNoRule(one.text),
  );
}

const BEYOND = /\b(?:more|higher|greater|larger|above|beyond|exceed\w*|over|too (?:much|high)|at most|up to|insufficient|not enough)\b/i;
const LEFT = /\b(?:left|open|remain\w*|balance|outstanding|due|owed?|available|total|rest|still|unpaid|uncredited|stock)\b/i;

/** What refuses more than is left. `member`: the number that tells what is left. */
export function beyondIn(service: Pick<Service, 'operations'>, operation: Operation, member: string): Said | undefined {
  const words = wordsOf(member).filter((word) => word.length > 3 && word !== 'amount' && word !== 'cents');
  return saidOf(service, operation).find(
    ({ text, refusal }) =>
      refusal !== undefined &&
      BEYOND.test(text) &&
      (LEFT.test(text) || [member, ...words].some((word) => names(text, word))) &&
      !/\d\s*(?:%|percent|bytes|[kmg]b)\b/i.test(text) &&
      !isNoRule(text),
  );
}

/** What refuses more than a number of the thing, by its name: `More than what is payable is refused`. */
export function moreThanIn(service: Pick<Service, 'operations'>, operation: Operation, member: string): Said | undefined {
  const form = new RegExp(
    `\\b(?:more|higher|greater|larger|above|beyond|exceed\\w*) (?:than )?(?:(?:what|is|are|the|its|all|that|can be) )*[\`'"]?${phraseOf(member)}(?![\\p{L}\\p{N}_-])`,
    'iu',
  );
  return saidOf(service, operation).find(
    ({ text, refusal }) =>
      refusal !== undefined && form.test(text) && !/\b(?:unless|except|if|when|without)\b/i.test(text) && !isNoRule(text),
  );
}

/** What is said of all that was done, and not of one request alone. */
const IN_ALL =
  /\b(?:together|altogether|in (?:total|all|sum)|(?:the )?sum of|add(?:s|ed)? up|combined|left|remain\w*|the rest|outstanding|already|so far|before|not yet)\b/i;

/**
 * What speaks of more than there may be in all: `All refunds together cannot be more than the total`, `more than is left to send is a 422`. Only a
 * part of it says itself how that is refused.
 */
export function mostInAll(service: Pick<Service, 'operations'>, operation: Operation): readonly Said[] {
  return saidOf(service, operation).filter(({ text }) => BEYOND.test(text) && IN_ALL.test(text) && !isNoRule(text));
}

/** What lets the same be asked for again: `Asking for it twice does no harm.` */
const HARMLESS =
  /\b(?:again|twice|repeatedly|a second time|more than once)\b[^.;]*\b(?:no harm|harmless|is (?:fine|allowed|possible|ok|okay)|changes? nothing|do(?:es)? nothing|no (?:further )?effect)\b/i;

/**
 * What refuses an operation the second time on one thing: `The report was assessed already` of `assessReport`, and `The bill has a plan already` of
 * `createPlan`. `thing`: how the texts call the thing; `part`: what the operation adds to it. `isInParts`: the first success need not do all of it,
 * as a payment that is one of several.
 */
export function doneOnceIn(
  service: Pick<Service, 'operations'>,
  operation: Operation,
  { thing, part, isInParts = false }: { readonly thing: string; readonly part: string; readonly isInParts?: boolean },
): Said | undefined {
  const [verb = ''] = wordsOf(operation.id);
  const one = wordsOf(singular(thing)).join(' ');
  const parts = wordsOf(singular(part));
  const [own, added] = [words(one), `(?:${words(parts.join(' '))}|${words(parts.at(-1) ?? '')})`];
  const done = new RegExp(`\\b(?:${own}|it|this)\\b (?:is|was|has been|were|had been) (?:already )?(\\p{L}+)(?: already| before)?`, 'iu');
  const has = new RegExp(
    `\\b(?:has|have|had|with|there is)\\b (?:already )?(?:an?|one|its|another)(?: \\p{L}+)? ${added}\\b${NOT_NARROWED}`,
    'iu',
  );
  const without = new RegExp(`\\bonly\\b[^.;]*\\bwithout (?:an?|its) ${added}\\b`, 'iu');
  if (sentencesIn(operation.description ?? '').some((text) => HARMLESS.test(text))) return undefined;
  return saidOf(service, operation).find((said) => {
    const { text, refusal } = said;
    if (!isInParts && isOnceAlone(said, part)) return true;
    if (isDoneOnce(said, { verbs: [verb, ...parts.slice(-1)], nouns: [thing] })) return true;
    if (part !== '' && !parts.includes(one) && without.test(text)) return true;
    if (
      refusal === undefined ||
      isNoRule(text) ||
      /\b(?:unless|except|if|while|pending|other|same|with the)\b|\b(?:is|are|was) (?:still )?open\b/i.test(text)
    )
      return false;
    const participle = isInParts || !/\balready\b/i.test(text) ? undefined : done.exec(text)?.[1];
    if (participle !== undefined && stemOf(participle) === stemOf(verb)) return true;
    return part !== '' && !parts.includes(one) && /\b(?:already|without|only one|a second)\b/i.test(text) && has.test(text);
  });
}

function words(text: string): string {
  return text
    .split(' ')
    .map((one) => `${one}s?`)
    .join('[ -]?');
}
