// The bed `laboratory`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { callers } from '../../bench/beds/laboratory/probes/callers.ts';
import { probes } from '../../bench/beds/laboratory/probes/index.ts';
import { createLaboratory, documentPath, listen } from '../../bench/beds/laboratory/server.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = {
  clientId: 'C1001',
  code: 'NA',
  instrumentId: 'I101',
  orderNo: 'L-000002',
  letter: 'A',
  worklistId: 'W-0001',
  invoiceNo: 'INV-000001',
};
const old: Sent = { headers: { 'if-match': '"old"' } };
const { readTwice, change } = taggedBy(judge, ids);

testLists('laboratory', probes);

test('answers each operation as its document says', async () => {
  const { north, bench } = callers(service.url);
  await call(bench, 200, 'listClients', {}, { query: '?q=a&kind=hospital&active=true&tag=daily&sort=-name&page=1&perPage=1' });
  const clientId = of(await call(bench, 201, 'createClient', {}, example('createClient'))).id as string;
  await call(north, 409, 'createClient', {}, example('createClient'));
  await change(bench, 'getClient', 'updateClient');
  await call(north, 412, 'deleteClient', { clientId }, old);
  await call(north, 204, 'deleteClient', { clientId });
  await call(north, 409, 'deleteClient', ids);

  await call(bench, 200, 'listTests', {}, { query: '?discipline=chemistry&specimen=serum&maxPrice=500&sort=-price' });
  await readTwice(bench, 'getTest');
  const chloride = { code: 'CL' };
  await call(north, 201, 'putTest', chloride, { ...example('putTest'), headers: { 'if-none-match': '*' } });
  await call(north, 412, 'putTest', chloride, { ...example('putTest'), headers: { 'if-none-match': '*' } });
  expect(of(await call(north, 200, 'putTest', chloride, example('putTest'))).revision).toBe(2);
  await call(north, 204, 'deleteTest', chloride);
  await call(north, 409, 'deleteTest', ids);

  await call(bench, 200, 'listInstruments', {}, { query: '?test=NA&state=ready' });
  const instrumentId = of(await call(north, 201, 'createInstrument', {}, example('createInstrument'))).id as string;
  await call(north, 409, 'createInstrument', {}, example('createInstrument'));
  await readTwice(bench, 'getInstrument');
  expect((await call(bench, 201, 'calibrateInstrument', { instrumentId }, example('calibrateInstrument'))).json).toMatchObject({
    state: 'ready',
  });

  await call(
    bench,
    200,
    'listOrders',
    {},
    { query: '?status=received,reported&priority=urgent&receivedFrom=2020-01-01&receivedTo=2090-01-01&sort=-dueAt' },
  );
  const order = await call(bench, 201, 'createOrder', {}, example('createOrder'));
  expect(order.json).toMatchObject({ status: 'received', price: { tests: 1451, surcharge: 363, discount: 91, total: 1723 } });
  await call(bench, 409, 'createOrder', {}, example('createOrder'));
  await change(bench, 'getOrder', 'updateOrder');
  await call(bench, 200, 'cancelOrder', { orderNo: of(order).number as string });
  await call(bench, 409, 'cancelOrder', ids);
  await call(bench, 201, 'addSample', ids, example('addSample'));
  await call(bench, 200, 'rejectSample', { ...ids, letter: 'C' }, example('rejectSample'));
  await call(bench, 409, 'rejectSample', { ...ids, letter: 'C' }, example('rejectSample'));
  await call(bench, 201, 'createWorklist', {}, example('createWorklist'));
  await call(bench, 409, 'createWorklist', {}, example('createWorklist'));
  expect((await call(bench, 200, 'getWorklist', ids)).json).toMatchObject({ open: 1, state: 'open' });
});

test('goes from a result to an invoice', async () => {
  const { north, bench } = callers(service.url);
  const body = { clientId: 'C1002', samples: [{ kind: 'serum', tests: ['NA'] }] };
  const made = of(await call(bench, 201, 'createOrder', {}, { body })).number as string;
  const path = { ...ids, orderNo: made };
  expect((await call(bench, 200, 'enterResult', path, example('enterResult'))).json).toMatchObject({
    value: 141.3,
    flag: 'normal',
    revision: 1,
  });
  await call(north, 409, 'releaseReport', path, example('releaseReport'));
  await call(north, 200, 'approveResult', path, example('approveResult'));
  await call(north, 409, 'approveResult', path, example('approveResult'));
  await call(north, 201, 'releaseReport', path, example('releaseReport'));
  await call(bench, 409, 'enterResult', path, example('enterResult'));
  await call(bench, 200, 'enterResult', path, { body: { value: 118, analyst: 'TB', instrumentId: 'I101', reason: 'Mixed up' } });
  await call(north, 409, 'approveResult', path, { body: { approver: 'MK' } });
  await call(north, 200, 'approveResult', path, { body: { approver: 'MK', notified: 'Dr. Ash' } });
  await call(north, 409, 'releaseReport', path, example('releaseReport'));
  const second = await call(north, 201, 'releaseReport', path, { body: { signedBy: 'MK', reason: 'Mixed up' } });
  expect(second.json).toMatchObject({ version: 2, supersedes: 1, current: true, summary: { normal: 0, abnormal: 0, critical: 1 } });
  await call(bench, 200, 'listReports', path);
  await call(bench, 200, 'listResults', path, { query: '?state=approved' });
  await call(bench, 200, 'getResult', path);

  await call(north, 201, 'createInvoice', {}, example('createInvoice'));
  await call(north, 409, 'createInvoice', {}, example('createInvoice'));
  await call(north, 200, 'getInvoice', ids);
  expect((await call(north, 201, 'creditInvoice', ids, example('creditInvoice'))).json).toMatchObject({ balance: 704, state: 'open' });
  await call(north, 409, 'creditInvoice', ids, { body: { amount: 705, reason: 'Too late' } });
  await call(north, 200, 'listInvoices', {}, { query: '?clientId=C1001&state=open&minTotal=804' });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { north, south, bench, stranger } = callers(service.url);
  await call(stranger, 401, 'listClients');
  await call(bench, 403, 'createInvoice', {}, example('createInvoice'));
  await call(bench, 403, 'approveResult', ids, example('approveResult'));
  await call(south, 404, 'getOrder', ids);
  await call(south, 422, 'createOrder', {}, example('createOrder'));
  await call(north, 400, 'listOrders', {}, { query: '?page=1&page=2' });
  await call(north, 400, 'listOrders', {}, { query: '?size=1' });
  await call(north, 400, 'createClient', {}, { raw: '{', type: 'application/json' });
  await call(north, 413, 'createClient', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(north, 415, 'updateClient', ids, { raw: '{}', type: 'application/json' });
  await call(north, 422, 'createClient', {}, { body: {} });
  await call(north, 422, 'updateOrder', ids, { body: {}, type: 'application/merge-patch+json' });
  const samples = [{ kind: 'serum', tests: ['NA'], collectedAt: '2000-01-01T00:30:00+01:00' }];
  await call(north, 422, 'createOrder', {}, { body: { clientId: 'C1001', samples } });
  await call(north, 404, 'getResult', { ...ids, code: 'K' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createLaboratory, callers)).toEqual([]);
});
