// Finds the two times of a body between which something lasts.
import { possibleConjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation } from '../model/service.ts';
import { bodyPlaceOf, memberSchemasOf } from './bodies.ts';
import { plain } from './names.ts';
import { type Ends, memberSentences } from './prose/index.ts';
import { factsOf } from './request-body.ts';
import { shapesOf } from './shapes.ts';
import { isTimeText } from './steps.ts';

const STARTS = /^(?:start|from|begin|pickup|checkin|arriv|depart(?:s|ure)?$|validfrom|opens?|first(?:$|day|date|night|on))/;
const ENDS =
  /^(?:end|to(?:$|at|on|date|day|time)|until|till|return|dropoff|checkout|leav|validto|validuntil|through|last(?:$|day|date|night|on$)|clos)/;

/** Names of what guests and trains do. */
const TRAVELS = /^(?:arriv|depart(?:s|ure)?$)/;
const ARRIVES = /^arriv/;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The members of a body that say when something starts and ends. */
export interface Pair {
  /** JSON pointer into the input, to the object that has them. */
  readonly at: string;
  readonly start: string;
  readonly end: string;
  /** Milliseconds of the unit by which times are moved: a day or an hour. */
  readonly unit: number;
  readonly isDay: boolean;
  /** The sentences about both. */
  readonly texts: readonly string[];
  /** Where the end is a number, and says how long it lasts: the milliseconds of one. */
  readonly length?: number;
  /** Whether callers send the start alone, and answers show when it ends. */
  readonly isEndShown?: true;
}

/** The first and the last moment, in milliseconds, between which a thing lasts by its one pair of days or times. */
export function lastingOf(thing: Readonly<Record<string, unknown>>): readonly [from: number, to: number] | undefined {
  const times = Object.entries(thing).filter(([, value]) => isTimeText(value));
  const starts = times.filter(([name]) => STARTS.test(plain(name)));
  const ends = times.filter(([name]) => ENDS.test(plain(name)));
  const [from, to] = [starts[0], ends[0]].map((one) => Date.parse(String(one?.[1])));
  if (from === undefined || to === undefined || starts.length + ends.length > 2 || !(to >= from)) return undefined;
  return [from, String(ends[0]?.[1]).includes('T') ? to : to + DAY];
}

/** The members that callers send. */
function sentTo(operation: Operation): ReadonlyMap<string, readonly Schema[]> {
  return factsOf(memberSchemasOf(operation)).members;
}

/** The one pair of days or of times of a body. */
export function pairOf(operation: Operation): Pair | undefined {
  return pairIn(sentTo(operation), bodyPlaceOf(operation));
}

/** The one pair of days or of times of an object that callers send; `at`: where it is in the input. `ends`: the two that a sentence names. */
export function pairIn(all: ReadonlyMap<string, readonly Schema[]>, at = '/body', ends?: Ends): Pair | undefined {
  const members = [...all].flatMap(([name, schemas]) => {
    const formats = possibleConjuncts(schemas).flatMap(({ format }) => format ?? []);
    const [format] = formats.filter((one) => one === 'date' || one === 'date-time');
    return format === undefined ? [] : [{ name, format, texts: memberSentences(schemas).map(({ text }) => text) }];
  });
  // Guests arrive before they depart, and a train departs before it arrives: what stands first comes first.
  const [first, second] = members.filter(({ name }) => TRAVELS.test(plain(name))).map(({ name }) => name);
  const isStay = ARRIVES.test(plain(first ?? '')) && second !== undefined && !ARRIVES.test(plain(second));
  const ending = isStay ? second : undefined;
  const starts = members.filter(({ name }) => STARTS.test(plain(name)) && name !== ending);
  const lasts = members.filter(({ name }) => ENDS.test(plain(name)) || name === ending);
  const isOne = starts.length === 1 && lasts.length === 1;
  const start = isOne ? starts[0] : members.find(({ name }) => name === ends?.start);
  const end = isOne ? lasts[0] : members.find(({ name }) => name === ends?.end);
  if (start === undefined || end === undefined || start.format !== end.format) return undefined;
  const isDay = start.format === 'date';
  return {
    at,
    start: start.name,
    end: end.name,
    unit: isDay ? DAY : HOUR,
    isDay,
    texts: [...start.texts, ...end.texts],
  };
}

/**
 * The pair of a body, or its one time at which something starts, and the number that says how long it lasts. Where there is no such number
 * either, the end that answers show.
 */
export function timesOf(operation: Operation): Pair | undefined {
  const pair = pairOf(operation);
  if (pair !== undefined) return pair;
  const members = [...sentTo(operation)].map(([name, schemas]) => ({ name, own: [...possibleConjuncts(schemas)] }));
  const starts = members.filter(({ name, own }) => STARTS.test(plain(name)) && own.some(({ format }) => format === 'date-time'));
  const lengths = members.flatMap(({ name, own }) => {
    const length = LASTS.test(name) && own.some(({ type }) => type?.includes('integer') === true) ? lengthOf(name, own) : undefined;
    return length === undefined ? [] : [{ name, own, length }];
  });
  const [start, last] = [starts[0], lengths[0]];
  if (start === undefined || starts.length + lengths.length > 2) return undefined;
  const at = bodyPlaceOf(operation);
  if (last === undefined) return starts.length === 1 ? withShownEnd(operation, { at, ...start }) : undefined;
  const { length, own } = last;
  const [step, most] = [
    least(
      own.map(({ multipleOf }) => multipleOf),
      1,
    ),
    least(
      own.map(({ maximum }) => maximum),
      Number.POSITIVE_INFINITY,
    ),
  ];
  // Half of a unit, and five of them, are lengths too.
  const half = 2 * step * length;
  const unit = Math.floor(Math.min(HOUR, (most * length) / 5) / half) * half;
  if (unit === 0) return undefined;
  const texts = memberSentences([...start.own, ...own]).map(({ text }) => text);
  return { at, start: start.name, end: last.name, unit, isDay: false, texts, length };
}

interface Start {
  readonly at: string;
  readonly name: string;
  readonly own: readonly Schema[];
}

/** A lesson lasts as long as its course does: its create takes the start, and its answer shows the start and the one end. */
function withShownEnd(operation: Operation, { at, name, own }: Start): Pair | undefined {
  const shown = shapesOf(operation).find(({ properties }) => properties.has(name))?.properties ?? new Map<string, readonly Schema[]>();
  const isTime = (schemas: readonly Schema[]): boolean => possibleConjuncts(schemas).some(({ format }) => format === 'date-time');
  const [end, another] = [...shown].filter(([one, schemas]) => ENDS.test(plain(one)) && isTime(schemas));
  if (end === undefined || another !== undefined) return undefined;
  const texts = memberSentences([...own, ...possibleConjuncts(end[1])]).map(({ text }) => text);
  return { at, start: name, end: end[0], unit: HOUR, isDay: false, texts, isEndShown: true };
}

const LASTS = /^(?:duration|length|minutes|hours|lasts)|(?:duration|minutes|hours|length)$/i;

/** Milliseconds of one of what a number measures a time in, by its name or its description. */
export function lengthOf(name: string, own: readonly Pick<Schema, 'description'>[]): number | undefined {
  const texts = [name, ...own.map(({ description = '' }) => description)];
  return texts
    .map((text) => (/minute/i.test(text) ? HOUR / 60 : /hour/i.test(text) ? HOUR : /second/i.test(text) ? 1000 : undefined))
    .find((one) => one !== undefined);
}

function least(values: readonly (number | bigint | undefined)[], otherwise: number): number {
  const given = values.filter((value) => value !== undefined).map(Number);
  return given.length === 0 ? otherwise : Math.min(...given);
}
