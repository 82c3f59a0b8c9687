// Reads which filters ask for what lasts at a time: `Tariffs whose validity includes this day`, `Only the contract that is valid on this day`.
import type { Schema } from '../../model/schema/schema.ts';
import { pairIn } from '../spans.ts';
import type { ListFacts } from './facts.ts';
import { isTime, type Place, valueSchemas } from './places.ts';

/** A filter by a time: the list has the items that last at it, from one member to another one. */
export interface SpanFilter {
  readonly place: Place;
  readonly start: string;
  readonly end: string;
  /** Whether an item is in at its end; `undefined` where the document leaves it open. */
  readonly isEndIn?: boolean;
  /** Whether nothing more is asked of the items: then all that last at the time are in the list. */
  readonly isWhole: boolean;
}

const TIME = '(?:day|date|time|moment|instant)';
const LASTS =
  '(?:valid|in force|in effect|effective|active|current|running|runs?|lasts?|holds?|appl(?:y|ies)|covers?|open|takes? place|under way|there)';
const AT = new RegExp(
  `\\b${LASTS}\\b[^.;:]{0,20}?\\b(?:on|at) (?:this|that|the given) ${TIME}\\b(?!,? or\\b)|\\binclud(?:es?|ing) (?:this|that|the given) (?:${TIME}|one)\\b|\\bcovers? (?:on )?(?:this|that|the given) ${TIME}\\b`,
  'i',
);
const END_IN =
  /\b(?:first and (?:its |the |their )?last (?:day|date)s? (?:both )?(?:count|are included|belong)|both (?:days |ends )?(?:count|are included)|inclusive)\b/i;
const END_OUT =
  /\b(?:no longer|not any more|not) (?:at|on) (?:its |the )?(?:`[^`]+`|end\b|last day\b)|\bbefore (?:its |the )?(?:`[^`]+`|end\b)/i;
/** Words by which the state of an item, or something else of it, matters too. */
const MORE = /[:,]|\b(?:and|or|not|without|unless|except|active|running|open|covers?|cancel\w*|publish\w*|released|there)\b/i;

export function spanFiltersOf({ members, places }: ListFacts): readonly SpanFilter[] {
  return places.flatMap((place) => {
    const { description } = place;
    const own = valueSchemas(place);
    if (!isTime(own) || !AT.test(description)) return [];
    const pair = pairIn(members);
    if (pair === undefined || formatOf(own) !== formatOf(members.get(pair.start) ?? [])) return [];
    const { start, end } = pair;
    const [isIn, isOut] = [END_IN.test(description), END_OUT.test(description)];
    const [first = ''] = description.split(/(?<=[.;])\s/);
    return [{ place, start, end, ...(isIn === isOut ? {} : { isEndIn: isIn }), isWhole: !MORE.test(first) }];
  });
}

function formatOf(schemas: readonly Schema[]): string | undefined {
  return schemas.find(({ format }) => format !== undefined)?.format;
}
