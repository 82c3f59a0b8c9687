// What all archives have, in memory, and what they start with.
import { Clock } from '../clock.ts';
import type {
  Archive,
  Box,
  BoxBody,
  Collection,
  CollectionBody,
  Item,
  ItemBody,
  Reader,
  ReaderBody,
  Request,
  RequestBody,
} from './things.ts';

const emptyArchive = (): Archive => ({
  collections: new Map(),
  boxes: new Map(),
  items: new Map(),
  readers: new Map(),
  requests: new Map(),
  seats: new Map(),
});

export type ArchiveName = 'north' | 'south';
type Kind = keyof Archive | 'copies';

export class Store {
  readonly #clock = new Clock();
  readonly #last = new Map<Kind, number>();
  readonly archives: Readonly<Record<ArchiveName, Archive>> = { north: emptyArchive(), south: emptyArchive() };

  now(): string {
    return this.#clock.now();
  }

  /** The archives count together, so that an id is that of one archive only. */
  nextId(kind: Kind): number {
    const next = (this.#last.get(kind) ?? 0) + 1;
    this.#last.set(kind, next);
    return next;
  }

  addCollection({ collections }: Archive, body: CollectionBody): Collection {
    const collection = { id: this.nextId('collections'), ...body, created_at: this.now() };
    collections.set(collection.id, collection);
    return collection;
  }

  addBox({ boxes }: Archive, collectionId: number, body: BoxBody): Box {
    const box = { id: this.nextId('boxes'), collection_id: collectionId, ...body };
    boxes.set(box.id, box);
    return box;
  }

  addItem({ items }: Archive, boxId: number, body: ItemBody): Item {
    const item: Item = {
      id: this.nextId('items'),
      box_id: boxId,
      ...body,
      restriction: null,
      place: 'in_box',
      created_at: this.now(),
    };
    items.set(item.id, item);
    return item;
  }

  addReader({ readers }: Archive, body: ReaderBody): Reader {
    const reader = { id: this.nextId('readers'), ...body, created_at: this.now() };
    readers.set(reader.id, reader);
    return reader;
  }

  addRequest({ requests }: Archive, body: RequestBody): Request {
    const request: Request = {
      id: this.nextId('requests'),
      ...body,
      status: 'waiting',
      note: null,
      desk: null,
      fetched_at: null,
      returned_at: null,
      copies: [],
      created_at: this.now(),
    };
    requests.set(request.id, request);
    return request;
  }
}

const collection = (code: string, title: string, more: Partial<CollectionBody> = {}): CollectionBody => ({
  code,
  title,
  level: 'fonds',
  description: null,
  year_from: 1850,
  year_to: null,
  languages: [],
  website: null,
  ...more,
});

const box = (label: string, bay: number, capacity: number): BoxBody => ({
  label,
  shelf: { room: 'basement', bay, level: 2 },
  capacity,
  height_cm: 12.5,
});

const item = (title: string, kind: string, pages: number, more: Partial<ItemBody> = {}): ItemBody => ({
  title,
  kind,
  pages,
  dated: null,
  tags: [],
  fragile: false,
  insured_eur: null,
  barcode: null,
  writer: null,
  ...more,
});

const reader = (number: string, name: string, more: Partial<ReaderBody> = {}): ReaderBody => ({
  card_number: number,
  name,
  email: `${name.toLowerCase()}@example.org`,
  birth_date: null,
  card_until: null,
  groups: [],
  phone: null,
  address: null,
  ...more,
});

function seedNorth(store: Store): void {
  const { north } = store.archives;
  const estate = store.addCollection(north, collection('EST/12', 'Estate of the Hale family', { languages: ['en', 'la'], year_to: 1931 }));
  const mills = store.addCollection(north, collection('MIL/3', 'Mills on the river', { level: 'series', year_from: 1790 }));
  const letters = store.addBox(north, estate.id, box('A1', 4, 40));
  const plans = store.addBox(north, mills.id, box('B7', 11, 25));
  store.addItem(
    north,
    letters.id,
    item('Letter to the bailiff', 'letter', 4, { dated: '1871-03-02', tags: ['rent'], writer: { name: 'E. Hale' } }),
  );
  store.addItem(
    north,
    letters.id,
    item('Rent ledger', 'ledger', 212, { dated: '1880-12-31', tags: ['rent', 'accounts'], insured_eur: 1250.5 }),
  );
  store.addItem(north, plans.id, item('Map of the upper weir', 'map', 1, { fragile: true, barcode: 40_017_731 }));
  const ada = store.addReader(north, reader('R-000101', 'Ada', { groups: ['scholar'], phone: '+441632960011' }));
  store.addReader(north, reader('R-000102', 'Bram', { card_until: '2031-06-30' }));
  store.addRequest(north, { item_id: 2, reader_id: ada.id, reading_day: '2026-03-03', purpose: 'Rents of 1880' });
}

function seedSouth(store: Store): void {
  const { south } = store.archives;
  const parish = store.addCollection(south, collection('PAR/1', 'Parish registers', { level: 'register', year_from: 1602 }));
  const first = store.addBox(south, parish.id, box('A1', 1, 10));
  store.addItem(south, first.id, item('Baptisms', 'ledger', 96, { dated: '1650-01-01' }));
  const cato = store.addReader(south, reader('R-000101', 'Cato'));
  store.addRequest(south, { item_id: 4, reader_id: cato.id, reading_day: '2026-03-04', purpose: null });
}

/** A store with the things that both archives start with. */
export function createStore(): Store {
  const store = new Store();
  seedNorth(store);
  seedSouth(store);
  return store;
}
