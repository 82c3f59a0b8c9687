// Collections, boxes and items.
import type { Call, Handler } from './call.ts';
import { paged, sorted } from './pages.ts';
import type { BoxBody, CollectionBody, Has, Item, ItemBody, Restriction } from './things.ts';
import { found, itemsIn, requireMatch, viewOfBox, viewOfCollection, viewOfItem, whole, wholeUnlessKnown } from './views.ts';
import { Refusal, wrongMember } from './wire.ts';

const listCollections: Handler = (call) => {
  const { archive, query, has } = call;
  const level = query.get('level');
  const q = query.get('q')?.toString().toLowerCase();
  const fitting = [...archive.collections.values()].filter(
    (one) => (level === undefined || one.level === level) && (q === undefined || one.title.toLowerCase().includes(q)),
  );
  const sort = String(query.get('sort') ?? 'code');
  const inOrder = sorted(fitting, sort, ({ code, title, year_from }, name) => ({ code, title, year_from })[name] ?? null);
  return paged(call, inOrder, (one) => viewOfCollection(archive, one), { nextAfterFullPage: has('next-after-full-page') });
};

const createCollection: Handler = ({ store, archive, body }) => {
  const wanted = body as CollectionBody;
  const { code, year_from: from, year_to: to } = wanted;
  if (to !== null && to < from) throw wrongMember('years_reversed', 'year_to', 'must not lie before year_from');
  if ([...archive.collections.values()].some((one) => one.code === code)) throw wrongMember('code_taken', 'code', 'is in use');
  const made = store.addCollection(archive, wanted);
  return whole(viewOfCollection(archive, made), 201, { location: `/collections/${made.id}` });
};

const getCollection: Handler = (call) => {
  const { archive, id } = call;
  return wholeUnlessKnown(call, viewOfCollection(archive, found(archive.collections, id)));
};

const deleteCollection: Handler = (call) => {
  const { archive, id } = call;
  requireMatch(call, viewOfCollection(archive, found(archive.collections, id)));
  if ([...archive.boxes.values()].some((box) => box.collection_id === id)) throw new Refusal('not_empty');
  archive.collections.delete(id);
  return { status: 204 };
};

const createBox: Handler = ({ store, archive, id, body, has }) => {
  const wanted = body as BoxBody;
  found(archive.collections, id);
  const isTaken = [...archive.boxes.values()].some((box) => box.collection_id === id && box.label === wanted.label);
  if (isTaken) throw wrongMember('label_taken', 'label', 'is in use');
  const made = store.addBox(archive, id, wanted);
  const location = has('box-location-nested') ? `/collections/${id}/boxes/${made.id}` : `/boxes/${made.id}`;
  return { status: 201, body: viewOfBox(archive, made), headers: { location } };
};

const getBox: Handler = ({ archive, id }) => ({ status: 200, body: viewOfBox(archive, found(archive.boxes, id)) });

/** The body of an item as it is kept. */
const kept = (body: ItemBody, has: Has): ItemBody =>
  body.barcode !== null && has('barcode-32-bits') ? { ...body, barcode: body.barcode | 0 } : body;

const createItem: Handler = ({ store, archive, id, body, has }) => {
  const box = found(archive.boxes, id);
  if (itemsIn(archive, box) >= box.capacity) throw new Refusal('box_full');
  const made = store.addItem(archive, id, kept(body as ItemBody, has));
  return whole(made, 201, { location: `/items/${made.id}` });
};

/** Whether an item fits the filters of a query. */
function fits({ dated, kind, tags, ...item }: Item, { query, has }: Call): boolean {
  const [from, to, tag] = ['dated_from', 'dated_to', 'tag'].map((name) => query.get(name)?.toString());
  const kinds = query.get('kind');
  const isInTime = to === undefined || (dated !== null && (has('dated-to-without-day') ? dated < to : dated <= to));
  return (
    isInTime &&
    (from === undefined || (dated !== null && dated >= from)) &&
    (!Array.isArray(kinds) || kinds.includes(kind)) &&
    (tag === undefined || tags.includes(tag)) &&
    item.box_id === (query.get('box_id') ?? item.box_id) &&
    item.fragile === (query.get('fragile') ?? item.fragile)
  );
}

const listItems: Handler = (call) => {
  const { archive, query, has } = call;
  const fitting = [...archive.items.values()].filter((item) => fits(item, call));
  const keyOf = ({ id, title, dated }: Item, name: string): number | string | null => ({ id, title, dated })[name] ?? null;
  const inOrder = sorted(fitting, String(query.get('sort') ?? 'id'), keyOf, has('undated-turned-round'));
  return paged(call, inOrder, (item) => viewOfItem(item, has));
};

const getItem: Handler = (call) => {
  const item = found(call.archive.items, call.id);
  return wholeUnlessKnown(call, viewOfItem(item, call.has), item);
};

const replaceItem: Handler = (call) => {
  const { archive, id, body, has } = call;
  const before = found(archive.items, id);
  if (!has('item-match-ignored')) requireMatch(call, before);
  const item = { ...before, ...kept(body as ItemBody, has) };
  archive.items.set(id, item);
  return whole(item);
};

const restrictItem: Handler = ({ archive, id, body }) => {
  const item = { ...found(archive.items, id), restriction: body as Restriction };
  archive.items.set(id, item);
  return whole(item);
};

export const stacks = {
  listCollections,
  createCollection,
  getCollection,
  deleteCollection,
  createBox,
  getBox,
  createItem,
  listItems,
  getItem,
  replaceItem,
  restrictItem,
};
