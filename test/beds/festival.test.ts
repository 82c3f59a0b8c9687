// The festival bed: the service without faults does what its document says, and each planted fault breaks it.
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { callers, probes } from '../../bench/beds/festival/probes/index.ts';
import { seedId } from '../../bench/beds/festival/seeds.ts';
import { createFestival, documentPath, listen } from '../../bench/beds/festival/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = {
  festivalId: 'midsummer',
  stageId: 'main',
  slotId: seedId('c', 1),
  performerId: seedId('a', 1),
  ticketTypeId: seedId('b', 1),
  webhookId: seedId('f', 1),
  deviceId: seedId('9', 1),
  entryId: seedId('8', 2),
};
const at = (festivalId: string): typeof ids => ({ ...ids, festivalId });
const ordered = (number: number): { orderId: string } => ({ orderId: seedId('d', number) });
const ticketed = (number: number): { ticketId: string } => ({ ticketId: seedId('e', number) });
const any = { headers: { 'if-match': '*' } };
const mask = '?updateMask=title,minimumAge';
const member = ({ json }: { readonly json: unknown }, name: string): string => String((json as Record<string, unknown>)[name]);

testLists('festival', probes);

test('answers each operation as its document says', async () => {
  const { meadow, harbour, seller, scanner, nobody } = callers(service.url);
  await call(nobody, 200, 'getHealth');
  await call(meadow, 200, 'listFestivals', {}, { query: '?orderBy=title+desc&state=published&genre=folk&q=river&startsFrom=2027-01-01' });
  const polder = { query: '?festivalId=polder' };
  await call(meadow, 201, 'createFestival', {}, { ...example('createFestival'), ...polder });
  await call(meadow, 409, 'createFestival', {}, { ...example('createFestival'), ...polder });
  await call(meadow, 200, 'getFestival', at('polder'));
  await call(harbour, 404, 'getFestival', ids);
  const seen = await call(meadow, 200, 'getFestival', ids);
  await call(meadow, 304, 'getFestival', ids, { headers: { 'if-none-match': `W/${seen.headers.get('etag')}` } });
  await call(meadow, 428, 'updateFestival', ids, { ...example('updateFestival'), query: mask });
  await call(meadow, 412, 'updateFestival', ids, { ...example('updateFestival'), query: mask, headers: { 'if-match': '"old"' } });
  await call(meadow, 200, 'updateFestival', ids, { ...example('updateFestival'), query: mask, ...any });
  await call(meadow, 422, 'updateFestival', ids, { body: {}, query: mask, ...any });
  await call(meadow, 409, 'updateFestival', ids, { body: { capacity: 5 }, query: '?updateMask=capacity', ...any });
  await call(meadow, 409, 'publishFestival', at('winterlight'));
  await call(meadow, 410, 'publishFestival', at('may-days'));
  await call(meadow, 200, 'listStages', ids, { query: '?orderBy=capacity&kind=tent' });
  await call(meadow, 201, 'putStage', { ...ids, stageId: 'dike' }, { body: { title: 'Dike', kind: 'open', capacity: 10 } });
  await call(meadow, 422, 'putStage', ids, example('putStage'));
  await call(
    meadow,
    201,
    'putStage',
    { festivalId: 'winterlight', stageId: 'ice' },
    { body: { title: 'Ice', kind: 'hall', capacity: 90 } },
  );
  await call(
    meadow,
    200,
    'putStage',
    { festivalId: 'winterlight', stageId: 'ice' },
    { body: { title: 'Ice', kind: 'hall', capacity: 80 } },
  );
  await call(meadow, 200, 'getStage', ids);
  await call(meadow, 201, 'createSlot', ids, example('createSlot'));
  await call(meadow, 409, 'createSlot', ids, example('createSlot'));
  await call(meadow, 200, 'listSlots', ids, { query: '?day=2027-06-11&orderBy=startTime+desc' });
  await call(meadow, 200, 'getSlot', ids);
  await call(meadow, 200, 'updateSlot', ids, example('updateSlot'));
  await call(meadow, 409, 'deleteStage', ids);
  await call(meadow, 204, 'deleteSlot', ids);
  await call(meadow, 204, 'deleteStage', { ...ids, stageId: 'tent' }, { query: '?force=true' });
  await call(meadow, 200, 'listPerformers', {}, { query: '?orderBy=rating+desc&minRating=3.5&active=true&q=anna&pageSize=1' });
  const made = await call(meadow, 201, 'createPerformer', {}, example('createPerformer'));
  await call(meadow, 409, 'createPerformer', {}, example('createPerformer'));
  await call(meadow, 200, 'getPerformer', ids);
  await call(meadow, 200, 'updatePerformer', ids, example('updatePerformer'));
  await call(meadow, 204, 'deletePerformer', { performerId: member(made, 'performerId') });
  await call(meadow, 409, 'deletePerformer', { performerId: seedId('a', 2) });
  await call(meadow, 200, 'listTicketTypes', ids, { query: '?orderBy=price.amountMinor+desc&onSale=true' });
  await call(meadow, 422, 'createTicketType', ids, example('createTicketType'));
  const type = await call(meadow, 201, 'createTicketType', at('spring-fair'), example('createTicketType'));
  const types = { ...at('spring-fair'), ticketTypeId: member(type, 'ticketTypeId') };
  await call(meadow, 200, 'getTicketType', types);
  await call(meadow, 200, 'updateTicketType', types, example('updateTicketType'));
  await call(meadow, 204, 'deleteTicketType', types);
  await call(meadow, 409, 'deleteTicketType', ids);
  await call(meadow, 201, 'createTicketType', at('winterlight'), {
    body: { title: 'A', price: { amountMinor: 5, currency: 'EUR' }, quota: 3 },
  });
  await call(meadow, 200, 'publishFestival', at('winterlight'));
  const order = await call(meadow, 201, 'createOrder', {}, example('createOrder'));
  await call(scanner, 403, 'createOrder', {}, example('createOrder'));
  const again = { body: { ...JSON.parse(String(example('createOrder').raw)), requestId: seedId('d', 77) } };
  await call(seller, 201, 'createOrder', {}, again);
  await call(seller, 200, 'createOrder', {}, again);
  await call(meadow, 200, 'listOrders', {}, { query: '?state=paid,reserved&orderBy=totalMinor&festivalId=midsummer' });
  await call(seller, 200, 'getOrder', { orderId: member(order, 'orderId') });
  await call(meadow, 200, 'updateOrder', ordered(5), example('updateOrder'));
  await call(seller, 200, 'payOrder', ordered(5), example('payOrder'));
  await call(meadow, 409, 'payOrder', ordered(5), example('payOrder'));
  await call(meadow, 200, 'releaseOrder', { orderId: member(order, 'orderId') });
  await call(meadow, 200, 'refundOrder', ordered(1), example('refundOrder'));
  await call(meadow, 409, 'refundOrder', ordered(4), example('refundOrder'));
  await call(meadow, 201, 'batchCreateTickets', {}, example('batchCreateTickets'));
  await call(meadow, 200, 'getTicket', ticketed(8));
  await call(scanner, 200, 'checkInTicket', ticketed(6), example('checkInTicket'));
  await call(scanner, 409, 'checkInTicket', ticketed(6), example('checkInTicket'));
  await call(meadow, 200, 'listWaitingList', ids, { query: '?state=waiting' });
  await call(meadow, 201, 'joinWaitingList', ids, example('joinWaitingList'));
  await call(meadow, 200, 'offerWaitingList', ids, { body: { count: 1 } });
  await call(meadow, 204, 'leaveWaitingList', ids);
  // An export runs for a moment, and a busy machine may look at it too late: then another one begins.
  const operation = await vi.waitFor(
    async () => {
      const job = await call(meadow, 202, 'exportOrders', ids, example('exportOrders'));
      const begun = { operationId: member(job, 'operationId') };
      await call(meadow, 409, 'downloadResult', begun);
      return begun;
    },
    { timeout: 20_000, interval: 1 },
  );
  await call(meadow, 200, 'getOperation', operation);
  await call(meadow, 201, 'uploadPoster', at('polder'), { raw: 'a', type: 'image/png' });
  await call(meadow, 200, 'uploadPoster', at('polder'), { raw: 'b', type: 'image/jpeg' });
  await call(meadow, 200, 'downloadPoster', at('polder'));
  await call(meadow, 200, 'cancelFestival', at('spring-fair'));
  await call(meadow, 410, 'joinWaitingList', at('spring-fair'), example('joinWaitingList'));
  await call(meadow, 409, 'deleteFestival', ids);
  await call(meadow, 204, 'deleteFestival', at('polder'));
  await call(meadow, 404, 'getFestival', at('polder'));
  await call(meadow, 200, 'undeleteFestival', at('polder'));
  await call(meadow, 200, 'listWebhooks');
  const hook = await call(meadow, 201, 'createWebhook', {}, example('createWebhook'));
  await call(meadow, 200, 'pingWebhook', ids);
  await call(meadow, 200, 'getWebhook', ids);
  await call(meadow, 204, 'deleteWebhook', { webhookId: member(hook, 'webhookId') });
  await call(meadow, 200, 'listDevices', {}, { query: '?mode=scan' });
  await call(meadow, 201, 'createDevice', {}, example('createDevice'));
  await call(meadow, 204, 'deleteDevice', ids);
  await wait(160);
  await call(meadow, 200, 'getOperation', operation);
  await call(meadow, 200, 'downloadResult', operation);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { meadow, steward, nobody, scanner } = callers(service.url);
  await call(nobody, 401, 'listFestivals');
  await call(nobody, 401, 'checkInTicket', ticketed(8));
  await call(meadow, 401, 'checkInTicket', ticketed(8));
  await call(scanner, 401, 'listFestivals');
  await call(steward, 403, 'listWebhooks');
  await call(steward, 403, 'createPerformer', {}, example('createPerformer'));
  await call(meadow, 400, 'listFestivals', {}, { query: '?pageSize=1&pageSize=2' });
  await call(meadow, 400, 'listFestivals', {}, { query: '?pageToken=abc' });
  await call(meadow, 400, 'createFestival', {}, example('createFestival'));
  await call(meadow, 400, 'createPerformer', {}, { raw: '{', type: 'application/json' });
  await call(meadow, 400, 'createPerformer', {}, { raw: new Uint8Array([34, 255, 34]), type: 'application/json' });
  await call(meadow, 400, 'createPerformer', {}, { body: { '/~': 1 } });
  await call(meadow, 413, 'createPerformer', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(meadow, 415, 'createPerformer', {}, { raw: '{}', type: 'text/plain' });
  await call(meadow, 415, 'uploadPoster', ids, { raw: 'a', type: 'image/gif' });
  await call(meadow, 400, 'uploadPoster', ids, { raw: '', type: 'image/png' });
  await call(meadow, 404, 'getFestival', at('Midsummer'));
  await call(meadow, 404, 'getFestival', at('%E0%A4%A'));
  await call(meadow, 404, 'getFestival', at('midsummer%3Acancel'));
  await call(meadow, 422, 'createDevice', {}, { body: { label: 'A', expireTime: '2019-12-31T23:59:59Z' } });
  const hook = { webhookId: member(await call(meadow, 201, 'createWebhook', {}, example('createWebhook')), 'webhookId') };
  for (let count = 0; count < 5; count++) await call(meadow, 200, 'pingWebhook', hook);
  await call(meadow, 429, 'pingWebhook', hook);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createFestival, callers)).toEqual([]);
});
