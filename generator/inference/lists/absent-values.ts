// Reads where items come that lack the member by which a list is sorted: `undated items come last in either direction`.
import { sentencesIn, stemOf, wordsOf } from '../prose/index.ts';
import type { ListFacts } from './facts.ts';

/** Where such items come. */
export interface AbsentValues {
  readonly place: 'first' | 'last';
  /** Whether they do so in descending order too. */
  readonly isEitherWay: boolean;
  readonly says: string;
}

const COME =
  '(?:come|comes|are|is|stand|stands|sort|sorts|appear|appears|listed|go|goes)\\b[^.;,]{0,30}?\\b(?<place>first|last|at the (?:end|beginning|start)|end|beginning)\\b';
const LACKING = [
  `\\bun(?<stem>\\p{L}{3,})(?:\\s+\\p{L}+)?\\s+${COME}`,
  `\\b(?:without|with no|that have no|which have no|lacking)\\s+(?:an?\\s+)?(?<phrase>[\\p{L} ]{3,30}?)\\s+${COME}`,
  `\\b(?:whose|where)\\s+\`?(?<member>[\\p{L}_]{3,30})\`?\\s+is\\s+null\\b[^.;]{0,30}?\\b${COME}`,
].map((form) => new RegExp(form, 'iu'));
const EITHER =
  /\b(?:(?:in )?(?:either|both|any|each) (?:directions?|orders?|cases?|ways?)|always|whichever|whatever the (?:direction|order))\b/i;

/** What the texts of a list and of its parameter for the order say of items without a member. */
export function absentValuesOf({ operation, roles }: Pick<ListFacts, 'operation' | 'roles'>, member: string): AbsentValues | undefined {
  const own = wordsOf(member).map(stemOf);
  const texts = [roles.sort?.description ?? '', operation.description ?? ''];
  for (const says of texts.flatMap((text) => sentencesIn(text)))
    for (const form of LACKING) {
      const { place = '', stem, phrase, member: named } = form.exec(says)?.groups ?? {};
      const said = stem ?? phrase ?? named;
      if (said === undefined || !wordsOf(said).some((word) => own.includes(stemOf(word)))) continue;
      return { place: /first|start|begin/i.test(place) ? 'first' : 'last', isEitherWay: EITHER.test(says), says };
    }
  return undefined;
}
