// The bed `auctions`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers } from '../../bench/beds/auctions/probes/callers.ts';
import { probes } from '../../bench/beds/auctions/probes/index.ts';
import { createAuctions, documentPath, listen } from '../../bench/beds/auctions/server.ts';
import type { Sent } from '../../bench/beds/client.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = {
  saleId: 1000017,
  lotId: 2000016,
  consignorId: 3000015,
  bidderId: 4000014,
  invoiceId: 6000012,
};
const SILVER = { saleId: 1000025 };
const BOOKS = { saleId: 1000033 };
const old: Sent = { headers: { 'if-match': '"old"' } };
const key = (text: string): Sent => ({ headers: { 'idempotency-key': text } });
const { readTwice, change } = taggedBy(judge, ids);

testLists('auctions', probes);

test('answers each operation as its document says', async () => {
  const { alder, birch, clerk } = callers(service.url);
  await call(clerk, 200, 'listSales', {}, { query: '?state=draft,open&from=2040-03-01&until=2040-12-31&sort=-title&limit=1' });
  const draft = { saleId: Number(of(await call(alder, 201, 'createSale', {}, example('createSale'))).id) };
  await call(alder, 409, 'createSale', {}, example('createSale'));
  await change(alder, 'getSale', 'updateSale');
  await call(alder, 409, 'openSale', draft);
  await call(alder, 204, 'deleteSale', draft);
  await call(alder, 409, 'deleteSale', SILVER);

  await call(clerk, 200, 'listLots', ids, {
    query: '?state=listed&category=prints&estimateFrom=100&withBids=false&q=POSTER&sort=-estimate',
  });
  await call(alder, 201, 'createLot', SILVER, example('createLot'));
  await call(alder, 409, 'createLot', ids, example('createLot'));
  await readTwice(clerk, 'getLot');
  await call(alder, 412, 'updateLot', ids, { ...example('updateLot'), ...old });
  await call(alder, 409, 'updateLot', ids, { raw: '{"reserve":null}', type: 'application/merge-patch+json' });
  await call(alder, 422, 'updateLot', ids, example('updateLot'));
  await call(alder, 200, 'updateLot', { lotId: 2000024 }, example('updateLot'));

  await call(clerk, 200, 'listBids', ids, { query: '?bidderId=4000022' });
  const placed = await call(clerk, 201, 'placeBid', ids, { ...example('placeBid'), ...key('bid-00001') });
  const again = await call(clerk, 201, 'placeBid', ids, { ...example('placeBid'), ...key('bid-00001') });
  expect(again.json).toEqual(placed.json);
  await call(clerk, 409, 'placeBid', ids, example('placeBid'));
  const batch = await call(clerk, 200, 'placeBids', {}, example('placeBids'));
  expect(batch.json).toMatchObject({ accepted: 1, results: [{ status: 201 }, { status: 409, bid: null }] });
  expect(of(await call(alder, 200, 'withdrawLot', { lotId: 2000032 }, example('withdrawLot'))).state).toBe('withdrawn');

  const consignor = { consignorId: Number(of(await call(alder, 201, 'createConsignor', {}, example('createConsignor'))).id) };
  await call(alder, 409, 'replaceAgreement', consignor, example('replaceAgreement'));
  await call(alder, 201, 'replaceAgreement', consignor, { body: { version: 0, commissionRate: 8.5, signedOn: '2025-01-01' } });
  await call(alder, 200, 'replaceAgreement', ids, example('replaceAgreement'));
  expect(of(await call(alder, 200, 'getConsignor', ids)).proceeds).toBe(52_500 - 6563 + 22_500 - 2813);

  await call(clerk, 201, 'createBidder', {}, example('createBidder'));
  await call(clerk, 409, 'createBidder', {}, example('createBidder'));
  await call(clerk, 200, 'updateBidder', ids, { raw: '{"phone":null,"deposit":120000}', type: 'application/merge-patch+json' });
  await call(clerk, 201, 'watchLot', ids, example('watchLot'));
  await call(clerk, 200, 'watchLot', ids, example('watchLot'));
  await call(clerk, 200, 'listWatches', ids);
  expect(of(await call(clerk, 200, 'getBidder', ids))).toMatchObject({ committed: 60_000 + 12_000 + 48_119, watchCount: 1, phone: null });
  await call(clerk, 204, 'unwatchLot', ids);
  await call(clerk, 404, 'unwatchLot', ids);

  await call(alder, 200, 'openSale', SILVER);
  const closed = await call(alder, 200, 'closeSale', ids);
  expect(of(closed)).toMatchObject({ state: 'closed', hammerTotal: 72_000, lotCount: 3 });
  await call(alder, 409, 'closeSale', ids);
  const invoices = await call(alder, 200, 'listInvoices', {}, { query: '?state=open&bidderId=4000014&overdue=false' });
  expect(invoices.json).toMatchObject({ invoices: [{ hammerTotal: 72_000, premium: 18_000, tax: 3420, total: 93_420 }] });
  await readTwice(alder, 'getInvoice');
  await call(alder, 400, 'recordPayment', ids, example('recordPayment'));
  await call(alder, 201, 'recordPayment', ids, { ...example('recordPayment'), ...key('payment-1') });
  await call(alder, 409, 'recordHandover', ids, { body: { kind: 'collection', collectedBy: 'Lena Vogt' } });
  await call(alder, 200, 'recordHandover', { lotId: 2000032 }, example('recordHandover'));
  await call(alder, 200, 'recordHandover', { lotId: 2000081 }, { body: { kind: 'collection', collectedBy: 'Ivo Marek' } });
  await call(birch, 404, 'getLot', ids);
  expect(rest()).toEqual(['reofferUnsoldLots', 'getJob']);
});

test('offers unsold lots again', async () => {
  const { alder } = callers(service.url);
  const target = Number(of(await call(alder, 201, 'createSale', {}, example('createSale'))).id);
  const body = { targetSaleId: target, reducePercent: 25 };
  await call(alder, 409, 'reofferUnsoldLots', SILVER, { body });
  const job = await call(alder, 202, 'reofferUnsoldLots', BOOKS, { body });
  await call(alder, 409, 'reofferUnsoldLots', BOOKS, { body });
  const jobId = { jobId: Number(of(job).id) };
  await expect.poll(async () => of(await call(alder, 200, 'getJob', jobId)).state).toBe('done');
  const lots = await call(alder, 200, 'listLots', { saleId: target });
  expect(lots.json).toMatchObject({ lots: [{ number: 1, estimate: { low: 22_500, high: 33_750 }, reofferedFrom: 2000073 }], next: null });
  await call(alder, 409, 'reofferUnsoldLots', BOOKS, { body });
});

test('refuses as its document says', async () => {
  const { alder, clerk, stranger } = callers(service.url);
  await call(stranger, 401, 'listSales');
  await call(clerk, 403, 'listInvoices');
  await call(clerk, 403, 'createSale', {}, example('createSale'));
  await call(alder, 400, 'listSales', {}, { query: '?limit=1&limit=2' });
  await call(alder, 400, 'listSales', {}, { query: '?cursor=abc' });
  await call(alder, 400, 'createSale', {}, { raw: '{', type: 'application/json' });
  await call(alder, 413, 'createSale', {}, { raw: ' '.repeat(32_769), type: 'application/json' });
  await call(alder, 415, 'updateLot', ids, { raw: '{}', type: 'application/json' });
  await call(alder, 422, 'createSale', {}, { body: {} });
  const night = { title: 'Late', premiumRate: 20, taxRate: 19, increments: [{ from: 0, step: 500 }] };
  const late = { opensAt: '2099-12-31T10:00:00Z', closesAt: '9999-12-31T23:59:59-01:00' };
  await call(alder, 422, 'createSale', {}, { body: { ...night, ...late } });
  await call(alder, 404, 'getSale', { saleId: 17 });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createAuctions, callers)).toEqual([]);
});
