// Reads what the description of a document says of all times in answers: `Send any offset; we answer in UTC`, `Timestamps come back in UTC`.
import type { Service } from '../../model/service.ts';
import { isNoRule } from '../prose/grammar/plain.ts';
import { sentencesIn } from '../prose/index.ts';

const TIMES = /\b(?:times?|timestamps?|instants?|moments?|date-?times?|dates and times|points in time)\b/i;

/** What answers have. */
const SHOWN =
  /\b(?:show|shown|shows|return|returned|returns|comes? back|gives?|given|answer|answers|answered|reports?|reported|displayed|brought|converted|normali[sz]ed|write|written)\b[^,;:]{0,40}\b(?:in|to|as) UTC\b/i;

/** That they are in UTC says so where it is about answers: a service may keep the offset of a time that it was sent. */
const ARE = /\b(?:answers?|responses?)\b[^,;:]*\b(?:are|is) (?:always |all |both )?in UTC\b/i;

/** Words about days, about what requests have, and about other zones. */
const OTHER =
  /\bdays?\b|\b(?:taken|interpreted|assumed|understood|treated|expected|must|should|may|might|can|send|sent|requests?|parameters?|default\w*|local|zone|unless|except|if|otherwise|not|before|after|years?)\b/i;

/** The words in bold at the beginning of a paragraph: `**Times and days.**` */
const HEADING = /^\*\*[^*]+\*\*\s*/;

/** The sentence by which all times of answers are in UTC; `undefined` where there is none. */
export function shownInUtc({ description = '' }: Pick<Service, 'description'>): string | undefined {
  const sentences = sentencesIn(description);
  return sentences.find((text, index) => {
    // `We show them in UTC` speaks of what the sentence before it does.
    const about = /\b(?:them|they|we)\b/i.test(text) ? `${sentences[index - 1] ?? ''} ${text}` : text;
    const clauses = text.replace(HEADING, '').split(/[;:,]\s+|\s+(?:and|but)\s+/);
    return TIMES.test(about) && !isNoRule(text) && clauses.some((one) => (SHOWN.test(one) || ARE.test(one)) && !OTHER.test(one));
  });
}
