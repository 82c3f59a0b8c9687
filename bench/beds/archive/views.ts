// What answers show, and which answers they are.
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';
import type { Call } from './call.ts';
import type { Archive, Box, Collection, Has, Item, Reader, Request } from './things.ts';
import { Refusal, tagOf } from './wire.ts';

const OPEN = new Set(['waiting', 'fetched', 'reading']);
export const isOpen = ({ status }: Request): boolean => OPEN.has(status);

const count = <V>(things: Map<number, V>, isCounted: (thing: V) => boolean): number => [...things.values()].filter(isCounted).length;

export const viewOfCollection = ({ boxes }: Archive, { id, ...rest }: Collection): object => ({
  id,
  ...rest,
  box_count: count(boxes, (box) => box.collection_id === id),
});

export const itemsIn = ({ items }: Archive, { id }: Box): number => count(items, (item) => item.box_id === id);
export const viewOfBox = (archive: Archive, box: Box): object => ({ ...box, item_count: itemsIn(archive, box) });

export const openOf = ({ requests }: Archive, { id }: Reader, has: Has): number =>
  count(
    requests,
    (request) => request.reader_id === id && (isOpen(request) || (request.status === 'cancelled' && has('cancelled-counts-as-open'))),
  );
export const viewOfReader = (archive: Archive, reader: Reader, has: Has): object => ({
  ...reader,
  open_requests: openOf(archive, reader, has),
});

export function viewOfRequest(request: Request, has: Has): object {
  const prices = request.copies.map((order) => order.price_cents);
  const total = has('copies-total-last') ? (prices.at(-1) ?? 0) : prices.reduce((sum, price) => sum + price, 0);
  return { ...request, copies_total_cents: total };
}

/** Items are shown as they are kept. */
export function viewOfItem(item: Item, has: Has): object {
  const { fragile, ...rest } = item;
  return has('fragile-left-out') && !fragile ? rest : item;
}

/** The whole of something, with its tag. */
export const whole = (shown: object, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: shown,
  headers: { etag: tagOf(shown), ...headers },
});

/** The whole of something, or 304 if the client has it. */
export function wholeUnlessKnown({ header, has }: Call, shown: object, tagged = shown): Reply {
  const etag = tagOf(tagged);
  const full = { status: 200, body: shown, headers: { etag } };
  const known = header('if-none-match');
  if (known === undefined) return full;
  const isMissed = has('none-match-one-tag') && 'box_id' in tagged && known.includes(',');
  return !isMissed && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : full;
}

/** Refuses a tag that is not that of what is there now. */
export function requireMatch({ header }: Call, shown: object): void {
  const known = header('if-match');
  if (known !== undefined && !matchesStrong(known, tagOf(shown))) throw new Refusal('changed');
}

/** The thing with the id of the path. */
export function found<V>(things: Map<number, V>, id: number): V {
  const thing = things.get(id);
  if (thing === undefined) throw new Refusal('not_found');
  return thing;
}
