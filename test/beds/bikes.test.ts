// The bikes bed: the service without faults does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers, probes } from '../../bench/beds/bikes/probes/index.ts';
import { seedId } from '../../bench/beds/bikes/seeds.ts';
import { createBikes, documentPath, listen } from '../../bench/beds/bikes/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = { stationId: seedId('e', 1), number: 7, plate: 'DE-1001', bookingId: seedId('b', 1), customerId: seedId('c', 1) };
const station = (number: number): typeof ids => ({ ...ids, stationId: seedId('e', number) });
const plated = (plate: string): typeof ids => ({ ...ids, plate });
const booked = (number: number): typeof ids => ({ ...ids, bookingId: seedId('b', number) });
const any = { headers: { 'if-match': '*' } };
const minimal = { headers: { 'if-match': '*', prefer: 'return=minimal' } };
const idOf = ({ json }: { readonly json: unknown }): string => String((json as { id: string }).id);

testLists('bikes', probes);

test('answers each operation as its document says', async () => {
  const { velo, rad, office, nobody } = callers(service.url);
  await call(nobody, 200, 'ping');
  await call(velo, 200, 'listStations', {}, { query: '?q=delft&tag=covered&box=4.3,51.9,5,52.5&limit=1&page=2' });
  const made = await call(velo, 201, 'createStation', {}, example('createStation'));
  await call(velo, 409, 'createStation', {}, example('createStation'));
  const seen = await call(velo, 200, 'getStation', ids);
  await call(velo, 304, 'getStation', ids, { headers: { 'if-modified-since': seen.headers.get('last-modified') ?? '' } });
  await call(rad, 404, 'getStation', ids);
  await call(velo, 200, 'replaceStation', ids, example('replaceStation'));
  await call(velo, 409, 'deleteStation', ids);
  await call(velo, 204, 'deleteStation', { stationId: idOf(made) });
  await call(velo, 410, 'getStation', { stationId: idOf(made) });
  await call(velo, 201, 'putDock', ids, example('putDock'));
  await call(velo, 200, 'putDock', ids, example('putDock'));
  await call(velo, 409, 'putDock', { ...station(3) }, example('putDock'));
  await call(velo, 200, 'listDocks', ids);
  await call(velo, 204, 'deleteDock', ids);
  await call(velo, 404, 'deleteDock', ids);
  await call(velo, 200, 'listBikes', {}, { query: '?orderBy=-dailyRate&status=available,inRepair&pageSize=2&maxRate=50.00&q=ou' });
  await call(velo, 201, 'putBike', plated('XX-0001'), example('putBike'));
  await call(velo, 428, 'putBike', plated('XX-0001'), example('putBike'));
  await call(velo, 412, 'putBike', plated('XX-0001'), { ...example('putBike'), headers: { 'if-match': '"old"' } });
  await call(velo, 412, 'putBike', plated('XX-0001'), { ...example('putBike'), headers: { 'if-none-match': '*' } });
  await call(velo, 200, 'putBike', plated('XX-0001'), { ...example('putBike'), ...any });
  const bike = await call(velo, 200, 'getBike', ids);
  await call(velo, 304, 'getBike', ids, { headers: { 'if-none-match': `W/${bike.headers.get('etag')}` } });
  await call(velo, 428, 'updateBike', ids, example('updateBike'));
  await call(velo, 200, 'updateBike', ids, { ...example('updateBike'), ...any });
  await call(velo, 204, 'updateBike', ids, { ...example('updateBike'), ...minimal });
  await call(velo, 409, 'updateBike', plated('DE-1004'), { ...example('updateBike'), ...any });
  await call(velo, 207, 'importBikes', {}, example('importBikes'));
  await call(velo, 207, 'importBikes', {}, example('importBikes'));
  await call(velo, 200, 'exportBikes', {}, { query: '?status=available' });
  await call(velo, 404, 'getPhoto', ids);
  await call(velo, 201, 'putPhoto', ids, { raw: 'a', type: 'image/png' });
  await call(velo, 200, 'putPhoto', ids, { raw: 'b', type: 'image/jpeg' });
  await call(velo, 200, 'getPhoto', ids);
  await call(velo, 204, 'deletePhoto', ids);
  await call(velo, 201, 'addRepair', ids, example('addRepair'));
  await call(velo, 200, 'listRepairs', ids);
  await call(velo, 409, 'deleteBike', ids);
  await call(velo, 204, 'deleteBike', plated('XX-0001'));
  await call(velo, 410, 'putBike', plated('XX-0001'), example('putBike'));
  await call(velo, 410, 'listRepairs', plated('XX-0001'));
  await call(velo, 200, 'listBookings', {}, { query: '?plate=DE-1001&status=confirmed&from=2026-08-05&to=2026-12-31&pageSize=1' });
  await call(velo, 201, 'createBooking', {}, example('createBooking'));
  await call(velo, 409, 'createBooking', {}, example('createBooking'));
  await call(velo, 200, 'getBooking', ids);
  await call(velo, 200, 'updateBooking', ids, example('updateBooking'));
  await call(velo, 409, 'updateBooking', ids, { body: { status: 'pickedUp' } });
  await call(velo, 204, 'updateBooking', ids, { body: { status: 'cancelled' }, headers: { prefer: 'return=minimal' } });
  await call(velo, 204, 'deleteBooking', ids);
  await call(velo, 410, 'getBooking', ids);
  await call(velo, 409, 'deleteBooking', booked(2));
  await call(office, 200, 'listCustomers', {}, { query: '?q=wit&sort=-name&limit=1' });
  const customer = await call(office, 201, 'createCustomer', {}, example('createCustomer'));
  await call(office, 409, 'createCustomer', {}, example('createCustomer'));
  await call(office, 200, 'getCustomer', ids);
  await call(office, 200, 'updateCustomer', ids, example('updateCustomer'));
  await call(office, 409, 'deleteCustomer', ids);
  await call(office, 204, 'deleteCustomer', { customerId: idOf(customer) });
  await call(office, 410, 'getCustomer', { customerId: idOf(customer) });
  const token = await call(office, 201, 'createToken', {}, example('createToken'));
  await call(office, 200, 'listTokens');
  await call(office, 204, 'deleteToken', { tokenId: idOf(token) });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { velo, office, reader, readerOffice, nobody } = callers(service.url);
  await call(nobody, 401, 'listBikes');
  await call(velo, 401, 'listCustomers');
  await call(office, 401, 'listBikes');
  await call(reader, 200, 'listBikes');
  await call(reader, 403, 'createStation', {}, example('createStation'));
  await call(readerOffice, 403, 'createCustomer', {}, example('createCustomer'));
  await call(velo, 400, 'listStations', {}, { query: '?limit=1&limit=2' });
  await call(velo, 422, 'listStations', {}, { query: '?box=5,51,4,52' });
  await call(velo, 400, 'listBikes', {}, { query: '?pageToken=a' });
  await call(velo, 400, 'listBikes', {}, { query: '?pageToken=%00.%00&orderBy=__proto__' });
  await call(velo, 400, 'createStation', {}, { raw: '{', type: 'application/json' });
  await call(velo, 400, 'createStation', {}, { body: [] });
  await call(velo, 413, 'createStation', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(velo, 415, 'createStation', {}, { raw: '{}', type: 'text/plain' });
  await call(velo, 415, 'putPhoto', ids, { raw: 'a', type: 'image/gif' });
  await call(velo, 400, 'putPhoto', ids, { raw: '', type: 'image/png' });
  await call(velo, 404, 'getBike', { plate: 'de-1001' });
  await call(velo, 404, 'getBike', { plate: '%E0%A4%A' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createBikes, callers)).toEqual([]);
});
