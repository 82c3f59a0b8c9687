// Probes of what values a request may have, and of the rules of values together.
import { of, type Probes, times } from '../../probes.ts';
import {
  address,
  adr,
  type Callers,
  customs,
  get,
  gets,
  item,
  made,
  parcel,
  patches,
  pickup,
  post,
  posts,
  shipment,
  shp,
} from './bodies.ts';

const PARCELS = `shipments/${shp(1)}/parcels`;
const EVENTS = `shipments/${shp(2)}/events`;
const BIG = { dimensions: { length: 160.1, width: 50, height: 50 } };
const HOOK = 'webhook_endpoints';
const window = (start: string, end: string): object => pickup({ window: { start, end } });

export const values: Probes<Callers> = {
  'address-name-too-long': posts(422, 'addresses', address({ name: 'a'.repeat(81) })),
  'address-name-null-in-patch': patches(422, `addresses/${adr(1)}`, { name: null }),
  'address-four-lines': posts(422, 'addresses', address({ lines: ['a', 'b', 'c', 'd'] })),
  'address-empty-line': posts(422, 'addresses', address({ lines: [''] })),
  'address-country-small-letters': posts(422, 'addresses', address({ country: 'be' })),
  'address-email-any-text': posts(422, 'addresses', address({ email: 'nobody' })),
  'address-phone-without-plus': posts(422, 'addresses', address({ phone: '3212345678' })),
  'address-unknown-member': posts(422, 'addresses', address({ state: 'A' })),
  'shipment-reference-refuses-longest': posts(201, 'shipments', shipment({ reference: 'a'.repeat(40) })),
  'shipment-metadata-numbers': posts(422, 'shipments', shipment({ metadata: { a: 1 } })),
  'shipment-ship-date-any-day': posts(422, 'shipments', shipment({ ship_date: '2031-02-30' })),
  'shipment-insurance-too-low': posts(422, 'shipments', shipment({ insurance_amount: 99 })),
  'customs-quantity-zero': posts(422, 'shipments', customs(item({ quantity: 0 }))),
  'customs-hs-code-short': posts(422, 'shipments', customs(item({ hs_code: '4901' }))),
  'parcel-too-heavy': posts(422, PARCELS, parcel({ weight_g: 30_001 })),
  'parcel-weight-as-text': posts(422, PARCELS, parcel({ weight_g: '70' })),
  'parcel-flat': posts(422, PARCELS, parcel({ dimensions: { length: 1, width: 1, height: 0 } })),
  'parcel-side-two-decimals': posts(422, PARCELS, parcel({ dimensions: { length: 1.25, width: 1, height: 1 } })),
  'event-type-unknown': posts(422, EVENTS, { type: 'lost', occurred_at: '2026-01-01T00:00:00Z' }),
  'webhook-url-plain-http': posts(422, HOOK, { url: 'http://a.example/', events: ['shipment.delivered'] }),
  'webhook-events-twice': posts(422, HOOK, { url: 'https://a.example/', events: times(2, () => 'shipment.delivered') }),
  'list-limit-fifty-one': gets(400, 'shipments?limit=51'),
  'list-limit-zero': gets(400, 'shipments?limit=0'),
  'created-gte-any-text': gets(400, 'shipments?created[gte]=yesterday'),
  'addresses-search-one-letter': gets(400, 'addresses?q=a'),
  'idempotency-key-short': posts(400, 'shipments', shipment(), { 'idempotency-key': 'a' }),
  'any-media-type': async ({ north }) => (await north('POST', '/v1/shipments', { body: shipment(), type: 'text/plain' })).status === 415,
  'postal-code-without-space': posts(422, 'addresses', address({ country: 'NL', postal_code: '3511NR' })),
  'postal-code-any-in-patch': patches(422, `addresses/${adr(2)}`, { postal_code: '041' }),
  'customs-missing-abroad': posts(422, 'shipments', shipment({ recipient: adr(2) })),
  'customs-mixed-currencies': posts(422, 'shipments', customs(item(), item({ value: { amount: 5, currency: 'USD' } }))),
  'deliver-by-before-ship-date': posts(422, 'shipments', shipment({ ship_date: '2031-03-02', deliver_by: '2031-03-01' })),
  'recipient-same-as-sender': posts(422, 'shipments', shipment({ recipient: adr(1) })),
  'girth-of-first-parcel-only': posts(422, 'shipments', shipment({ parcels: [parcel(), parcel(BIG)] })),
  'girth-free-in-put': async ({ north }) => (await north('PUT', '/v1/parcels/pcl_0000000000000001', { body: parcel(BIG) })).status === 422,
  'rate-begun-grams-free': async ({ north }) => {
    const id = await made(north, 'shipments', shipment({ parcels: [parcel()] }));
    const got = await get(north, `shipments/${id}/rates`);
    return of({ ...got, json: got.items[0]?.price }).amount === 510;
  },
  'rate-insurance-free': async ({ north }) => {
    const id = await made(north, 'shipments', shipment({ parcels: [parcel()], insurance_amount: 101 }));
    const got = await get(north, `shipments/${id}/rates`);
    return of({ ...got, json: got.items[0]?.price }).amount === 512;
  },
  'pickup-window-by-day': posts(422, 'pickups', window('2031-05-01T08:00:00Z', '2031-05-01T16:00:01Z')),
  'pickup-in-the-past': posts(422, 'pickups', window('2021-05-01T08:00:00Z', '2021-05-01T10:00:00Z')),
  'event-in-future': async ({ north }) =>
    (await post(north, EVENTS, { type: 'accepted', occurred_at: '2031-01-01T00:00:00Z' })).status === 422,
};
