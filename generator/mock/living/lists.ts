// Chooses the things that a list answers: filtered by parameters that are named as members, sorted, and by pages.

import { listFactsOf, sizeLimits } from '../../conform/sequences/lists/facts.ts';
import { type Filter, filtersOf } from '../../conform/sequences/lists/filter-facts.ts';
import { defaultOf, directionsOf, type Place } from '../../conform/sequences/lists/places.ts';
import { plain } from '../../conform/sequences/names.ts';
import { valueAt } from '../../conform/sequences/pointers.ts';
import type { Operation, Service } from '../../model/service.ts';
import type { Kept } from './store.ts';

export interface Page {
  readonly kept: readonly Kept[];
  /** How many things the filters leave. */
  readonly total: number;
  readonly size: number;
  /** From 0. */
  readonly offset: number;
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** The size of a page where the document says none. */
const USUAL_SIZE = 20;

/** Reads a page; `undefined` for a cursor that names nothing. */
export type PageReader = (kept: readonly Kept[], input: unknown) => Page | undefined;

export function pageReader(service: Service, operation: Operation): PageReader {
  const facts = listFactsOf(service, operation);
  if (facts === undefined) return (kept) => ({ kept, total: kept.length, size: kept.length, offset: 0 });
  const filters = filtersOf(facts);
  const { roles } = facts;
  const limits = sizeLimits(facts);
  return (all, input) => {
    const asked = (place: Place | undefined): unknown => place && (valueAt(input, place.at) ?? defaultOf(place));
    const left = all.filter(({ value }) => filters.every((filter) => passes(filter, asked(filter.place), valueAt(value, filter.member))));
    const sorted = inOrder(left, asked(roles.sort), isDescending(roles.direction, asked(roles.direction)));
    const isPaged = limits !== undefined || roles.cursor !== undefined || roles.number !== undefined || roles.offset !== undefined;
    const size = isPaged ? Math.min(Number(asked(roles.size) ?? USUAL_SIZE), limits?.most ?? USUAL_SIZE) : sorted.length;
    const offset = offsetOf(
      sorted,
      { cursor: asked(roles.cursor), number: numberOf(asked(roles.number), roles.number), offset: asked(roles.offset) },
      size,
    );
    if (offset === undefined) return undefined;
    const kept = sorted.slice(offset, offset + size);
    const last = kept.at(-1);
    const hasMore = offset + kept.length < sorted.length && last !== undefined;
    return { kept, total: sorted.length, size, offset, ...(hasMore ? { next: last.key } : {}) };
  };
}

/** The number of a page from 0, where the document counts from 1 or from 0. */
function numberOf(asked: unknown, place: Place | undefined): number | undefined {
  if (asked === undefined || place === undefined) return undefined;
  const isFromZero = place.schemas.some(({ minimum, default: usual }) => Number(minimum) === 0 || usual === 0);
  return Math.max(0, Number(asked) - (isFromZero ? 0 : 1));
}

interface Start {
  readonly cursor: unknown;
  readonly number: number | undefined;
  readonly offset: unknown;
}

function offsetOf(sorted: readonly Kept[], { cursor, number, offset }: Start, size: number): number | undefined {
  if (cursor !== undefined && cursor !== null && cursor !== '') {
    const found = sorted.findIndex(({ key }) => key === String(cursor));
    return found === -1 ? undefined : found + 1;
  }
  if (number !== undefined) return number * size;
  return offset === undefined ? 0 : Number(offset);
}

function passes({ how, inclusive = true }: Filter, asked: unknown, value: unknown): boolean {
  if (asked === undefined) return true;
  if (how === 'equal') {
    const wanted = new Set((Array.isArray(asked) ? asked : [asked]).map(String));
    return (Array.isArray(value) ? value : [value]).some((one) => wanted.has(String(one)));
  }
  if (value === undefined || value === null) return false;
  const order = compared(value, asked);
  return (inclusive && order === 0) || (how === 'above' ? order > 0 : order < 0);
}

function isDescending(place: Place | undefined, asked: unknown): boolean {
  const [, down] = (place && directionsOf(place)) ?? [];
  return down !== undefined && asked === down;
}

/** `title`, `-title`, `title:desc`, `title,asc` and lists of them. */
function inOrder(kept: readonly Kept[], asked: unknown, isDown: boolean): readonly Kept[] {
  const keys = (Array.isArray(asked) ? asked : [asked]).flatMap((one) => {
    const [, minus, name, word] = /^([-+]?)([\w.]+)(?:[\s:,_]+(asc|desc)\w*)?$/i.exec(String(one ?? '')) ?? [];
    return name === undefined ? [] : [{ name: plain(name), factor: minus === '-' || word?.toLowerCase() === 'desc' || isDown ? -1 : 1 }];
  });
  if (keys.length === 0) return isDown ? kept.toReversed() : kept;
  return kept.toSorted((one, other) => {
    for (const { name, factor } of keys) {
      const order = compared(memberOf(one, name), memberOf(other, name)) * factor;
      if (order !== 0) return order;
    }
    return 0;
  });
}

function memberOf({ value }: Kept, name: string): unknown {
  const found = Object.keys(value).find((one) => plain(one) === name || plain(one) === `${name}at`);
  return found === undefined ? undefined : value[found];
}

/** Numbers by size, times by the moment, other values as text; what is absent comes last. */
function compared(one: unknown, other: unknown): number {
  if (one === undefined || one === null) return other === undefined || other === null ? 0 : 1;
  if (other === undefined || other === null) return -1;
  const [left, right] = [orderable(one), orderable(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function orderable(value: unknown): number | string {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  const text = String(value);
  return /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : text;
}
