// The bed `parcels`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers, probes } from '../../bench/beds/parcels/probes/index.ts';
import { seedId } from '../../bench/beds/parcels/seeds.ts';
import { createParcels, documentPath, listen } from '../../bench/beds/parcels/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = {
  address_id: seedId('adr', 1),
  shipment_id: seedId('shp', 1),
  parcel_id: seedId('pcl', 1),
  label_id: seedId('lbl', 3),
  pickup_id: seedId('pku', 1),
  webhook_endpoint_id: seedId('whk', 1),
};
const shipped = (number: number): { shipment_id: string } => ({ shipment_id: seedId('shp', number) });
const member = ({ json }: { readonly json: unknown }, name: string): string => String((json as Record<string, unknown>)[name]);
const old = { headers: { 'if-match': '"old"' } };

testLists('parcels', probes);

test('answers each operation as its document says', async () => {
  const { north, south } = callers(service.url);
  await call(north, 200, 'listAddresses', {}, { query: '?sort=-name&q=book&country=NL&limit=1' });
  const address = await call(north, 201, 'createAddress', {}, example('createAddress'));
  const seen = await call(north, 200, 'getAddress', ids);
  await call(north, 304, 'getAddress', ids, { headers: { 'if-none-match': seen.headers.get('etag') ?? '' } });
  await call(north, 412, 'updateAddress', ids, { ...example('updateAddress'), ...old });
  await call(north, 200, 'updateAddress', ids, example('updateAddress'));
  await call(north, 409, 'deleteAddress', ids);
  await call(north, 204, 'deleteAddress', { address_id: member(address, 'id') });
  await call(north, 200, 'listShipments', {}, { query: '?expand=sender,recipient,label&sort=total_weight_g&limit=3' });
  const key = { headers: { 'idempotency-key': 'parcels-test' } };
  await call(north, 201, 'createShipment', {}, { ...example('createShipment'), ...key });
  await call(north, 201, 'createShipment', {}, { ...example('createShipment'), ...key });
  await call(south, 404, 'getShipment', ids);
  const shown = await call(north, 200, 'getShipment', ids, { query: '?expand=sender' });
  await call(north, 304, 'getShipment', ids, { query: '?expand=sender', headers: { 'if-none-match': shown.headers.get('etag') ?? '' } });
  await call(north, 412, 'updateShipment', ids, { ...example('updateShipment'), ...old });
  await call(north, 200, 'updateShipment', ids, example('updateShipment'));
  await call(north, 409, 'updateShipment', shipped(2), example('updateShipment'));
  await call(north, 200, 'listParcels', ids);
  const parcel = await call(north, 201, 'createParcel', ids, example('createParcel'));
  await call(north, 200, 'getParcel', ids);
  await call(north, 200, 'replaceParcel', ids, example('replaceParcel'));
  await call(north, 204, 'deleteParcel', { parcel_id: member(parcel, 'id') });
  await call(north, 409, 'listRates', shipped(6));
  const { items } = await call(north, 200, 'listRates', ids);
  await call(north, 409, 'buyShipment', ids, example('buyShipment'));
  const label = await call(north, 201, 'buyShipment', ids, { body: { rate: items[0]?.id } });
  await call(north, 200, 'getLabel', { label_id: member(label, 'id') });
  await call(north, 200, 'downloadLabel', ids);
  await call(north, 200, 'listPickups', {}, { query: '?status=scheduled&start[gte]=2030-01-01T00:00:00Z' });
  const pickup = await call(north, 201, 'createPickup', {}, example('createPickup'));
  await call(north, 409, 'cancelShipment', shipped(2));
  await call(north, 200, 'getPickup', ids);
  await call(north, 200, 'cancelPickup', { pickup_id: member(pickup, 'id') });
  await call(north, 200, 'cancelShipment', ids);
  await call(north, 409, 'downloadLabel', { label_id: member(label, 'id') });
  await call(north, 201, 'createEvent', shipped(2), example('createEvent'));
  await call(north, 200, 'listEvents', shipped(4), { query: '?order=oldest&limit=1' });
  await call(north, 200, 'listWebhookEndpoints', {}, { query: '?enabled=false' });
  await call(north, 201, 'createWebhookEndpoint', {}, example('createWebhookEndpoint'));
  await call(north, 200, 'getWebhookEndpoint', ids);
  await call(north, 200, 'updateWebhookEndpoint', ids, example('updateWebhookEndpoint'));
  await call(north, 204, 'deleteWebhookEndpoint', ids);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { north, clerk, nobody } = callers(service.url);
  await call(nobody, 401, 'listShipments');
  await call(clerk, 403, 'listWebhookEndpoints');
  await call(clerk, 403, 'createShipment', {}, example('createShipment'));
  await call(north, 400, 'listShipments', {}, { query: '?limit=1&limit=2' });
  await call(north, 400, 'createAddress', {}, { raw: '{', type: 'application/json' });
  await call(north, 413, 'createAddress', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(north, 415, 'createAddress', {}, { raw: '{}', type: 'text/plain' });
  await call(north, 422, 'createAddress', {}, { body: {} });
  await call(north, 404, 'getShipment', { shipment_id: 'shp_1' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createParcels, callers)).toEqual([]);
});
