// Parts of lists, with cursors that say what the thing at the border of a part is sorted by.
import { createHash } from 'node:crypto';
import { compare, type Key } from '../texts.ts';
import type { Call, Faults } from './handlers/call.ts';
import { badParameter } from './wire.ts';

interface Cursor {
  /** The list, its filters and its order. */
  readonly of: string;
  readonly to: 'next' | 'prev';
  /** What the thing at the border is sorted by. */
  readonly at: readonly Key[];
  /** Whether the part begins with the thing at the border: the part that the cursor comes from was empty. */
  readonly with: boolean;
  /** How many things come before the part. Only a fault reads it. */
  readonly skip: number;
}

export interface Order<T> {
  /** What things are sorted by. The last one differs for all of them. */
  readonly keys: (thing: T) => readonly Key[];
  /** Whether the first of the keys goes downwards. */
  readonly down?: boolean;
  /** Whether all other keys go downwards too. */
  readonly allDown?: boolean;
}

export interface Part<T> {
  readonly list: readonly T[];
  readonly total: number;
  readonly next: string | null;
  readonly prev: string | null;
}

export interface Paged {
  readonly size: number;
  readonly cursor?: string;
}

const write = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function isCursor(value: unknown): value is Cursor {
  const { of, to, at, with: isWith, skip } = (value ?? {}) as Partial<Record<keyof Cursor, unknown>>;
  return (
    typeof of === 'string' &&
    (to === 'next' || to === 'prev') &&
    Array.isArray(at) &&
    typeof isWith === 'boolean' &&
    typeof skip === 'number'
  );
}

function read(text: string, list: string, faults: Faults): Cursor {
  let found: unknown;
  try {
    found = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw badParameter('cursor', 'is no cursor');
  }
  if (!isCursor(found)) throw badParameter('cursor', 'is no cursor');
  if (found.of !== list && !faults.has('cursors-fit-any-filters')) throw badParameter('cursor', 'belongs to another list');
  return found;
}

function orderBy({ down = false, allDown = false }: Pick<Order<unknown>, 'down' | 'allDown'>) {
  return (a: readonly Key[], b: readonly Key[]): number => {
    for (const [index, key] of a.entries()) {
      const found = compare(key, b[index] ?? '');
      if (found !== 0) return (index === 0 && down) || allDown ? -found : found;
    }
    return 0;
  };
}

/** The first and the last place of a part. */
function borders<T>(
  sorted: readonly T[],
  cursor: Cursor | undefined,
  size: number,
  isBefore: (thing: T, at: readonly Key[]) => number,
  faults: Faults,
) {
  if (cursor === undefined) return [0, size] as const;
  const before = sorted.filter((thing) => isBefore(thing, cursor.at) < 0).length;
  const upTo = sorted.filter((thing) => isBefore(thing, cursor.at) <= 0).length;
  if (cursor.to === 'next') {
    const start = faults.has('cursors-count-things') ? cursor.skip : cursor.with ? before : upTo;
    return [start, start + size] as const;
  }
  const end = cursor.with ? upTo : before;
  return faults.has('previous-part-is-first') ? ([0, Math.min(size, end)] as const) : ([Math.max(end - size, 0), end] as const);
}

/** The part of a list that a request asks for. */
export function partOf<T>(call: Call, things: readonly T[], order: Order<T>, faults: Faults): Part<T> {
  const { size, cursor: text, ...filters } = call.query<Paged>();
  const list = createHash('sha256')
    .update(`${call.pathname} ${JSON.stringify(filters)}`)
    .digest('hex')
    .slice(0, 12);
  const by = orderBy(order);
  const sorted = things.toSorted((a, b) => by(order.keys(a), order.keys(b)));
  const cursor = text === undefined ? undefined : read(text, list, faults);
  const [start, end] = borders(sorted, cursor, size, (thing, at) => by(order.keys(thing), at), faults);
  const shown = sorted.slice(start, end);
  const hasNext = faults.has('full-part-has-next') ? shown.length === size : end < sorted.length;
  const cursorAt = (to: Cursor['to'], border: T | undefined, skip: number): string | null => {
    const at = border === undefined ? cursor?.at : order.keys(border);
    return at === undefined ? null : write({ of: list, to, at, with: border === undefined, skip });
  };
  return {
    list: shown,
    total: faults.has('total-of-part') ? shown.length : sorted.length,
    next: hasNext ? cursorAt('next', shown.at(-1), end) : null,
    prev: start > 0 ? cursorAt('prev', shown[0], start) : null,
  };
}
