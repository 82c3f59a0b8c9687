// Says between which places of the order a search looks: by times and identifiers of the request, and by what is not found any more or not yet.

import { refuse } from '@octavo/runtime';
import type { Tables } from '../deps.ts';
import { type Asked, type Bounds, boundsOf } from '../posts/bounds.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const RECENT_DAYS = 7;
/** How long before its end a search of the archive begins, where a request does not say from when on. */
const ARCHIVE_DAYS = 30;
/** By how much the end must be before the present. */
const END_SECONDS = 10;

export interface TimeQuery {
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly since_id?: string | undefined;
  readonly until_id?: string | undefined;
}

/** When a search runs. */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds after which posts are found. */
  readonly delay: number;
  readonly kind: 'recent' | 'all';
}

/** From the one moment on to before the other, in milliseconds since 1970. */
export interface Times {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** @throws the refusal 400 */
export function timesOf({ start_time, end_time }: TimeQuery, { now, kind }: Present): Times {
  const [start, end] = [secondOf(start_time), secondOf(end_time)];
  const oldest = now - RECENT_DAYS * DAY;
  if (kind === 'recent' && start !== undefined && start < wholeSecond(oldest))
    throw invalid('start_time', start_time, `'start_time' must be on or after '${minuteOf(oldest)}'.`);
  if (end !== undefined && end > now - END_SECONDS * SECOND)
    throw invalid('end_time', end_time, `'end_time' must be a minimum of ${END_SECONDS} seconds prior to the request time.`);
  if (start !== undefined && end !== undefined && start >= end)
    throw invalid('end_time', end_time, "'end_time' must be after 'start_time'.");
  return { start, end };
}

const wholeSecond = (moment: number) => Math.floor(moment / SECOND) * SECOND;

function secondOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : wholeSecond(Date.parse(time));
}

function minuteOf(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16)}Z`;
}

function invalid(name: keyof TimeQuery, value: string | undefined, reason: string): Error {
  return refuse(400, { kind: 'invalid-request', pointer: `/query/${name}`, detail: `Invalid '${name}':'${value}'. ${reason}` });
}

/** What a search asks for, within what is found any more and found already. */
export function searchBounds(tables: Tables, asked: Omit<Asked, keyof Times>, { start, end }: Times, present: Present): Promise<Bounds> {
  const { now, delay, kind } = present;
  const isOpen = start === undefined && asked.since === undefined;
  const archive = isOpen ? (end ?? now) - ARCHIVE_DAYS * DAY : 0;
  const oldest = kind === 'recent' ? now - RECENT_DAYS * DAY : archive;
  const latest = now - delay + 1;
  return boundsOf(tables, { ...asked, start: Math.max(oldest, start ?? oldest), end: Math.min(latest, end ?? latest) });
}
