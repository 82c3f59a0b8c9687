// The bed `tenancy`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { callers } from '../../bench/beds/tenancy/probes/callers.ts';
import { probes } from '../../bench/beds/tenancy/probes/index.ts';
import { createTenancy, documentPath, listen } from '../../bench/beds/tenancy/server.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = {
  buildingId: 'lq7d-02km',
  flatId: '4tzm-08ra',
  tenantId: 'u2n6-yy4c',
  leaseId: 'a3wx-9k5b',
  tradespersonId: 'e1pw-55kd',
  repairId: 'r5xn-27wa',
  month: '2031-05',
};
const { change } = taggedBy(judge, ids);
const idOf = (thing: { readonly json: unknown }): string => String((thing.json as { id: unknown }).id);
const MINE = { 'x-correlation-id': '0b9a1c5e-7d42-4f7e-9c1b-1f0f5a3e2d11' };

testLists('tenancy', probes);

test('answers for buildings, flats and tenants as its document says', async () => {
  const { brook, caretaker } = callers(service.url);
  const query = '?q=lin&city=berlin&amenity=garden&sortBy=name&descending=true&size=1';
  expect(of(await call(caretaker, 200, 'listBuildings', {}, { query }))).toMatchObject({ total: 1, nextStart: null });
  expect(of(await call(brook, 200, 'listBuildings', {}, { query: '?amenity=lift,garden' })).total).toBe(0);
  const building = { buildingId: idOf(await call(brook, 201, 'createBuilding', {}, example('createBuilding'))) };
  await call(brook, 409, 'createBuilding', {}, example('createBuilding'));
  await change(brook, 'getBuilding', 'replaceBuilding');
  const flat = { flatId: idOf(await call(brook, 201, 'createFlat', building, example('createFlat'))) };
  await call(brook, 409, 'createFlat', building, example('createFlat'));
  expect(of(await call(brook, 200, 'getBuilding', building))).toMatchObject({ flatCount: 1 });
  await call(brook, 409, 'deleteBuilding', building);
  await change(brook, 'getFlat', 'updateFlat');
  const filter = `?buildingId=${building.buildingId}&vacant=true&minRooms=2.5&maxRent=92500&sortBy=area`;
  expect(of(await call(caretaker, 200, 'listFlats', {}, { query: filter })).total).toBe(1);
  await call(brook, 204, 'deleteFlat', flat);
  await call(brook, 404, 'getFlat', flat);
  await call(brook, 409, 'deleteFlat', ids);
  await call(brook, 204, 'deleteBuilding', building);

  const tenant = { tenantId: idOf(await call(brook, 201, 'createTenant', {}, example('createTenant'))) };
  await call(brook, 409, 'createTenant', {}, example('createTenant'));
  await call(brook, 422, 'updateTenant', tenant, { body: { phone: null } });
  await change(brook, 'getTenant', 'updateTenant');
  expect(of(await call(caretaker, 200, 'listTenants', {}, { query: '?q=BRANDT&tag=no-pets&sortBy=lastName' })).total).toBe(1);
  await call(brook, 204, 'deleteTenant', tenant);
  await call(brook, 409, 'deleteTenant', ids);
});

test('answers for leases, charges and repairs as its document says', async () => {
  const { brook, caretaker } = callers(service.url);
  const made = await call(brook, 201, 'createLease', {}, { ...example('createLease'), headers: MINE });
  expect(made.headers.get('x-correlation-id')).toBe(MINE['x-correlation-id']);
  const lease = { leaseId: idOf(made), month: ids.month };
  await call(brook, 409, 'putCharge', lease, example('putCharge'));
  await call(brook, 409, 'terminateLease', lease, example('terminateLease'));
  await call(brook, 200, 'signLease', lease, example('signLease'));
  expect(of(await call(brook, 200, 'getFlat', ids)).vacant).toBe(false);
  await call(brook, 409, 'signLease', lease, example('signLease'));
  await call(brook, 409, 'deleteLease', lease);
  await call(brook, 204, 'deleteLease', { leaseId: 'h2vd-q81j' });
  const query = `?flatId=${ids.flatId}&tenantId=${ids.tenantId}&state=active&startsFrom=2031-05-01&startsTo=2031-05-01`;
  expect(of(await call(caretaker, 200, 'listLeases', {}, { query })).total).toBe(1);

  expect(of(await call(brook, 201, 'putCharge', lease, example('putCharge')))).toMatchObject({ total: 101_000, dueOn: '2031-05-03' });
  await call(brook, 200, 'putCharge', lease, example('putCharge'));
  await call(brook, 422, 'putCharge', lease, { body: { rent: 0, extras: [{ text: 'Credit', amount: -1 }] } });
  expect(of(await call(brook, 201, 'addPayment', lease, example('addPayment')))).toMatchObject({ due: 51_000, status: 'partly_paid' });
  await call(brook, 409, 'addPayment', lease, { body: { amount: 51_001, paidOn: '2031-05-04', method: 'cash' } });
  await call(brook, 409, 'putCharge', lease, example('putCharge'));
  expect(of(await call(brook, 200, 'getLease', lease)).balance).toBe(51_000);
  await call(brook, 422, 'terminateLease', lease, { body: { endsOn: '2031-04-30', reason: 'mutual' } });
  expect(of(await call(brook, 200, 'terminateLease', lease, example('terminateLease'))).state).toBe('ended');
  await call(brook, 201, 'addPayment', lease, { body: { amount: 51_000, paidOn: '2031-05-04', method: 'cash' } });
  expect(of(await call(brook, 200, 'listCharges', lease, { query: '?status=paid' })).total).toBe(1);
  expect(of(await call(brook, 200, 'getFlat', ids)).vacant).toBe(true);

  await call(caretaker, 200, 'listTradespeople', {}, { query: '?trade=heating' });
  const other = idOf(await call(brook, 201, 'createTradesperson', {}, example('createTradesperson')));
  await call(caretaker, 201, 'createRepair', {}, example('createRepair'));
  await change(caretaker, 'getRepair', 'updateRepair');
  await call(caretaker, 409, 'updateRepair', ids, { body: { tradespersonId: null } });
  await call(caretaker, 200, 'updateRepair', ids, { body: { status: 'done', cost: 0, tradespersonId: other } });
  await call(caretaker, 409, 'updateRepair', ids, { body: { cost: 1 } });
  const filter = `?flatId=b6rj-x4un&status=reported,done&priority=high&sortBy=priority&descending=true`;
  expect(of(await call(caretaker, 200, 'listRepairs', {}, { query: filter })).total).toBe(1);
  await call(brook, 409, 'deleteTradesperson', ids);
  await call(brook, 204, 'deleteTradesperson', { tradespersonId: other });
  expect(of(await call(brook, 200, 'getRepair', ids)).tradespersonId).toBeNull();
});

test('has been asked for each operation', () => {
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { brook, castle, caretaker, stranger } = callers(service.url);
  await call(stranger, 401, 'listFlats');
  await call(caretaker, 403, 'createBuilding', {}, example('createBuilding'));
  await call(caretaker, 403, 'signLease', ids, example('signLease'));
  await call(caretaker, 403, 'listCharges', ids);
  await call(brook, 400, 'listFlats', {}, { query: '?size=1&size=2' });
  await call(brook, 400, 'listFlats', {}, { query: '?vacant=yes' });
  await call(brook, 404, 'getFlat', { flatId: 'short' });
  await call(brook, 400, 'createBuilding', {}, { raw: '{', type: 'application/json' });
  await call(brook, 413, 'createBuilding', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(brook, 415, 'createBuilding', {}, { raw: '{}', type: 'text/plain' });
  expect(of(await call(brook, 422, 'createBuilding', {}, { body: {} }))).toMatchObject({ error: { at: ['name', 'address', 'floors'] } });
  await call(brook, 422, 'updateFlat', ids, { body: {} });
  await call(brook, 400, 'createLease', {}, { ...example('createLease'), headers: { 'x-correlation-id': 'mine' } });
  await call(castle, 404, 'getFlat', ids);
  await call(castle, 422, 'createRepair', {}, example('createRepair'));
  const wrong = await brook('DELETE', '/flats');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createTenancy, callers)).toEqual([]);
});
