// Probes of what comes after something else.
import { of, type Probes, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { adr, type Callers, get, made, parcel, patch, patches, pickup, post, posts, rate, shipment, shp } from './bodies.ts';

const EVENT = { type: 'accepted', occurred_at: '2026-03-01T08:00:00Z' };
const KEY = { 'idempotency-key': 'again-and-again' };
const entries = (count: number, letter: string): object => ({
  metadata: Object.fromEntries(times(count, (index) => [`${letter}${index}`, 'a'])),
});

export const sequences: Probes<Callers> = {
  'address-deleted-under-recipient': async ({ north }) => (await north('DELETE', `/v1/addresses/${adr(2)}`)).status === 409,
  'address-patch-resets-residential': async ({ north }) =>
    of(await patch(north, `addresses/${adr(3)}`, { name: 'B' })).residential === true,
  'recipient-unknown': posts(422, 'shipments', shipment({ recipient: adr(99) })),
  'reference-taken': posts(409, 'shipments', shipment({ reference: 'order-1' })),
  'reference-taken-by-patch': patches(409, `shipments/${shp(1)}`, { reference: 'order-2' }),
  'reference-stays-taken': posts(201, 'shipments', shipment({ reference: 'order-5' })),
  'metadata-patch-replaces': async ({ north }) => {
    const got = await patch(north, `shipments/${shp(1)}`, { metadata: { size: 'a' } });
    return JSON.stringify(of(got).metadata) === '{"channel":"shop","size":"a"}';
  },
  'metadata-grows-by-patch': patches(422, `shipments/${shp(1)}`, entries(10, 'a')),
  'shipment-patch-null-ignored': async ({ north }) => of(await patch(north, `shipments/${shp(1)}`, { reference: null })).reference === null,
  'shipment-changed-after-buy': patches(409, `shipments/${shp(2)}`, { insurance_amount: 100 }),
  'cancel-twice': posts(409, `shipments/${shp(5)}/cancel`, {}),
  'cancel-in-transit': posts(409, `shipments/${shp(3)}/cancel`, {}),
  'cancel-under-pickup': posts(409, `shipments/${shp(7)}/cancel`, {}),
  'cancel-leaves-label': async ({ north }) => {
    await post(north, `shipments/${shp(2)}/cancel`, {});
    return of(await get(north, `labels/${seedId('lbl', 2)}`)).status === 'voided';
  },
  'parcel-added-after-buy': posts(409, `shipments/${shp(2)}/parcels`, parcel()),
  'parcel-deleted-after-buy': async ({ north }) => (await north('DELETE', `/v1/parcels/${seedId('pcl', 3)}`)).status === 409,
  'parcel-eleventh': async ({ north }) => {
    const id = await made(north, 'shipments', shipment({ parcels: times(10, () => parcel()) }));
    return (await post(north, `shipments/${id}/parcels`, parcel())).status === 409;
  },
  'parcel-put-keeps-contents': async ({ north }) =>
    of(await north('PUT', `/v1/parcels/${seedId('pcl', 1)}`, { body: parcel() })).contents === null,
  'parcel-put-keeps-total': async ({ north }) => {
    await north('PUT', `/v1/parcels/${seedId('pcl', 1)}`, { body: parcel() });
    return of(await get(north, `shipments/${shp(1)}`)).total_weight_g === 1600;
  },
  'parcel-delete-keeps-total': async ({ north }) => {
    await north('DELETE', `/v1/parcels/${seedId('pcl', 1)}`);
    return of(await get(north, `shipments/${shp(1)}`)).total_weight_g === 900;
  },
  'rate-holds-for-ever': async ({ north }) => {
    const id = await rate(north, shp(1));
    await post(north, `shipments/${shp(1)}/parcels`, parcel());
    return (await post(north, `shipments/${shp(1)}/buy`, { rate: id })).status === 409;
  },
  'buy-twice': async ({ north }) => {
    const body = { rate: await rate(north, shp(1)) };
    await post(north, `shipments/${shp(1)}/buy`, body);
    return (await post(north, `shipments/${shp(1)}/buy`, body)).status === 409;
  },
  'idempotency-other-body': async ({ north }) => {
    await post(north, 'shipments', shipment(), KEY);
    return (await post(north, 'shipments', shipment({ reference: 'b' }), KEY)).status === 422;
  },
  'idempotency-key-any-path': async ({ north }) => {
    await post(north, 'shipments', shipment(), KEY);
    return (await post(north, 'pickups', pickup(), KEY)).status === 201;
  },
  'pickup-key-ignored': async ({ north }) => {
    const first = await post(north, 'pickups', pickup(), KEY);
    return of(await post(north, 'pickups', pickup(), KEY)).id === of(first).id;
  },
  'pickup-twice': posts(409, 'pickups', pickup({ shipments: [shp(7)] })),
  'pickup-of-drafts': posts(409, 'pickups', pickup({ shipments: [shp(1)] })),
  'pickup-at-other-address': posts(422, 'pickups', pickup({ address: adr(2) })),
  'pickup-cancel-twice': posts(409, `pickups/${seedId('pku', 2)}/cancel`, {}),
  'pickup-cancel-keeps-shipments': async ({ north }) => {
    await post(north, `pickups/${seedId('pku', 1)}/cancel`, {});
    return (await post(north, 'pickups', pickup({ shipments: [shp(7)] }))).status === 201;
  },
  'event-after-delivery': posts(409, `shipments/${shp(4)}/events`, EVENT),
  'event-delivered-in-transit': async ({ north }) => {
    await post(north, `shipments/${shp(2)}/events`, { ...EVENT, type: 'delivered' });
    return of(await get(north, `shipments/${shp(2)}`)).status === 'delivered';
  },
  'event-leaves-purchased': async ({ north }) => {
    await post(north, `shipments/${shp(2)}/events`, EVENT);
    return of(await get(north, `shipments/${shp(2)}`)).status === 'in_transit';
  },
  'label-file-of-voided': async ({ north }) => {
    await post(north, `shipments/${shp(2)}/cancel`, {});
    return (await get(north, `labels/${seedId('lbl', 2)}/file`)).status === 409;
  },
  'webhook-url-taken': posts(409, 'webhook_endpoints', { url: 'https://north.example.com/hooks/1', events: ['shipment.delivered'] }),
  'webhook-events-added': async ({ north }) => {
    const got = await patch(north, `webhook_endpoints/${seedId('whk', 1)}`, { events: ['pickup.cancelled'] });
    return JSON.stringify(of(got).events) === '["pickup.cancelled"]';
  },
  'webhook-delete-does-nothing': async ({ north }) => {
    await north('DELETE', `/v1/webhook_endpoints/${seedId('whk', 1)}`);
    return (await get(north, `webhook_endpoints/${seedId('whk', 1)}`)).status === 404;
  },
};
