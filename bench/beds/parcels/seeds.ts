// What the accounts of the parcel service have from the start.
import { type Account, Store } from './store.ts';
import type { Address, Label, Shipment } from './things.ts';

export const seedId = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(16, '0')}`;

type Place = Pick<Address, 'name' | 'company' | 'lines' | 'city' | 'postal_code' | 'country'>;

const PLACES: readonly Place[] = [
  { name: 'Warehouse', company: 'Tulip Books', lines: ['Havenweg 3'], city: 'Utrecht', postal_code: '3526 KX', country: 'NL' },
  { name: 'Jonas Weber', company: null, lines: ['Lindenallee 8'], city: 'Leipzig', postal_code: '04109', country: 'DE' },
  { name: 'Sanne Bakker', company: null, lines: ['Grote Markt 14', '2nd floor'], city: 'Breda', postal_code: '4811 XR', country: 'NL' },
  { name: 'Ava Clark', company: 'Clark Prints', lines: ['5 Mill Lane'], city: 'York', postal_code: 'YO1 7EP', country: 'GB' },
];

const CUSTOMS = { purpose: 'sale', items: [{ description: 'Printed books', quantity: 2, value: { amount: 2400, currency: 'EUR' } }] };

interface Kind {
  readonly status: Shipment['status'];
  readonly parcels: number;
  readonly isAbroad?: boolean;
}

const KINDS: readonly Kind[] = [
  { status: 'draft', parcels: 2 },
  { status: 'purchased', parcels: 1 },
  { status: 'in_transit', parcels: 1, isAbroad: true },
  { status: 'delivered', parcels: 1 },
  { status: 'cancelled', parcels: 0 },
  { status: 'draft', parcels: 0 },
  { status: 'purchased', parcels: 1 },
];

const BOUGHT: readonly string[] = ['purchased', 'in_transit', 'delivered'];
const WEIGHTS = [1250, 900];

function addLabel(store: Store, account: Account, shipment: string, weight: number, number: number): Label {
  const price = { amount: 490 + 60 * Math.ceil(weight / 500), currency: 'EUR' };
  const about = { status: 'valid', format: number % 2 === 0 ? 'pdf' : 'zpl', service_level: 'standard', price, voided_at: null } as const;
  const label = { id: seedId('lbl', number), shipment, ...about, tracking_number: store.trackingNumber(), created: store.now() };
  account.labels.set(label.id, label);
  return label;
}

function addShipment(store: Store, account: Account, number: number, { status, parcels, isAbroad = false }: Kind, first: number): void {
  const id = seedId('shp', number);
  const weights = WEIGHTS.slice(0, parcels);
  for (const [index, weight_g] of weights.entries()) {
    const parcel = seedId('pcl', 2 * number - 1 + index);
    const dimensions = { length: 30, width: 20.5, height: 12 };
    account.parcels.set(parcel, { id: parcel, shipment: id, dimensions, weight_g, contents: 'Books', created: store.now() });
  }
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const label = BOUGHT.includes(status) ? addLabel(store, account, id, weight, number) : undefined;
  const now = store.now();
  const ways = { sender: seedId('adr', first), recipient: seedId('adr', first + (isAbroad ? 1 : 2)), customs: isAbroad ? CUSTOMS : null };
  const given = { reference: `order-${number}`, ship_date: null, deliver_by: null, insurance_amount: null, metadata: { channel: 'shop' } };
  const bought = { tracking_number: label?.tracking_number ?? null, label: label?.id ?? null, pickup: null };
  const counts = { parcel_count: parcels, total_weight_g: weight };
  account.shipments.set(id, { id, status, ...ways, ...given, ...counts, ...bought, created: now, updated: now });
}

function addPickup(store: Store, account: Account, number: number, shipment: number, address: number, isScheduled: boolean): void {
  const id = seedId('pku', number);
  const window = { start: '2031-03-10T09:00:00Z', end: '2031-03-10T12:00:00Z' };
  const about = { address: seedId('adr', address), window, shipments: [seedId('shp', shipment)], instructions: null };
  account.pickups.set(id, {
    id,
    status: isScheduled ? 'scheduled' : 'cancelled',
    ...about,
    confirmation: `AB34C${number % 10}`,
    created: store.now(),
  });
  const fetched = account.shipments.get(seedId('shp', shipment));
  if (fetched !== undefined && isScheduled) account.shipments.set(fetched.id, { ...fetched, pickup: id });
}

function addEvents(store: Store, account: Account, first: number, shipment: number, types: readonly string[]): void {
  for (const [index, type] of types.entries()) {
    const id = seedId('evt', first + index);
    const event = { id, shipment: seedId('shp', shipment), type, occurred_at: `2026-03-0${index + 1}T09:00:00.000Z` };
    account.events.set(id, { ...event, location: { city: 'Utrecht', country: 'NL' }, note: null, created: store.now() });
  }
}

/** Fills an account with things whose ids have numbers after the first one. */
function fill(store: Store, name: string, offset: number): void {
  const account = store.account(name);
  for (const [index, place] of PLACES.entries()) {
    const now = store.now();
    const id = seedId('adr', offset + index + 1);
    account.addresses.set(id, { id, ...place, phone: null, email: null, residential: index === 2, created: now, updated: now });
  }
  for (const [index, kind] of KINDS.entries()) addShipment(store, account, offset + index + 1, kind, offset + 1);
  addEvents(store, account, offset + 1, offset + 3, ['accepted', 'departed']);
  addEvents(store, account, offset + 3, offset + 4, ['accepted', 'out_for_delivery', 'delivered']);
  addPickup(store, account, offset + 1, offset + 7, offset + 1, true);
  addPickup(store, account, offset + 2, offset + 2, offset + 1, false);
  for (const [index, enabled] of [true, false].entries()) {
    const id = seedId('whk', offset + index + 1);
    const url = `https://${name}.example.com/hooks/${index + 1}`;
    account.webhooks.set(id, { id, url, events: ['shipment.delivered'], description: null, enabled, created: store.now() });
    account.secrets.set(id, `whsec_${String(index + 1).repeat(32)}`);
  }
}

export function createStore(): Store {
  const store = new Store();
  fill(store, 'north', 0);
  fill(store, 'south', 50);
  return store;
}
