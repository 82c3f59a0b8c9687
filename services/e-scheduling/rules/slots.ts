// Finds the times at which an event type can be booked: within its hours, in the time zone of the host, where the host is free.

/** On which weekdays, and between which times of the host's day, an event type can be booked. */
export interface Availability {
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** `HH:MM`; an event ends at `to` at the latest. */
  readonly from: string;
  readonly to: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const MINUTE = 60_000;

/** Times to book begin at every half hour. */
const STEP = 30 * MINUTE;

/** How far ahead a time can be booked. */
export const LATEST = 60 * 86_400_000;

export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Whether an event may begin at a time, as far as the hours of its type and the present moment say. */
export function isOffered(hours: Availability, timezone: string, minutes: number, start: number, now: number): boolean {
  return start > now && start <= now + LATEST && start % STEP === 0 && isWithin(hours, clockOf(timezone), minutes, start);
}

/** The offered times in a period that are free, the first `most` of them. */
export function freeTimes(
  { hours, timezone, minutes }: { readonly hours: Availability; readonly timezone: string; readonly minutes: number },
  isFree: (span: Span) => boolean,
  period: Span,
  most: number,
): number[] {
  const clock = clockOf(timezone);
  const free: number[] = [];
  for (let start = Math.floor(period.start / STEP) * STEP + STEP; start <= period.end && free.length < most; start += STEP) {
    if (isWithin(hours, clock, minutes, start) && isFree({ start, end: start + minutes * MINUTE })) free.push(start);
  }
  return free;
}

function isWithin({ days, from, to }: Availability, clock: Clock, minutes: number, start: number): boolean {
  const { day, minute } = clock(start);
  return days.includes(day) && minute >= minutesOf(from) && minute + minutes <= minutesOf(to);
}

/** The weekday of a moment in a time zone, 0 is Sunday, and how many minutes of the day have passed. */
type Clock = (moment: number) => { readonly day: number; readonly minute: number };

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY = 86_400_000;
const MINUTES_OF_DAY = 1_440;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
/** 1970 began on a Thursday. */
const FIRST_MINUTE = 4 * MINUTES_OF_DAY;

/**
 * To ask the system for the time in a zone takes longer than all else here, so it is asked for the beginnings of days (UTC) alone: where two of them
 * that follow each other are as far from UTC, all times between are, too.
 */
function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const known = new Map<number, number>();

  /** Minutes by which the zone is ahead of UTC, of a week at most. */
  function ahead(moment: number): number {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return WEEKDAYS.indexOf(parts.weekday ?? '') * MINUTES_OF_DAY + minutesOf(`${parts.hour}:${parts.minute}`) - minuteOfWeek(moment);
  }

  function aheadOnDay(day: number): number {
    const found = known.get(day) ?? ahead(day * DAY);
    known.set(day, found);
    return found;
  }

  return (moment) => {
    const day = Math.floor(moment / DAY);
    const [one, next] = [aheadOnDay(day), aheadOnDay(day + 1)];
    const isSame = (one - next) % MINUTES_OF_WEEK === 0;
    const minute = minuteOfWeek(moment) + (isSame ? one : ahead(moment)) + MINUTES_OF_WEEK;
    return { day: Math.floor(minute / MINUTES_OF_DAY) % WEEKDAYS.length, minute: minute % MINUTES_OF_DAY };
  };
}

/** How many minutes of the week have passed at a moment, in UTC. */
function minuteOfWeek(moment: number): number {
  return (FIRST_MINUTE + Math.floor(moment / MINUTE)) % MINUTES_OF_WEEK;
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
