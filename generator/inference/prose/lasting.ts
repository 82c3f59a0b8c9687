// Reads how long something lasts from its creation on: `The order is reserved for 15 minutes and expires then`.
import { NUMBERS, numberOf, TIME_UNITS } from './words.ts';

const LASTING = new RegExp(
  `\\b(?:for|after|within|in)\\s+(\\d+|${NUMBERS.join('|')})[\\s-]+(${[...TIME_UNITS.keys()].join('|')})s?\\b(?!\\s+(?:before|ago|of|from|after))|\\b(\\d+|${NUMBERS.join('|')})\\s+(${[...TIME_UNITS.keys()].join('|')})s?\\s+(?:after|from)\\s+(?:its\\s+|the\\s+time\\s+of\\s+)?(?:creation|(?:it|they)\\s+(?:is|are|was|were)\\s+(?:created|made|issued|placed))\\b|\\blifetime\\s+of\\s+(\\d+|${NUMBERS.join('|')})\\s+(${[...TIME_UNITS.keys()].join('|')})s?\\b`,
  'gi',
);
const ENDING =
  /\b(?:expires?|lapses?|valid|held|reserved|runs? out|stops? working|times? out|can be used|lifetime|good for|released|lives?|ends?)\b|\b(?:hold|reservation|seats?|places?|slot)\b[^.;]*\bkept\b/i;

/** Words by which the time may be another one, or starts with something else. */
const OTHERWISE =
  /\b(?:at most|at least|up to|no (?:more|longer|less) than|between|about|around|roughly|usually|typically|default|maximum|minimum|if|when|without|last|since|inactiv\w*|idle|sooner|earlier|unless (?!it is))\b/i;

export interface Lasting {
  readonly milliseconds: number;
  /** How exact the text is: one of its unit. */
  readonly unit: number;
}

export function lastingIn(text: string): Lasting | undefined {
  const [found, another] = [...text.matchAll(LASTING)];
  const unit = TIME_UNITS.get((found?.[2] ?? found?.[4] ?? found?.[6])?.toLowerCase() ?? '');
  const count = numberOf(found?.[1] ?? found?.[3] ?? found?.[5] ?? '');
  if (unit === undefined || count === undefined || another !== undefined || !ENDING.test(text) || OTHERWISE.test(text)) return undefined;
  return { milliseconds: count * unit, unit };
}
