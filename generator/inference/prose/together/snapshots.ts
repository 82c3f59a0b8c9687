// Reads that a thing keeps what another one had when it was made: `Orders keep the price that a product had`, `A new rate counts for later
// bookings`.
import { isNoRule, plainOf } from '../grammar/plain.ts';

/** How something is made: what it keeps, it keeps from then on, and not from a later event. */
const MADE =
  '(?:(?:was|were|is|are|been|gets?|got|being)\\s+(?:first\\s+)?(?:made|placed|created|ordered|booked|issued|signed|concluded|bought|sold|taken(?: out)?|agreed|reserved|added|opened|started|rented|hired|lent|measured|recorded|enrolled|purchased|granted|registered|written|drawn up))';
const MAKING =
  '(?:creation|purchase|sale|checkout|signing|conclusion|enrolment|ordering|booking|buying|issue|placing|order|reservation|contract|hire|rental)';

const FORMS: readonly RegExp[] = [
  // `Orders keep the price that a test had when it was ordered`.
  /\b(?:keeps?|retains?|kept)\b[^.;]*\b(?:had|was|were)\b(?!\s+not\b)/i,
  // `The order keeps the prices of this moment`, `It freezes the fare at that time`.
  /\b(?:keeps?|retains?|holds?|fix(?:es)?|freezes?|locks?|stores?|records?|takes? over)\b[^.;]*\b(?:of|at|from) (?:this|that|the) (?:very )?(?:moment|time|instant|day|date)\b(?! of\b)/i,
  // `Its prices are those of the list at this moment, and it keeps them`, `Orders that exist keep the prices they have`.
  /\b(?:at|of) (?:this|that) (?:very )?moment\b[^.;]*\bkeeps? (?:them|it)\b/i,
  /\bthat (?:already |still )?(?:exist|are there|are open|were there|have been (?:made|placed|issued|booked))\b[^.;]*\b(?:keeps?|stays?|remains?)\b/i,
  // `The discount as it was when the order was placed`.
  new RegExp(`\\bas (?:it|they|this|that) (?:was|were|stood)\\b[^.;]*\\b(?:when|at)\\b[^.;]*(?:${MADE}|${MAKING})`, 'i'),
  new RegExp(`\\b(?:at the (?:time|moment)|on the day|as) (?:of|when|that)\\b[^.;]*?(?:${MADE}|\\b${MAKING}\\b)`, 'i'),
  new RegExp(`\\b(?:copied|frozen|fixed|locked|snapshot|taken over)\\b[^.;]*\\b(?:when|at|on|of)\\b[^.;]*(?:${MADE}|${MAKING})`, 'i'),
  // `Changing the rate does not affect bookings that are there`.
  /\b(?:may|do|will|can|must) not (?:change|affect|touch|alter|apply to|reprice|influence)\b[^.;]*\b(?:existing|earlier|previous|past|already|before|open|running|there|issued|made|placed)\b/i,
  /\bdoes not (?:change|affect|touch|alter|apply to|reprice|influence)\b[^.;]*\b(?:existing|earlier|previous|past|already|before|open|running|there|issued|made|placed)\b/i,
  /\b(?:has|have) no (?:effect|influence|bearing|impact) on\b[^.;]*\b(?:existing|earlier|previous|past|already|before|open|running|there|issued|made|placed)\b/i,
  // `A changed discount counts for orders that are placed later`.
  /\b(?:counts?|appl(?:y|ies)|holds?|takes? effect|is used|are used|is valid|are valid)\b[^.;]*\b(?:for|to|from)\b[^.;]*\b(?:later|new|newly|future|next|afterwards|from then on)\b/i,
  // `Existing contracts keep their premium`.
  /\b(?:existing|earlier|previous|running|issued|placed|made|old)\b[^.;]*\b(?:keeps?|stays?|remains?|(?:is|are) not (?:changed|affected|touched|repriced))\b/i,
];

/** Words of a condition, or of what holds for all things. */
const OPEN =
  /\b(?:unless|except|if|until|only while|may|might|optionally|recalculat\w+|too|also|and existing|existing and|all existing|immediately|at once)\b/i;

/** Whether a sentence says that what was made keeps what others had, whatever becomes of them. */
export function isSnapshot(sentence: string): boolean {
  const text = plainOf(sentence);
  return !isNoRule(sentence) && !OPEN.test(text) && FORMS.some((form) => form.test(text));
}
