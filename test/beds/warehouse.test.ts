// The warehouse bed: the service without faults does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { readDocument } from '../../bench/beds/schemas.ts';
import { callers, probes } from '../../bench/beds/warehouse/probes.ts';
import { seededIds } from '../../bench/beds/warehouse/seeds.ts';
import { createWarehouse, documentPath, listen } from '../../bench/beds/warehouse/server.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = { code: 'AMS01', sku: 'BOLT-M8-40', order_id: seededIds.order, user_id: seededIds.user };
const form = (): FormData => {
  const made = new FormData();
  made.set('file', new Blob(['%PDF']), 'a.pdf');
  made.set('title', 'A');
  return made;
};

testLists('warehouse', probes);

test('answers each operation as its document says', async () => {
  const { north, clerk, nobody, south } = callers(service.url);
  const any = { headers: { 'if-match': '*' } };
  await call(nobody, 200, 'getHealth');
  await call(north, 200, 'listWarehouses', {}, { query: '?tag=dry&sort=-name' });
  await call(north, 201, 'createWarehouse', {}, example('createWarehouse'));
  await call(north, 409, 'createWarehouse', {}, example('createWarehouse'));
  const seen = await call(north, 200, 'getWarehouse', ids);
  await call(north, 304, 'getWarehouse', ids, { headers: { 'if-none-match': seen.headers.get('etag') ?? '' } });
  await call(north, 409, 'deleteWarehouse', ids);
  await call(north, 204, 'deleteWarehouse', { code: 'UTR03' });
  await call(north, 200, 'listBins', ids, { query: '?per_page=2&active=true' });
  const bin = await call(north, 201, 'createBin', ids, example('createBin'));
  const bins = { ...ids, bin_id: Number(bin.data.id) };
  await call(north, 200, 'getBin', bins);
  await call(north, 200, 'updateBin', bins, example('updateBin'));
  await call(north, 204, 'deleteBin', bins);
  await call(north, 200, 'listProducts', {}, { query: '?q=m8&sort=-created_at&created_after=2026-01-01T00:00:00Z' });
  await call(north, 201, 'createProduct', {}, example('createProduct'));
  await call(north, 200, 'getProduct', ids);
  await call(north, 200, 'checkProduct', ids);
  await call(north, 404, 'checkProduct', { sku: 'NONE' });
  await call(north, 428, 'replaceProduct', ids, example('replaceProduct'));
  await call(north, 200, 'replaceProduct', ids, { ...example('replaceProduct'), ...any });
  await call(north, 200, 'updateProduct', ids, { ...example('updateProduct'), ...any });
  await call(north, 412, 'updateProduct', ids, { ...example('updateProduct'), headers: { 'if-match': '"old"' } });
  await call(north, 204, 'deleteProduct', { sku: 'WASHER-M8' });
  await call(north, 200, 'getStock', ids);
  const file = await call(north, 201, 'addAttachment', ids, { form: form() });
  await call(north, 200, 'getAttachment', { attachment_id: String(file.data.id) });
  await call(north, 200, 'downloadAttachment', { attachment_id: String(file.data.id) });
  await call(north, 200, 'listSuppliers');
  const supplier = await call(north, 201, 'createSupplier', {}, example('createSupplier'));
  const suppliers = { supplier_id: Number(supplier.data.id) };
  await call(north, 200, 'getSupplier', suppliers);
  await call(north, 200, 'replaceSupplier', suppliers, example('replaceSupplier'));
  await call(north, 204, 'deleteSupplier', suppliers);
  await call(north, 404, 'getSupplier', suppliers);
  await call(north, 201, 'createPurchaseOrder', {}, example('createPurchaseOrder'));
  await call(north, 200, 'listPurchaseOrders', {}, { query: '?limit=1&status=open' });
  await call(south, 404, 'getPurchaseOrder', ids);
  await call(north, 200, 'getPurchaseOrder', ids);
  await call(north, 200, 'updatePurchaseOrder', ids, { ...example('updatePurchaseOrder'), ...any });
  await call(north, 201, 'addOrderLine', ids, example('addOrderLine'));
  await call(north, 200, 'updateOrderLine', { ...ids, line_no: 2 }, example('updateOrderLine'));
  await call(north, 204, 'deleteOrderLine', { ...ids, line_no: 1 });
  await call(north, 409, 'deleteOrderLine', { ...ids, line_no: 2 });
  const movement = await call(north, 201, 'recordMovement', {}, example('recordMovement'));
  await call(north, 200, 'getMovement', { movement_id: String(movement.data.id) });
  const transfer = await call(north, 201, 'createTransfer', {}, example('createTransfer'));
  const transfers = { transfer_id: String(transfer.data.id) };
  await call(north, 200, 'listTransfers', {}, { query: '?status=draft,sent&limit=1' });
  await call(north, 200, 'sendTransfer', transfers);
  await call(north, 200, 'receiveTransfer', transfers);
  await call(north, 409, 'cancelTransfer', transfers);
  await call(north, 200, 'getTransfer', transfers);
  await call(north, 201, 'putPriceList', { code: 'SALE' }, example('putPriceList'));
  await call(north, 200, 'getPriceList', { code: 'SALE' });
  await call(clerk, 403, 'listUsers');
  await call(north, 200, 'listUsers');
  await call(north, 201, 'createUser', {}, example('createUser'));
  const key = await call(north, 201, 'createApiKey', ids, example('createApiKey'));
  await call(north, 200, 'listApiKeys', ids);
  await call(north, 204, 'deleteApiKey', { ...ids, key_id: Number(key.data.id) });
  const hook = await call(north, 201, 'createWebhook', {}, example('createWebhook'));
  await call(north, 200, 'getWebhook', { webhook_id: String(hook.data.id) });
  await call(north, 204, 'deleteWebhook', { webhook_id: String(hook.data.id) });
  const report = await call(north, 202, 'startReport', {}, example('startReport'));
  await call(north, 409, 'downloadReport', { report_id: String(report.data.id) });
  await call(north, 200, 'getReport', { report_id: seededIds.report });
  await call(north, 200, 'downloadReport', { report_id: seededIds.report });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { north, clerk, nobody } = callers(service.url);
  await call(nobody, 401, 'listWarehouses');
  await call(nobody, 401, 'listUsers');
  await call(clerk, 403, 'createSupplier', {}, example('createSupplier'));
  await call(north, 406, 'getProduct', ids, { headers: { accept: 'text/html' } });
  await call(north, 400, 'createSupplier', {}, { raw: '{', type: 'application/json' });
  await call(north, 413, 'createSupplier', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(north, 415, 'createSupplier', {}, { raw: '{}', type: 'text/plain' });
  await call(north, 422, 'createSupplier', {}, { body: {} });
  await call(north, 413, 'addAttachment', ids, { raw: ' '.repeat(131_073), type: 'multipart/form-data; boundary=a' });
  await call(north, 422, 'addAttachment', ids, { form: new FormData() });
  await call(north, 404, 'getProduct', { sku: 'lower' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createWarehouse, callers)).toEqual([]);
});
