// The bed `rentals`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Got, Send } from '../../bench/beds/client.ts';
import { etag } from '../../bench/beds/probes.ts';
import { callers } from '../../bench/beds/rentals/probes/callers.ts';
import { probes } from '../../bench/beds/rentals/probes/index.ts';
import { createRentals, documentPath, listen } from '../../bench/beds/rentals/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = {
  depotNumber: 'D101',
  modelNumber: 'T101',
  machineNumber: 'M1001',
  priceListNumber: 'P101',
  customerNumber: 'C1001',
  reservationNumber: 'R10001',
  invoiceNumber: 'I10001',
};
const reservation = (reservationNumber: string): { reservationNumber: string } => ({ reservationNumber });
const member = ({ json }: { readonly json: unknown }, name: string): string => String((json as Record<string, unknown>)[name]);
const old = { headers: { 'if-match': '"old"' } };

/** Reads a thing, and reads it again with its tag. */
async function readTwice(send: Send, id: string): Promise<Got> {
  const seen = await call(send, 200, id, ids);
  await call(send, 304, id, ids, { headers: { 'if-none-match': etag(seen) } });
  return seen;
}

/** Changes a thing without a tag, with an old one, and with the right one. */
async function change(send: Send, readId: string, changeId: string): Promise<void> {
  const seen = await readTwice(send, readId);
  await call(send, 428, changeId, ids, example(changeId));
  await call(send, 412, changeId, ids, { ...example(changeId), ...old });
  await call(send, 200, changeId, ids, { ...example(changeId), headers: { 'if-match': etag(seen) } });
}

testLists('rentals', probes);

test('answers each operation as its document says', async () => {
  const { north, south, yard } = callers(service.url);
  const depot = await call(north, 201, 'createDepot', {}, example('createDepot'));
  await call(north, 409, 'createDepot', {}, example('createDepot'));
  await readTwice(yard, 'getDepot');
  await call(north, 409, 'deleteDepot', ids);
  await call(north, 204, 'deleteDepot', { depotNumber: member(depot, 'number') });
  await call(north, 200, 'listModels', {}, { query: '?category=excavator&q=TERRA&maxDayRate=18000&sort=-dayRate' });
  await call(north, 201, 'createModel', {}, example('createModel'));
  await change(north, 'getModel', 'replaceModel');
  await call(north, 200, 'listMachines', {}, { query: '?freeFrom=2040-03-06&freeUntil=2040-03-06&tag=checked&pageSize=2&page=2' });
  const machine = await call(north, 201, 'createMachine', {}, example('createMachine'));
  await change(north, 'getMachine', 'updateMachine');
  await call(north, 409, 'deleteMachine', ids);
  const added = { machineNumber: member(machine, 'number') };
  const job = await call(yard, 201, 'openMaintenanceJob', added, example('openMaintenanceJob'));
  const finished = { jobNumber: member(job, 'number') };
  await call(yard, 200, 'finishMaintenanceJob', finished, example('finishMaintenanceJob'));
  await call(yard, 409, 'finishMaintenanceJob', finished, example('finishMaintenanceJob'));
  await call(north, 204, 'deleteMachine', added);
  await call(north, 201, 'createPriceList', {}, example('createPriceList'));
  await readTwice(north, 'getPriceList');
  await call(north, 200, 'listCustomers', {}, { query: '?q=marin&blocked=false&sort=name' });
  await call(north, 201, 'createCustomer', {}, example('createCustomer'));
  await call(north, 409, 'createCustomer', {}, example('createCustomer'));
  await change(north, 'getCustomer', 'updateCustomer');
  await call(yard, 200, 'listReservations', {}, { query: '?state=booked,out&onDay=2040-03-06&customerNumber=C1001&sort=-total' });
  const made = await call(north, 201, 'createReservation', {}, example('createReservation'));
  expect(made.json).toMatchObject({ days: 10, dayRate: 19_900, total: 175_120, deposit: { due: 0 } });
  await call(north, 409, 'createReservation', {}, example('createReservation'));
  await change(north, 'getReservation', 'updateReservation');
  await call(south, 404, 'getReservation', ids);
  await call(yard, 200, 'pickUpReservation', ids, example('pickUpReservation'));
  await call(yard, 409, 'pickUpReservation', ids, example('pickUpReservation'));
  await call(north, 409, 'cancelReservation', ids, example('cancelReservation'));
  await call(north, 200, 'cancelReservation', reservation(member(made, 'number')), example('cancelReservation'));
  await call(yard, 200, 'returnReservation', reservation('R10002'), example('returnReservation'));
  await call(north, 200, 'listInvoices', {}, { query: '?state=open&customerNumber=C1001&dueBefore=2025-06-09&sort=dueOn' });
  await call(north, 201, 'recordPayment', ids, example('recordPayment'));
  await call(north, 200, 'recordPayment', ids, example('recordPayment'));
  const invoice = await call(north, 200, 'getInvoice', { invoiceNumber: 'I10003' });
  const lines = [120_000, 45_000, 8_900, -8_900];
  expect(invoice.json).toMatchObject({ total: 165_000, dueOn: '2040-03-04', lines: lines.map((amount) => ({ amount })) });
  await readTwice(north, 'getInvoice');
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { north, yard, stranger } = callers(service.url);
  await call(stranger, 401, 'listMachines');
  await call(yard, 403, 'listInvoices');
  await call(yard, 403, 'createReservation', {}, example('createReservation'));
  await call(north, 400, 'listMachines', {}, { query: '?page=1&page=2' });
  await call(north, 400, 'listMachines', {}, { query: '?freeFrom=2040-01-01' });
  await call(north, 400, 'listMachines', {}, { headers: { 'request-id': 'mine' } });
  await call(north, 400, 'createDepot', {}, { raw: '{', type: 'application/json' });
  await call(north, 413, 'createDepot', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(north, 415, 'createDepot', {}, { raw: '{}', type: 'text/plain' });
  await call(north, 422, 'createDepot', {}, { body: {} });
  await call(north, 404, 'getDepot', { depotNumber: 'D1' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createRentals, callers)).toEqual([]);
});
