// The operations: their addresses, what they take, and what answers them.
import type { Handler, Value } from './call.ts';
import { isDay } from './checks.ts';
import { room } from './room.ts';
import { KINDS, type ShapeName } from './shapes.ts';
import { stacks } from './stacks.ts';
import type { Has } from './things.ts';

/** Reads the text of a parameter. Undefined if the text is wrong. */
type Read = (text: string) => Value | undefined;

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
  readonly shape?: ShapeName;
  readonly query?: Readonly<Record<string, Read>>;
  /** Parameters that may be there several times. */
  readonly lists?: Readonly<Record<string, { readonly read: Read; readonly most: number }>>;
  readonly headers?: Readonly<Record<string, Read>>;
  /** Whether `If-Match` must be there. */
  readonly mustMatch?: boolean;
}

const LARGEST_ID = 2_147_483_647;

const number =
  (least: number, most: number): Read =>
  (text) =>
    /^(0|[1-9]\d*)$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

const text =
  (least: number, most: number): Read =>
  (value) =>
    [...value].length >= least && [...value].length <= most ? value : undefined;

const oneOf =
  (...values: readonly string[]): Read =>
  (value) =>
    values.includes(value) ? value : undefined;

const flag: Read = (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined);

export const readDay: Read = (value) => (isDay(value) ? value : undefined);
export const readId = number(1, LARGEST_ID);
const readKind = oneOf(...KINDS);

const both = (...names: readonly string[]): string[] => names.flatMap((name) => [name, `-${name}`]);
const tags = text(1, Number.POSITIVE_INFINITY);
const known = { 'If-None-Match': tags };
const match = { 'If-Match': tags };

/** All operations. */
export function routesOf(has: Has): readonly Route[] {
  const pages = (most = 50): Record<string, Read> => ({ page: number(1, 10_000), per_page: number(1, most) });
  const ofCollections = {
    ...pages(),
    level: oneOf('fonds', 'series', 'papers', 'register'),
    q: text(1, 60),
    sort: oneOf(...both('code', 'title', 'year_from')),
  };
  const ofItems = {
    ...pages(has('per-page-51') ? 500 : 50),
    box_id: readId,
    tag: text(1, 30),
    fragile: flag,
    dated_from: readDay,
    dated_to: readDay,
    sort: oneOf(...both('id', 'title', 'dated')),
  };
  const ofRequests = {
    ...pages(),
    status: oneOf('waiting', 'fetched', 'reading', 'returned', 'cancelled'),
    reader_id: readId,
    reading_day: readDay,
    sort: oneOf(...both('id', 'reading_day')),
  };
  const moving = { ...match, 'X-Desk': number(1, has('desk-nine') ? 9 : 8) };
  return [
    { method: 'GET', path: '/collections', handler: stacks.listCollections, query: ofCollections },
    { method: 'POST', path: '/collections', handler: stacks.createCollection, shape: 'collection' },
    { method: 'GET', path: '/collections/{collection_id}', handler: stacks.getCollection, headers: known },
    { method: 'DELETE', path: '/collections/{collection_id}', handler: stacks.deleteCollection, headers: match },
    { method: 'POST', path: '/collections/{collection_id}/boxes', handler: stacks.createBox, shape: 'box' },
    { method: 'GET', path: '/boxes/{box_id}', handler: stacks.getBox },
    { method: 'POST', path: '/boxes/{box_id}/items', handler: stacks.createItem, shape: 'item' },
    { method: 'GET', path: '/items', handler: stacks.listItems, query: ofItems, lists: { kind: { read: readKind, most: 5 } } },
    { method: 'GET', path: '/items/{item_id}', handler: stacks.getItem, headers: known },
    { method: 'PUT', path: '/items/{item_id}', handler: stacks.replaceItem, shape: 'item', headers: match, mustMatch: true },
    { method: 'PUT', path: '/items/{item_id}/restriction', handler: stacks.restrictItem, shape: 'restriction' },
    { method: 'POST', path: '/readers', handler: room.createReader, shape: 'reader' },
    { method: 'GET', path: '/readers/{reader_id}', handler: room.getReader },
    { method: 'GET', path: '/requests', handler: room.listRequests, query: ofRequests },
    { method: 'POST', path: '/requests', handler: room.createRequest, shape: 'request' },
    { method: 'GET', path: '/requests/{request_id}', handler: room.getRequest, headers: known },
    { method: 'PATCH', path: '/requests/{request_id}', handler: room.moveRequest, shape: 'move', headers: moving },
    { method: 'POST', path: '/requests/{request_id}/copies', handler: room.orderCopies, shape: 'copies' },
    { method: 'GET', path: '/reading_days/{day}', handler: room.getReadingDay },
    { method: 'POST', path: '/reading_days/{day}/seats', handler: room.reserveSeat, shape: 'seat' },
  ];
}
