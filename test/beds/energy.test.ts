// The bed `energy`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Send, Sent } from '../../bench/beds/client.ts';
import { callers } from '../../bench/beds/energy/probes/callers.ts';
import { probes } from '../../bench/beds/energy/probes/index.ts';
import { createEnergy, documentPath, listen } from '../../bench/beds/energy/server.ts';
import { etag, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = {
  customerId: 'ada1000a',
  code: 'DK10000001',
  serial: 'EL-10001',
  readingId: 'rea1000d',
  tariffId: 'tar1000c',
  contractId: 'con1000a',
  billId: 'bil1000a',
};
const FREE = { code: 'DK10000004' };
const old: Sent = { headers: { 'if-match': '"old"' } };

/** Reads a thing, and reads it again with its tag. */
async function readTwice(send: Send, id: string): Promise<Sent> {
  const tag = etag(await call(send, 200, id, ids));
  await call(send, 304, id, ids, { headers: { 'if-none-match': tag } });
  return { headers: { 'if-match': tag } };
}

testLists('energy', probes);

test('answers each operation as its document says', async () => {
  const { office, desk, other } = callers(service.url);
  const query = '?kind=private&q=LIND&tag=green&sort=balance,desc&size=1';
  expect((await call(desk, 200, 'listCustomers', {}, { query })).json).toMatchObject({
    content: [{ id: 'ada1000a', balance: 342.95 }],
    page: { number: 0, size: 1, totalElements: 1, totalPages: 1 },
  });
  const customerId = String(of(await call(desk, 201, 'createCustomer', {}, example('createCustomer'))).id);
  await call(desk, 409, 'createCustomer', {}, example('createCustomer'));
  const known = await readTwice(desk, 'getCustomer');
  await call(desk, 412, 'updateCustomer', ids, { ...example('updateCustomer'), ...old });
  const patched = await call(desk, 200, 'updateCustomer', ids, { ...example('updateCustomer'), ...known });
  expect(patched.json).toMatchObject({ phone: '+45 99887766', address: { street: 'Havnegade 12', city: 'Aarhus' } });
  await call(office, 204, 'deleteCustomer', { customerId });
  await call(office, 409, 'deleteCustomer', ids);

  await call(desk, 200, 'listSupplyPoints', {}, { query: '?energy=electricity&supplied=true&minCapacity=25&sort=code,desc' });
  await call(office, 201, 'putSupplyPoint', { code: 'DK10000077' }, example('putSupplyPoint'));
  await call(office, 200, 'putSupplyPoint', { code: 'DK10000077' }, example('putSupplyPoint'));
  await call(office, 400, 'putSupplyPoint', { code: 'dk1' }, example('putSupplyPoint'));
  await call(office, 412, 'putSupplyPoint', ids, { ...example('putSupplyPoint'), headers: { 'if-none-match': '*' } });
  await call(office, 412, 'putSupplyPoint', ids, { ...example('putSupplyPoint'), ...old });
  await call(desk, 200, 'getSupplyPoint', ids);
  await call(office, 201, 'installMeter', FREE, example('installMeter'));
  await call(office, 409, 'installMeter', FREE, example('installMeter'));
  await call(desk, 200, 'getMeter', ids);
  await call(desk, 200, 'getReading', ids);
  await call(desk, 201, 'recordReading', ids, example('recordReading'));
  await call(desk, 409, 'recordReading', ids, example('recordReading'));
  const replaced = { readOn: '2025-07-01', kind: 'actual', values: [{ register: 'total', value: 2700 }] };
  expect((await call(desk, 200, 'recordReading', ids, { body: replaced })).json).toMatchObject({ id: 'rea1000d', kind: 'actual' });
  await call(office, 409, 'deleteReading', ids);
  await call(office, 201, 'exchangeMeter', ids, example('exchangeMeter'));
  await call(office, 409, 'exchangeMeter', ids, example('exchangeMeter'));
  expect((await call(desk, 200, 'listMeters', ids)).json).toMatchObject({ content: [{ removedOn: '2025-09-15' }, { removedOn: null }] });
  const days = await call(desk, 200, 'listReadings', ids, { query: '?from=2025-07-01&kind=actual&sort=readOn,desc' });
  expect(days.json).toMatchObject({ content: [{ readOn: '2025-09-15' }, { readOn: '2025-08-01' }, { readOn: '2025-07-01' }] });

  await call(desk, 200, 'listTariffs', {}, { query: '?state=published&energy=gas&validOn=2025-05-05&sort=validFrom,desc' });
  await call(office, 201, 'createTariff', {}, example('createTariff'));
  const draft = await readTwice(office, 'getTariff');
  await call(office, 428, 'replaceTariff', ids, example('replaceTariff'));
  await call(office, 412, 'replaceTariff', ids, { ...example('replaceTariff'), ...old });
  await call(office, 200, 'replaceTariff', ids, { ...example('replaceTariff'), ...draft });
  await call(office, 200, 'publishTariff', ids);
  await call(office, 409, 'publishTariff', ids);

  await call(office, 201, 'createContract', {}, example('createContract'));
  await call(office, 409, 'createContract', {}, example('createContract'));
  await call(desk, 200, 'listContracts', {}, { query: '?state=active&customerId=ada1000a&supplyPointCode=DK10000001' });
  expect((await call(office, 201, 'createBill', ids, example('createBill'))).json).toMatchObject({
    ...{ number: 3, from: '2025-04-01', days: 91, kwh: 580, estimated: false, energyAmount: 176.95, standingAmount: 31.62 },
    ...{ taxAmount: 52.14, totalAmount: 260.71, openAmount: 260.71, dueOn: '2025-07-19', state: 'open' },
  });
  await call(office, 409, 'createBill', ids, example('createBill'));
  await call(office, 201, 'createInstalmentPlan', ids, example('createInstalmentPlan'));
  await call(desk, 201, 'recordPayment', ids, example('recordPayment'));
  await call(desk, 200, 'recordPayment', ids, example('recordPayment'));
  expect((await call(desk, 200, 'getInstalmentPlan', ids)).json).toMatchObject({
    count: 3,
    instalments: [{ amount: 114.33, paidAmount: 50 }, { paidAmount: 0 }, { dueOn: '2025-07-01' }],
  });
  await call(office, 409, 'voidBill', ids);
  await call(desk, 200, 'getBill', ids);
  expect((await call(desk, 200, 'getContract', ids)).json).toMatchObject({ state: 'active', billedUntil: '2025-07-01' });
  await call(office, 200, 'cancelContract', ids, example('cancelContract'));
  await call(office, 409, 'cancelContract', ids, example('cancelContract'));
  expect((await call(office, 200, 'voidBill', { billId: 'bil1000b' })).json).toMatchObject({ state: 'void', openAmount: 0 });
  const due = await call(desk, 200, 'listBills', {}, { query: '?state=open,void&dueBefore=2025-07-19&sort=totalAmount,desc' });
  expect(due.json).toMatchObject({ content: [{ number: 2 }, { number: 1 }] });
  await call(other, 404, 'getBill', ids);
  expect(rest()).toEqual([]);
});

test('deletes the latest reading until a bill uses it', async () => {
  // No other test has changed this one.
  await service.restart();
  const { office } = callers(service.url);
  await call(office, 204, 'deleteReading', ids);
  await call(office, 404, 'getReading', ids);
  await call(office, 409, 'deleteReading', { readingId: 'rea1000c' });
});

test('refuses as its document says', async () => {
  const { office, desk, stranger } = callers(service.url);
  await call(stranger, 401, 'listCustomers');
  await call(desk, 403, 'createTariff', {}, example('createTariff'));
  await call(desk, 403, 'deleteCustomer', ids);
  await call(office, 400, 'listCustomers', {}, { query: '?page=1&page=2' });
  await call(office, 400, 'listBills', {}, { query: '?state=open,gone' });
  await call(office, 400, 'createCustomer', {}, { raw: '{', type: 'application/json' });
  await call(office, 413, 'createCustomer', {}, { raw: ' '.repeat(32_769), type: 'application/json' });
  await call(office, 415, 'updateCustomer', ids, { raw: '{}', type: 'application/json' });
  const { json } = await call(office, 422, 'createCustomer', {}, { body: { kind: 'private', name: '', address: {}, fax: '' } });
  expect(json).toMatchObject({
    error: { code: 'Invalid', details: expect.arrayContaining([{ target: 'fax', message: expect.any(String) }]) },
  });
  await call(office, 404, 'getCustomer', { customerId: 'nobody' });
  await call(office, 404, 'getInstalmentPlan', ids);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createEnergy, callers)).toEqual([]);
});
