// What a document says in its texts about how the service keeps values: as they are sent, or in a form of its own.

import { lastNameOf } from '../../inference/pointers.ts';
import { hasWord, memberSentences, names, sentencesIn, sentencesOf } from '../../inference/prose/index.ts';
import { bodySchemaOf } from '../../inference/shapes.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { reachable } from '../../model/schema/walk.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Change } from './compare.ts';

/** A sentence that says that values stay as they are sent. */
const AS_SENT: readonly RegExp[] = [
  /\b(?:kept|keeps?|stored?|stores|saved|returned|returns|shown|shows|preserved|read back|given back|gives?|comes? back|echoed)\b[^.;]*\b(?:exactly|verbatim|unchanged|untouched|as (?:(?:it|they|you|he|she|we) )?(?:is|are|was|were|have been|has been|had been)? ?(?:sent|given|received|entered|provided|written|supplied|submitted|posted)|as[- ]is)\b/i,
  /\b(?:stays?|remains?|left)\b[^.;]*\bas (?:(?:you|they|it|we|callers|clients|users) )?(?:(?:is|are|was|were|have|has|had)(?: been)? )?(?:sends?|sent|gives?|gave|given|enter(?:ed)?|write|wrote|written|provide[ds]?|supplied|typed)\b/i,
  /\b(?:code point by code point|character by character|byte (?:by|for) byte|verbatim|lossless(?:ly)?)\b/i,
  /\b(?:never|not|no) (?:be )?(?:trimmed|normali[sz]ed|normali[sz]ation|re-?encoded|escaped|rounded|sorted|re-?ordered|truncated|altered|modified)\b/i,
];

/** What the text of a list says of its order, where callers choose it. Elsewhere, such a sentence is about a list of things. */
const IN_ORDER =
  /\bin (?:the|their|its) (?:same |original |very )?order (?:(?:in which|that|as|they were|it was) )?(?:(?:they|you|it|we) )?(?:(?:are|is|were|was|have been) )?(?:gives?|given|gave|sends?|sent|received|enter(?:s|ed)?|provide[ds]?|wr[oi]tes?|written|supplied|submitted|types?|typed|choose|chose|chosen|listed?)\b/i;

/** What the sentence speaks of. A sentence that names none of these speaks of everything. */
const KINDS = {
  text: /\b(?:texts?|strings?|characters?|names?|titles?|notes?)\b/i,
  list: /\b(?:lists?|arrays?|orders?)\b/i,
  number: /\b(?:numbers?|amounts?|decimals?|prices?|integers?)\b/i,
  map: /\b(?:maps?|objects?|dictionar(?:y|ies))\b/i,
  instant: /\b(?:instants?|times?|timestamps?|date-?times?)\b/i,
} as const;

/** A sentence that says that instants have parts of a second. */
const PRECISE = /\b(?:with|keeps?|kept|exact(?:ly)?|precision|to)\b[^.;]*\b(?:milliseconds?|fractions? of (?:a )?seconds?)\b/i;
const IMPRECISE = /\b(?:without|no|not|never|dropped|drops|truncated?|rounded|rounds|cut|up to|nearest)\b/i;

/** A sentence that says that a list may have an item several times. */
const AGAIN = '(?:more than once|(?:several|many|multiple|any number of) times|twice|again|repeated(?:ly)?|repeat|recur)';
const REPEATS: readonly RegExp[] = [
  new RegExp(`\\b(?:may|can|might|could|(?:is|are) (?:allowed|free) to)\\b(?! not\\b)[^.;]*\\b${AGAIN}\\b`, 'i'),
  /\b(?:duplicates?|repetitions?|repeats|(?:repeated|equal|same) \w+)\b[^.;]*\b(?:(?:are|is|stay|stays) (?:all )?(?:kept|allowed|fine|possible|permitted|preserved|counted)|count|stay)\b/i,
  /\b(?:with|including|keeps?|allows?) (?:all )?(?:duplicates|repetitions|repeats)\b/i,
];
const DENIED = /\b(?:not|never|cannot|no|nor|without|unless|only once)\b/i;

export type Kind = keyof typeof KINDS;

/** Words for what a service makes of a value. */
const FORMS =
  /\b(?:trim\w*|lower[- ]?cased?|upper[- ]?cased?|capitali[sz]\w*|normali[sz]\w*|canonical\w*|round(?:s|ed|ing)?|near(?:er|est)|halves|quarters|tenths|in steps of|snap(?:s|ped)|clamp(?:s|ed)|sort(?:s|ed)?|order(?:s|ed)? by|alphabetical\w*|strip(?:s|ped)?|saniti[sz]\w*|escap\w*|html|markdown|format(?:s|ted)|convert\w*|truncat\w*|cut|shorten\w*|mask\w*|redact\w*|hash\w*|encrypt\w*|anonymi[sz]\w*|collapse\w*|replaced (?:by|with)|clean(?:s|ed)|ignored?|read-only|computed|derived|calculated|slug)\b/i;

/** Words for what a service makes of the items of a list. */
const LIST_FORMS = /\b(?:preview\w*|merg\w*|de-?dup\w*|unique\w*|distinct|combin\w*|grouped|collected|first (?:few|\d+)|summar\w*)\b/i;

/** Words for what takes a value away again: `The address of an account that was closed is removed`. */
const AWAY =
  /\b(?:taken away|tak(?:es?|ing) away|remov(?:es?|ed|al|ing)|clear(?:s|ed)|empt(?:y|ies|ied)|eras(?:es?|ed)|reset|los(?:es?|t)|drop(?:s|ped)|left out|omitted|hidden|withheld|(?:is|becomes?|set to) null|no longer|gone)\b/i;

export interface KeepingProse {
  /** The sentence that says that values of a kind are kept as they are sent. */
  keeps(operation: Operation, schemas: readonly Schema[], kind: Kind): string | undefined;
  /** The sentence that says that the list at a place, which has these schemas, may have an item several times. */
  repeats(operation: Operation, schemas: readonly Schema[], at: string): string | undefined;
  /** Whether a text says that the service writes the value at a place, which has these schemas, in a form of its own. */
  forms(operation: Operation, schemas: readonly Schema[], at: string, change?: Change): boolean;
}

export function createKeepingProse(service: Service): KeepingProse {
  const general = sentencesIn(service.description ?? '');
  const textsOf = (operation: Operation): readonly string[] =>
    sentencesOf(service, operation)
      .filter(({ source }) => source !== 'response')
      .map(({ text }) => text);
  /** The other operations that take the same member: what one of them says of its values holds for all. */
  const sharing = (operation: Operation, schemas: readonly Schema[]): readonly Operation[] =>
    service.operations.filter((one) => {
      const body = one === operation ? undefined : bodySchemaOf(one);
      const used = body === undefined ? undefined : reachable([body]);
      return used !== undefined && schemas.some((schema) => used.has(schema));
    });
  const ownOf = (schemas: readonly Schema[]): readonly string[] => memberSentences(schemas).map(({ text }) => text);
  return {
    keeps: (operation, schemas, kind) =>
      (kind === 'list' ? ownOf(schemas).find((text) => IN_ORDER.test(text)) : undefined) ??
      [...ownOf(schemas), ...textsOf(operation), ...general].find((text) =>
        kind === 'instant' ? saysPrecise(text) : saysAsSent(text) && speaksOf(text, kind),
      ),
    repeats: (operation, schemas, at) =>
      [...ownOf(schemas), ...textsOf(operation).filter((text) => hasWord(text, lastNameOf(at)))].find(saysRepeated),
    forms(operation, schemas, at, change) {
      const also = change === 'lost' || change === 'merged' ? LIST_FORMS : change === 'missing' ? AWAY : undefined;
      const says = (text: string): boolean => FORMS.test(text) || also?.test(text) === true;
      return (
        ownOf(schemas).some((text) => says(text) && !saysAsSent(text)) ||
        [textsOf(operation), ...sharing(operation, schemas).map(textsOf), general].some((texts) =>
          texts.some((text, index) => says(text) && isAbout(texts, index, lastNameOf(at))),
        )
      );
    },
  };
}

/** Whether a sentence names a member, or has a pronoun for what the one before it names: `Periods do not overlap. We sort them by start.` */
function isAbout(texts: readonly string[], index: number, name: string): boolean {
  const [before = '', text = ''] = [texts[index - 1], texts[index]];
  return names(text, name) || (/\b(?:them|they|these|it)\b/i.test(text) && names(before, name));
}

/** The kind that a change is of. */
export function kindOf(change: Change, sent: unknown): Kind {
  if (change === 'rounded') return 'instant';
  if (Array.isArray(sent)) return 'list';
  if (typeof sent === 'number' || typeof sent === 'boolean') return 'number';
  // What differs of a map in its spelling is its names, which are texts.
  if (change === 'spelled') return 'text';
  return typeof sent === 'object' ? 'map' : 'text';
}

function saysPrecise(text: string): boolean {
  return KINDS.instant.test(text) && PRECISE.test(text) && !IMPRECISE.test(text);
}

function saysRepeated(text: string): boolean {
  return text.split(/[;:]/).some((part) => REPEATS.some((one) => one.test(part)) && !DENIED.test(part));
}

function saysAsSent(text: string): boolean {
  return AS_SENT.some((one) => one.test(text));
}

function speaksOf(text: string, kind: Kind): boolean {
  const named = Object.entries(KINDS).filter(([, words]) => words.test(text));
  return named.length === 0 || named.some(([name]) => name === kind);
}
