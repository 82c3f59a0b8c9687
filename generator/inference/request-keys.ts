// Finds the value of a request by which a service knows that the request is sent again: a header `Idempotency-Key`, or a member such as `requestId`.
import { propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation } from '../model/service.ts';
import { idempotencyHeader } from './headers.ts';
import { pointerTo } from './pointers.ts';
import { memberSentences, names, sentencesIn, wordsOf } from './prose/index.ts';
import { bodySchemaOf } from './shapes.ts';

export interface RequestKey {
  readonly name: string;
  /** JSON pointer into the input: `/header/Idempotency-Key`, `/body/requestId`. */
  readonly place: string;
  /** The sentences of the document about it: its own, those of the operation that name it, and those that come right after them. */
  readonly sentences: readonly string[];
  /** The sentences about it in the descriptions of responses that refuse a request. */
  readonly refusals: readonly string[];
}

/** What a sentence says of a request that is sent again. */
const REPEATS =
  /\bidempoten|\bretr(?:y|ies|ied|ying)\b|\bde-?duplicat|\brepeat(?:ed|s|ing)?\b|\bresen[dt]|\b(?:same|duplicate) (?:request|call)s?\b|\b(?:request|call)s?\b[^.;]*\b(?:again|twice|once more)\b/i;

/** What it says of how often the request has an effect then. */
const ONCE =
  /\bidempoten|\bde-?duplicat|\bsafe(?:ly)?\b|\bonce\b|\b(?:no|not|never|nothing|without|instead of)\b[^.;]*\b(?:second|twice|again|another|duplicates?d?|new|two)\b|\b(?:same|first|original|earlier|previous) (?:answer|response|result|outcome)\b/i;

/** Whether an answer is said to be about a request that came before with the same key: `The payment that an earlier request with this id made`. */
function isOfEarlier(text: string): boolean {
  return /\ban? (?:earlier|previous|first) (?:request|call) (?:with|of|by) (?:this|the same|that)\b/i.test(text);
}

/** A sentence that goes on with what the one before it says of a request. */
const REFERRING = /^(?:it|this|that|then|they|the (?:second|repeated|later|other) (?:one|request|call))\b/i;

/** Each sentence with the one that goes on with it: `It can be sent again with the same reference. It is then not carried out a second time.` */
function withNext(texts: readonly string[]): readonly string[] {
  return texts.map((text, index) => (REFERRING.test(texts[index + 1] ?? '') ? `${text} ${texts[index + 1]}` : text));
}

/** A word of a name that may stand for a request as a whole. */
const NAMING: ReadonlySet<string> = new Set(['id', 'key', 'token', 'nonce', 'uuid', 'reference', 'ref', 'idempotency', 'idempotence']);

/**
 * The first one that an operation has. Without a header of this name, a text of the document must say that it makes a request one that can be
 * repeated.
 */
export function requestKeyOf(operation: Operation): RequestKey | undefined {
  const { parameters, description = '', responses } = operation;
  const all = sentencesIn(description);
  const earlier = responses.filter(({ status }) => /^2/.test(status)).flatMap((one) => sentencesIn(one.description).filter(isOfEarlier));
  const refusing = responses.filter(({ status }) => /^4/.test(status)).flatMap((one) => sentencesIn(one.description));
  const about = (name: string): readonly string[] =>
    all.filter((_, index) => [all[index], all[index - 1]].some((text) => isNamed(text, name)));
  const header = idempotencyHeader(operation);
  if (header !== undefined)
    return {
      name: header.name,
      place: pointerTo('header', header.name),
      sentences: [...sentencesIn(header.description ?? ''), ...about(header.name)],
      refusals: refusing.filter((text) => isNamed(text, header.name)),
    };
  const schema = operation.method === 'POST' ? bodySchemaOf(operation) : undefined;
  const fields = parameters.filter((one) => one.in === 'header' || one.in === 'query');
  const candidates = [
    ...fields.map((one) => ({ where: one.in, name: one.name, own: [one.schema], texts: sentencesIn(one.description ?? '') })),
    ...[...(schema === undefined ? [] : propertiesOf([schema]))].map(([name, own]) => ({
      ...{ where: 'body', name, own },
      texts: memberSentences(own).map(({ text }) => text),
    })),
  ];
  const found = candidates.find(({ name, own, texts }) => {
    const said = [...withNext(texts), ...withNext(all).filter((text) => names(text, name))];
    const isRepeated = said.some((text) => REPEATS.test(text) && ONCE.test(text)) || earlier.some((text) => names(text, name));
    return wordsOf(name).some((word) => NAMING.has(word)) && isText(own) && isRepeated;
  });
  return (
    found && {
      name: found.name,
      place: pointerTo(found.where, found.name),
      sentences: [...found.texts, ...about(found.name)],
      refusals: refusing.filter((text) => names(text, found.name)),
    }
  );
}

function isNamed(text: string | undefined, name: string): boolean {
  return text !== undefined && (names(text, name) || /\b(?:keys?|idempoten\w*)\b/i.test(text));
}

function isText(own: readonly Schema[]): boolean {
  return own.some(({ type = [] }) => type.includes('string')) && !own.some((one) => one.readOnly === true || one.enum !== undefined);
}
