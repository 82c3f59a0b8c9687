// What the sentences of a document say of a request that is sent again with its key.
import { names, sentencesIn } from '../../../inference/prose/index.ts';
import type { RequestKey } from '../../../inference/request-keys.ts';
import type { Operation } from '../../../model/service.ts';

/**
 * A key with what the text about the whole service says of such keys: sentences that name it, and those right after them that speak of a key or of a
 * repetition.
 */
export function withGeneral(key: RequestKey, description: string): RequestKey {
  const found: string[] = [];
  let isNear = false;
  for (const sentence of sentencesIn(description)) {
    isNear =
      names(sentence, key.name) ||
      /\bidempoten|\bsame key\b/i.test(sentence) ||
      (isNear && /\b(?:keys?|retr(?:y|ies|ied)|replay\w*|repeat\w*)\b/i.test(sentence));
    if (isNear && !key.sentences.includes(sentence)) found.push(sentence);
  }
  return found.length === 0 ? key : { ...key, sentences: [...key.sentences, ...found] };
}

/** A header with its value, as code. */
const HEADER = /`([A-Za-z][\w-]*): ?([^`]+)`/;
const REPEATED = /\b(?:same key|second|again|repeat\w*|replay\w*|retr(?:y|ies|ied)|duplicate\w*|first answer|original|earlier|stored)\b/i;

/** The header by which an answer to a repeated request is known, as a sentence says and the operation declares. */
export function repeatedHeader(key: RequestKey, { responses }: Operation): { readonly name: string; readonly value: string } | undefined {
  const declared = new Set(responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
  for (const sentence of key.sentences) {
    const [, name = '', value = ''] = HEADER.exec(sentence) ?? [];
    const plainly = sentence.replaceAll(/`[^`]*`/g, '');
    const isOpen = /\b(?:may|might|unless|if the|never|not?)\b/i.test(plainly);
    if (declared.has(name.toLowerCase()) && REPEATED.test(plainly) && !isOpen) return { name, value };
  }
  return undefined;
}

/** Whether a sentence says that a refusal leaves the key free. */
export function saysFree({ sentences, name }: RequestKey): boolean {
  return sentences.some(
    (sentence) =>
      /\b(?:refus\w+|reject\w+|fail\w*|invalid|unsuccessful|errors?|4\d\d|4xx)\b/i.test(sentence) &&
      (/\bkeys?\b/i.test(sentence) || names(sentence, name)) &&
      /\b(?:free|unused|again|reus\w+|(?:not|never|n['’]t) (?:be )?(?:taken?|used?|stored?|kept|keep|saved?|spen[dt]|consumed?|recorded?|remembered))\b/i.test(
        sentence,
      ),
  );
}

const OTHER = /\b(?:other|another|different|changed|differs?|not the same|mismatch\w*)\b/i;
const CONTENT = /\b(?:body|bodies|request|payload|content|parameters?|input|data|values?)\b/i;

/** Whether a key with another body is refused: a sentence says so, or a response that refuses is about it. */
export function saysRefused({ sentences, refusals }: RequestKey): boolean {
  const isRefusing = (text: string): boolean => /\b(?:4\d\d|refus\w+|reject\w+|conflict\w*|errors?|fails?)\b/i.test(text);
  return [...sentences.filter(isRefusing), ...refusals].some((text) => OTHER.test(text) && CONTENT.test(text));
}

/** The sentence that says that the first answer comes again, without a condition on what has become of the thing. */
export function sayingFirst({ sentences }: RequestKey): string | undefined {
  return sentences.find(
    (text) =>
      /\b(?:first|same|original|earlier|previous|stored|cached)\b[^.;]*\b(?:answer|response|result|outcome)s?\b/i.test(text) &&
      !/\b(?:unless|except|until|within|may|might|expires?|different|another|other)\b/i.test(text),
  );
}
