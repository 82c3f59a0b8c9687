// Lists in pages by cursor.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../http.ts';
import type { Call, Parameter } from './call.ts';
import { integer, text } from './fields.ts';
import type { Shown } from './views.ts';
import { digest, Refusal } from './wire.ts';

/** Only this process makes cursors that it takes. */
const SECRET = randomUUID();

const whole = (value: string): number => (/^-?(0|[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN);

export const wholeNumber = (min: number, max: number): Parameter => ({
  check: (value, pointer, issues) =>
    Number.isNaN(value) ? issues.push({ pointer, message: 'must be an integer' }) : integer(min, max)(value, pointer, issues),
  read: whole,
});

export const limitUpTo = (most: number): Parameter => ({ ...wholeNumber(1, most), usual: 20 });

export const paging: Readonly<Record<string, Parameter>> = {
  limit: limitUpTo(100),
  cursor: { check: text({ min: 1 }) },
};

interface Order<Thing> {
  readonly key: (thing: Thing) => string | number;
  readonly isDescending?: boolean;
}

type Place = readonly [key: string | number, number: number];

function order(a: Place, b: Place, isDescending: boolean): number {
  const byKey = a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
  return (isDescending ? -byKey : byKey) || a[1] - b[1];
}

const signed = (of: string, place: Place): string => {
  const json = JSON.stringify(place);
  return Buffer.from(JSON.stringify([digest(`${SECRET} ${of} ${json}`), ...place])).toString('base64url');
};

function placeOf(cursor: string, of: string): Place {
  try {
    const [, key, number] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string | number, number];
    if (signed(of, [key, number]) === cursor) return [key, number];
  } catch {
    // What is no JSON is no cursor either.
  }
  throw new Refusal(400, 'The cursor does not belong to this list.', [
    { pointer: 'query/cursor', message: 'does not belong to this list' },
  ]);
}

/** A page of things in an order. Things that are alike in it come as they were made. */
export function pageOf<Thing extends { readonly number: number }>(
  { query, pathname, line, store, has }: Call,
  things: readonly Thing[],
  { key, isDescending = false }: Order<Thing>,
  show: (thing: Thing) => Shown,
  total = things.length,
): Reply {
  const { limit, cursor, ...filters } = query;
  const owner = Object.values(store.lines).indexOf(line);
  const of = JSON.stringify([owner, pathname, filters]);
  const places = things.map((thing) => ({ thing, place: [key(thing), thing.number] as const }));
  places.sort((a, b) => order(a.place, b.place, isDescending));
  const after = typeof cursor === 'string' ? placeOf(cursor, of) : undefined;
  const first = after === undefined ? 0 : places.findIndex(({ place }) => order(place, after, isDescending) > 0);
  const skipped = after !== undefined && pathname === '/bookings' && has('page-skips-booking') ? 1 : 0;
  const from = first < 0 ? places.length : first + skipped;
  const page = places.slice(from, from + Number(limit));
  const last = page.at(-1);
  const nextCursor = last === undefined || from + page.length >= places.length ? null : signed(of, last.place);
  return { status: 200, body: { items: page.map(({ thing }) => show(thing)), total, nextCursor } };
}
