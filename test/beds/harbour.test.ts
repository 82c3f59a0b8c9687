// The bed `harbour`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Got, Send, Sent } from '../../bench/beds/client.ts';
import { callers } from '../../bench/beds/harbour/probes/callers.ts';
import { probes } from '../../bench/beds/harbour/probes/index.ts';
import { createHarbour, documentPath, listen } from '../../bench/beds/harbour/server.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ANNOUNCED = { callId: '5f0c00000001' };
const ORDERED = { callId: '5f0c00000002' };
const ARRIVED = { callId: '5f0c00000003' };
const BERTHED = { callId: '5f0c00000004' };
const CANCELLED = { callId: '5f0c00000006' };
const ELVINE = { shipNumber: '9100049' };
const ids = { ...ELVINE, ...ANNOUNCED, code: 'B2' };
const { readTwice, change } = taggedBy(judge, ids);

const body = (value: unknown): Sent => ({ body: value });
const at = (time: string): Sent => body({ at: time });

/** Calls an operation with the example of its body. */
const tried = (send: Send, status: number, id: string, path: Readonly<Record<string, string>> = {}): Promise<Got> =>
  call(send, status, id, path, example(id));

testLists('harbour', probes);

test('answers each operation as its document says', async () => {
  const { skarvik, lunde, watch } = callers(service.url);
  await call(watch, 200, 'listVessels', {}, { query: '?type=bulk,ferry&flag=NO&minLength=50&q=dag&sort=-name&perPage=1' });
  await tried(skarvik, 201, 'registerVessel');
  await tried(skarvik, 409, 'registerVessel');
  await tried(lunde, 201, 'registerVessel');
  await call(skarvik, 204, 'deleteVessel', { shipNumber: '9300011' });
  await change(skarvik, 'getVessel', 'updateVessel');
  await call(skarvik, 409, 'updateVessel', { shipNumber: '9100025' }, body({ beam: 32 }));

  await call(watch, 200, 'listBerths', {}, { query: '?accepts=bulk&minDepth=6.5&free=true' });
  await readTwice(watch, 'getBerth');
  await tried(skarvik, 201, 'putBerth', { code: 'C1' });
  await tried(skarvik, 200, 'putBerth', { code: 'C1' });
  await tried(skarvik, 409, 'putBerth', { code: 'A2' });
  await call(skarvik, 412, 'putBerth', { code: 'C1' }, { ...example('putBerth'), headers: { 'if-none-match': '*' } });
  await call(skarvik, 412, 'putBerth', { code: 'C2' }, { ...example('putBerth'), headers: { 'if-match': '*' } });

  await call(watch, 200, 'listCalls', {}, { query: '?state=announced&dangerous=false&etaBefore=2032-01-01T00:00:00Z&sort=-createdAt' });
  const made = of(await tried(skarvik, 201, 'announceCall'));
  expect(made).toMatchObject({ eta: '2031-06-01T04:30:00.000Z', pilotRequired: true, tugsRequired: 0 });
  await tried(skarvik, 409, 'announceCall');
  await change(skarvik, 'getCall', 'updateCall');
  await call(skarvik, 409, 'deleteVessel', ELVINE);
  await tried(skarvik, 200, 'cancelCall', { callId: String(made.id) });
  await tried(skarvik, 409, 'cancelCall', ARRIVED);

  await call(watch, 200, 'listOrders', ORDERED, { query: '?kind=pilot&state=open' });
  const tugs = { orderId: String(of(await tried(skarvik, 201, 'placeOrder', ANNOUNCED)).id) };
  const done = await tried(watch, 200, 'completeOrder', tugs);
  expect(of(done)).toMatchObject({ state: 'completed', hours: 2.5, price: 200_000 });
  await tried(skarvik, 409, 'cancelOrder', tugs);
  expect(of(await tried(skarvik, 200, 'cancelOrder', { orderId: '0d0000000003' })).price).toBe(0);
  const goods = await tried(skarvik, 200, 'declareGoods', ORDERED);
  expect(of(goods).totalQuantity).toBe(18_890.5);
  await tried(skarvik, 409, 'declareGoods', BERTHED);
  expect(of(await tried(skarvik, 200, 'decideClearance', ANNOUNCED))).toMatchObject({ decision: 'granted', reason: null });
  await call(skarvik, 200, 'decideClearance', ORDERED, body({ decision: 'refused', reason: 'Papers are missing.' }));

  await tried(watch, 200, 'recordArrival', ANNOUNCED);
  await tried(watch, 409, 'recordArrival', ANNOUNCED);
  await tried(watch, 200, 'recordBerthing', ARRIVED);
  await tried(watch, 409, 'recordBerthing', ORDERED);
  await call(watch, 409, 'recordBerthing', ANNOUNCED, body({ berth: 'B2', at: '2031-05-02T07:00:00Z' }));
  await call(skarvik, 409, 'getDues', CANCELLED);
  await call(skarvik, 409, 'getDues', ORDERED);
  const dues = of(await call(skarvik, 200, 'getDues', ARRIVED));
  expect(dues).toMatchObject({ days: 2, total: 67_200, balance: 67_200, payments: [] });
  await tried(watch, 409, 'recordDeparture', ARRIVED);
  await tried(skarvik, 201, 'recordPayment', ARRIVED);
  await tried(skarvik, 200, 'recordPayment', ARRIVED);
  await call(skarvik, 409, 'recordPayment', ARRIVED, body({ reference: 'REST', amount: 42_201, method: 'card', paidOn: '2031-04-12' }));
  await call(skarvik, 201, 'recordPayment', ARRIVED, body({ reference: 'REST', amount: 42_200, method: 'card', paidOn: '2031-04-12' }));
  expect(of(await tried(watch, 200, 'recordDeparture', ARRIVED)).state).toBe('departed');
  expect(of(await call(skarvik, 200, 'getDues', ARRIVED))).toMatchObject({ days: 3, balance: 33_600 });

  const incidentId = String(of(await tried(watch, 201, 'reportIncident')).id);
  await call(watch, 200, 'listIncidents', {}, { query: '?kind=spill&state=open&minSeverity=3&shipNumber=9100025' });
  await tried(skarvik, 200, 'resolveIncident', { incidentId });
  await tried(skarvik, 409, 'resolveIncident', { incidentId });
  expect(of(await tried(skarvik, 201, 'publishNotice')).number).toBe(2);
  await call(watch, 200, 'getNotice', { number: 2 });
  await call(watch, 200, 'listNotices', {}, { query: '?berth=A1&activeAt=2031-07-01T00:00:00Z&closes=true' });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { skarvik, lunde, watch, stranger } = callers(service.url);
  await call(stranger, 401, 'listVessels');
  await call(watch, 403, 'getDues', BERTHED);
  await tried(watch, 403, 'registerVessel');
  await call(lunde, 404, 'getCall', BERTHED);
  await call(skarvik, 404, 'getNotice', { number: 17 });
  await call(skarvik, 404, 'getBerth', { code: 'X1' });
  await call(skarvik, 400, 'listVessels', {}, { query: '?page=1&page=2' });
  await call(skarvik, 400, 'getVessel', ELVINE, { query: '?expand=calls' });
  await call(skarvik, 400, 'registerVessel', {}, { raw: '{', type: 'application/json' });
  await call(skarvik, 413, 'registerVessel', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(skarvik, 415, 'updateVessel', ELVINE, { raw: '{}', type: 'text/plain' });
  await call(skarvik, 422, 'updateVessel', ELVINE, body({ shipNumber: '9100050' }));
  await call(skarvik, 422, 'announceCall', {}, body({}));
  await call(skarvik, 422, 'recordBerthing', BERTHED, body({ berth: 'Z9', at: '2031-04-10T09:30:00Z' }));
  await call(
    skarvik,
    422,
    'decideClearance',
    ORDERED,
    body({ decision: 'granted', validUntil: '2031-05-03T00:00:00Z', reason: 'Why not.' }),
  );
  await call(skarvik, 422, 'completeOrder', { orderId: '0d0000000004' }, at('2031-05-02T18:00:01Z'));
  await call(skarvik, 422, 'placeOrder', ORDERED, body({ kind: 'pilot', at: '2031-05-01T05:59:59Z', boarding: 'quay' }));
  await call(skarvik, 422, 'reportIncident', {}, body({ kind: 'spill' }));
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createHarbour, callers)).toEqual([]);
});
