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

function isWithin({ days, from, to }: Availability, clock: Intl.DateTimeFormat, minutes: number, start: number): boolean {
  const parts = Object.fromEntries(clock.formatToParts(start).map(({ type, value }) => [type, value]));
  const begin = minutesOf(`${parts.hour}:${parts.minute}`);
  return days.includes(WEEKDAYS.indexOf(parts.weekday ?? '')) && begin >= minutesOf(from) && begin + minutes <= minutesOf(to);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
