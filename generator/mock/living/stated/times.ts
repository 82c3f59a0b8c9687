// Tests what sentences say of times: which may not lie in the past or in the future, how far ahead one is, and how long something lasts. A day begins
// at another moment elsewhere, so one is refused only where it is wrong in all time zones.
import { getOwn } from '@octavo/runtime/conformance';
import { type Ahead, aheadIn, answeredBy, type Length, lengthsIn, type Ruled, ruledIn, type Said } from '../../../inference/prose/index.ts';
import { pairIn } from '../../../inference/spans.ts';
import type { Stated, StatedRule } from '../../../inference/stated/rules.ts';
import { isTimeText } from '../../../inference/steps.ts';
import type { Schema } from '../../../model/schema/schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns what is wrong with an object at a moment, as a sentence. */
export type Check = (object: Members, now: number) => string | undefined;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The time zones that are furthest from UTC. */
const [EAST, WEST] = [14 * HOUR, 12 * HOUR];
/** Clocks of callers may be ahead. */
const AHEAD = 60_000;

/** The first and the last moment that a text may mean, in milliseconds since 1970; `undefined` for what is no time. */
export function momentsOf(value: unknown): readonly [first: number, last: number] | undefined {
  const time = isTimeText(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  return String(value).length === 10 ? [time - EAST, time + DAY + WEST] : [time, time];
}

/** What a sentence about a member says of when it is. */
export function timesOfMember(said: Said, name: string, schemas: readonly Schema[]): readonly Check[] {
  if (!schemas.some(({ format }) => format === 'date' || format === 'date-time')) return [];
  const status = answeredBy(said);
  const ahead = aheadIn(said.text, status);
  return [
    ...ruledIn(said.text, status).map((ruled) => timed(name, ruled, said.text)),
    ...(ahead === undefined ? [] : [noLaterThan(name, ahead)]),
  ];
}

/** What a sentence about a request says of its times. */
export function timesOfRequest({ said, part: { members }, stated }: StatedRule): readonly Check[] {
  switch (stated.kind) {
    case 'time':
      return [timed(stated.name, stated.ruled, said.text)];
    case 'notice':
      return [noSoonerThan(stated.name, stated)];
    case 'span':
      return lasting(said.text, members, stated);
    default:
      return [];
  }
}

function timed(name: string, ruled: Ruled, text: string): Check {
  // `Today or later` holds for all of the day, wherever a time lies in it.
  const slack = /\btoday\b/i.test(text) ? DAY : 0;
  return (object, now) => {
    const value = getOwn(object, name);
    const [first, last] = momentsOf(value) ?? [];
    if (first === undefined || last === undefined) return undefined;
    const by = String(value).length === 10 ? 0 : slack;
    const isWrong = ruled === 'future' ? first > now + by + AHEAD : ruled === 'past' && last < now - by;
    return isWrong ? `\`${name}\` may not lie in the ${ruled}.` : undefined;
  };
}

function noLaterThan(name: string, { milliseconds, says }: Ahead): Check {
  return (object, now) => {
    const [first] = momentsOf(getOwn(object, name)) ?? [];
    return first !== undefined && first > now + milliseconds + AHEAD ? `\`${name}\` may be ${says} ahead at most.` : undefined;
  };
}

function noSoonerThan(name: string, { milliseconds, says }: Ahead): Check {
  return (object, now) => {
    const [, last] = momentsOf(getOwn(object, name)) ?? [];
    return last !== undefined && last < now + milliseconds ? `\`${name}\` must be ${says} ahead at least.` : undefined;
  };
}

function lasting(
  text: string,
  members: ReadonlyMap<string, readonly Schema[]>,
  stated: Extract<Stated, { kind: 'span' }>,
): readonly Check[] {
  const pair = pairIn(members, undefined, stated.ends);
  if (pair === undefined) return [];
  return lengthsIn(text).map((length): Check => {
    const isOver = length.kind === 'most';
    return (object) => {
      const lasts = durationOf(object, pair, { ...length, isInclusive: length.isInclusive || stated.isInclusive });
      const limit = length.count * length.unit;
      if (lasts === undefined || (isOver ? lasts.least <= limit : lasts.most >= limit)) return undefined;
      return `From \`${pair.start}\` to \`${pair.end}\`, it may take ${length.says} at ${isOver ? 'most' : 'least'}.`;
    };
  });
}

/** How long something lasts: where a text does not say that the first and the last day count, both may be meant. */
function durationOf(
  object: Members,
  { start, end, isDay }: { readonly start: string; readonly end: string; readonly isDay: boolean },
  { isInclusive, says }: Length,
): { readonly least: number; readonly most: number } | undefined {
  const [from, to] = [Date.parse(String(getOwn(object, start))), Date.parse(String(getOwn(object, end)))];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) return undefined;
  if (!isDay || says.includes('night')) return { least: to - from, most: to - from };
  return { least: to - from + (isInclusive ? DAY : 0), most: to - from + DAY };
}
