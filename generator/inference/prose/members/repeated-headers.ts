// Reads that an answer has the value of a header as the request had it: `A name for the request, which its answer repeats`, `Echoed in the response`.
import { isNoRule, plainOf } from '../grammar/plain.ts';
import { escaped } from '../words.ts';

const ANSWER = '(?:answers?|responses?|repl(?:y|ies))';
const OWN: readonly RegExp[] = [
  new RegExp(`\\b${ANSWER}\\b[^.;]*\\b(?:repeats?|echo(?:es)?)\\b`, 'i'),
  new RegExp(`\\becho(?:ed|es)?\\b[^.;]*\\b(?:${ANSWER}|back)\\b`, 'i'),
  // A repeated key is one that is sent again.
  new RegExp(`(?:^|\\b(?:is|are|be) )repeated (?:back )?(?:in|by|with|on) (?:\\w+ ){0,3}${ANSWER}\\b`, 'i'),
  new RegExp(
    `\\b(?:returned|sent|included|given|carried|passed|comes?) (?:back |again |unchanged |as is )*(?:in|with|on)\\b[^.;]*\\b${ANSWER}\\b`,
    'i',
  ),
  new RegExp(`\\b${ANSWER}\\b[^.;]*\\b(?:has|have|carry|carries|includes?|contains?) (?:it|the same)\\b`, 'i'),
  /\b(?:sent|given|passed|returned) back\b(?! to\b)/i,
];
const OF_ANSWER: readonly RegExp[] = [
  /\b(?:that|the one|the same (?:\w+ )?(?:id|identifier|name|value|header|key)|as|same as) (?:of|from|in|as in) the request\b/i,
  /\b(?:value|id|identifier|key|name|header) (?:from|sent (?:in|with)) the request\b/i,
  /\b(?:the (?:same )?(?:id|identifier|name|value|header|key)|the one|what|as)\s+(?:that\s+)?(?:was sent|(?:you|the (?:client|caller|request)) (?:has |have |is )?(?:sent|gave|given|had|has))\b/i,
  /\becho(?:es|ed)?\b|^repeats\b|(?:^|\b(?:is|are) )repeated (?:from|of|as)\b/i,
];

/** That the client may leave it out is no condition for the answer to what it has sent. */
const IF_ABSENT =
  /[,;]?\s*\b(?:or|and|else|otherwise)?\s*(?:an?\s+(?:new|random|generated)\b[^,.;]*|(?:if|when|where|unless)\s+(?:it|one|none|any|there|given|sent|present|provided|missing|absent|omitted|you|the (?:header|request|client|caller))\b[^,.;]*)/gi;
const OTHERWISE =
  /\b(?:if|when|where|unless|except|may|might|can|could|should|not|never|only|hash\w*|truncated|errors?|logs?|prefix\w*)\b/i;

/** `of`: whose text it is: that of the header of the request, that of the answer, or of the whole document, which has to name the header. */
export function isSaidRepeated(said: string, name: string, of: 'request' | 'answer' | 'whole'): boolean {
  const text = plainOf(said).replace(IF_ABSENT, '');
  // What the client has sent is no rule for clients here.
  if (isNoRule(said.replace(/\bthe (?:client|caller) has\b/gi, '')) || OTHERWISE.test(text)) return false;
  const named = `(?<![\\w-])${escaped(name)}(?![\\w-])`;
  const isOwn = OWN.some((form) => form.test(text));
  const isOfAnswer = [...OF_ANSWER, new RegExp(`${named}[\`'"]? (?:of|from) the request\\b`, 'i')].some((form) => form.test(text));
  if (of === 'request') return isOwn;
  if (of === 'answer') return isOfAnswer;
  return new RegExp(named, 'i').test(text) && (isOwn || (isOfAnswer && new RegExp(`\\b${ANSWER}\\b`, 'i').test(text)));
}
