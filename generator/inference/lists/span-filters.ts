// Reads which filters ask for what lasts at a time: `Tariffs whose validity includes this day`, `Only the contract that is valid on this day`.
import { conjuncts } from '../../model/schema/conjuncts.ts';
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
  `\\b${LASTS}\\b[^.;:]{0,20}?\\b(?:on|at) (?:this|that|the given) ${TIME}\\b(?!,? or\\b)|\\binclud(?:es?|ing) (?:this|that|the given) (?:${TIME}|one)\\b|\\bcovers? (?:on )?(?:this|that|the given) ${TIME}\\b|\\b(?:this|that|the given) ${TIME} (?:belongs to|is part of|is one of|is (?:with)?in|lies (?:with)?in|falls (?:with)?in(?:to)?)\\b`,
  'i',
);
const END_IN =
  /\b(?:first and (?:its |the |their )?last (?:day|date)s? (?:both )?(?:count|are included|belong)|both (?:days |ends )?(?:count|are included)|inclusive)\b/i;
/** The end of a thing is a day of it. */
const LAST_DAY = /^(?:the |its )?last day\b(?!.*\b(?:before|after|not)\b)/i;
const END_OUT =
  /\b(?:no longer|not any more|not) (?:at|on) (?:its |the )?(?:`[^`]+`|end\b|last day\b)|\bbefore (?:its |the )?(?:`[^`]+`|end\b)/i;
/** Words by which the state of an item, or something else of it, matters too. */
const MORE = /[:,]|\b(?:and|or|not|without|unless|except|active|running|open|covers?|cancel\w*|publish\w*|released|there)\b/i;

export function spanFiltersOf({ members, places, lastDays }: ListFacts): readonly SpanFilter[] {
  return places.flatMap((place) => {
    const { description } = place;
    const own = valueSchemas(place);
    if (!isTime(own) || !AT.test(description)) return [];
    const pair = pairIn(members);
    if (pair === undefined || formatOf(own) !== formatOf(members.get(pair.start) ?? [])) return [];
    const { start, end } = pair;
    const isLastDay = isDay(own) && conjuncts(members.get(end) ?? []).some((one) => LAST_DAY.test(one.description ?? ''));
    const [isIn, isOut] = [END_IN.test(description) || isLastDay || lastDays.has(end), END_OUT.test(description)];
    const [first = ''] = description.split(/(?<=[.;])\s/);
    return [{ place, start, end, ...(isIn === isOut ? {} : { isEndIn: isIn }), isWhole: !MORE.test(first) }];
  });
}

function isDay(schemas: readonly Schema[]): boolean {
  return formatOf(schemas) === 'date';
}

function formatOf(schemas: readonly Schema[]): string | undefined {
  return schemas.find(({ format }) => format !== undefined)?.format;
}
