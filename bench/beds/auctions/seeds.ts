// What two houses have from the start.
import { addBid, addLot, settle } from './rules.ts';
import { type House, Store } from './store.ts';
import type { Agreement, Bidder, Consignor, Invoice, Lot, LotInput, Sale } from './things.ts';

const NONE: ReadonlySet<string> = new Set();

const AGREEMENT: Agreement = { version: 1, commissionRate: 10, signedOn: '2024-01-15', endsOn: null, unsoldFee: 2500 };

function addConsignor(store: Store, house: House, name: string, agreement: Agreement | null): Consignor {
  const consignor: Consignor = {
    id: store.id('consignor'),
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@consignors.example`,
    iban: 'DE02120300000000202051',
    address: { street: 'Am Wall 12', city: 'Bremen', postalCode: '28195', country: 'DE' },
    agreement,
    createdAt: store.now(),
  };
  house.consignors.set(consignor.id, consignor);
  return consignor;
}

function addBidder(store: Store, house: House, name: string, deposit: number, blocked = false): Bidder {
  const bidder: Bidder = {
    id: store.id('bidder'),
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@bidders.example`,
    phone: '+4942112345',
    country: 'DE',
    deposit,
    limit: 10 * deposit,
    pin: store.pin(),
    blocked,
    watches: new Map(),
    createdAt: store.now(),
  };
  house.bidders.set(bidder.id, bidder);
  return bidder;
}

function addSale(store: Store, house: House, title: string, day: string, room: string | null): Sale {
  const sale: Sale = {
    id: store.id('sale'),
    title,
    description: null,
    room,
    opensAt: `${day}T09:00:00.000Z`,
    closesAt: `${day}T17:00:00.000Z`,
    viewings: [],
    premiumRate: 25,
    taxRate: 19,
    increments: [
      { from: 0, step: 1000 },
      { from: 20_000, step: 2500 },
      { from: 100_000, step: 10_000 },
    ],
    state: 'draft',
    createdAt: store.now(),
    closedAt: null,
  };
  house.sales.set(sale.id, sale);
  return sale;
}

const lot = (consignorId: number, title: string, low: number, others: Partial<LotInput> = {}): LotInput => ({
  title,
  description: null,
  category: 'prints',
  consignorId,
  estimate: { low, high: low * 1.5 },
  reserve: null,
  artist: null,
  dimensions: null,
  provenance: [],
  images: [],
  ...others,
});

/** Places bids of two bidders in turn. */
function raise(store: Store, on: Lot, bidders: readonly Bidder[], ...amounts: readonly number[]): void {
  for (const [index, amount] of amounts.entries()) addBid(store, on, bidders[index % bidders.length]?.id ?? 0, amount);
}

function pay(store: Store, invoice: Invoice | undefined, amount: number): void {
  invoice?.payments.push({ id: store.id('payment'), amount, method: 'transfer', receivedOn: '2026-02-20' });
}

function fillAlder(store: Store): void {
  const house = store.alder;
  const { id: estate } = addConsignor(store, house, 'Estate of Kessler', AGREEMENT);
  addConsignor(store, house, 'Gallery Norden', null);
  addConsignor(store, house, 'Museum of Toys', { ...AGREEMENT, endsOn: '2025-06-30' });
  const lena = addBidder(store, house, 'Lena Vogt', 100_000);
  const ivo = addBidder(store, house, 'Ivo Marek', 50_000);
  addBidder(store, house, 'Tomas Lind', 20_000, true);

  const prints = addSale(store, house, 'Prints and posters', '2040-03-01', 'Great hall');
  const silver = addSale(store, house, 'Silver', '2040-04-02', 'Great hall');
  const books = addSale(store, house, 'Books', '2026-02-10', null);
  books.description = 'Books and maps';

  const add = (sale: Sale, input: LotInput): Lot => addLot(store, house, sale.id, input);
  const harbour = add(prints, lot(estate, 'Harbour at night', 40_000, { reserve: 35_000, artist: { name: 'Odile Brandt', born: 1902 } }));
  add(prints, lot(estate, 'Poster "Alps"', 20_000, { description: 'With a small tear.', dimensions: { width: 62.5, height: 99.5 } }));
  add(prints, lot(estate, 'Two etchings', 15_000, { provenance: ['Private collection'] }));
  add(silver, lot(estate, 'Tea set', 80_000, { category: 'silver', reserve: 70_000 }));
  add(silver, lot(estate, 'Six spoons', 12_000, { category: 'silver' }));
  raise(store, harbour, [lena, ivo], 20_000, 22_500);
  prints.state = 'open';

  const atlas = add(books, lot(estate, 'Atlas', 60_000, { category: 'books' }));
  const letters = add(books, lot(estate, 'Letters', 30_000, { category: 'books', reserve: 30_000 }));
  const herbal = add(books, lot(estate, 'Herbal', 25_000, { category: 'books' }));
  raise(store, atlas, [ivo, lena], 50_000, 52_500);
  raise(store, letters, [lena], 18_000);
  raise(store, herbal, [lena, ivo], 20_000, 22_500);
  settle(store, house, books, '2026-02-10T17:05:00.000Z', NONE);
  const [first, second] = house.invoices.values();
  pay(store, first, 20_000);
  pay(store, second, 22_500 + 5625 + 1069);
}

function fillBirch(store: Store): void {
  const house = store.birch;
  const { id: collector } = addConsignor(store, house, 'Collector West', AGREEMENT);
  const anna = addBidder(store, house, 'Anna Roth', 80_000);
  const chairs = addSale(store, house, 'Chairs', '2040-03-01', 'Studio');
  const lamps = addSale(store, house, 'Lamps', '2026-03-03', null);
  addLot(store, house, chairs.id, lot(collector, 'Armchair', 30_000, { category: 'furniture' }));
  const lamp = addLot(store, house, lamps.id, lot(collector, 'Desk lamp', 9000, { category: 'furniture' }));
  raise(store, lamp, [anna], 9000);
  settle(store, house, lamps, '2026-03-03T17:00:00.000Z', NONE);
  chairs.state = 'open';
}

/** A store with what two houses have. */
export function createStore(): Store {
  const store = new Store();
  fillAlder(store);
  fillBirch(store);
  return store;
}
