// The helpdesk bed: the service without faults does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers, probes } from '../../bench/beds/helpdesk/probes/index.ts';
import { createHelpdesk, documentPath, listen } from '../../bench/beds/helpdesk/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const idOf = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(10, '0')}`;
const ids = {
  comment_id: idOf('cmt', 1),
  entry_id: idOf('ent', 1),
  attachment_id: idOf('att', 1),
  customer_id: idOf('cus', 1),
  address_id: idOf('adr', 1),
  agent_id: idOf('agt', 1),
  webhook_id: idOf('whk', 1),
  key_id: idOf('key', 2),
  slug: 'reset-your-password',
  locale: 'fr',
};
const of = (number: number): typeof ids & { ticket_id: string } => ({ ...ids, ticket_id: idOf('tkt', number) });

function form(bytes: string, type = 'text/plain'): { form: FormData } {
  const made = new FormData();
  made.set('file', new Blob([bytes], { type }), 'a.txt');
  made.set('caption', 'A');
  return { form: made };
}

testLists('helpdesk', probes);

test('answers each operation as its document says', async () => {
  const { acme, globex, viewer, nobody } = callers(service.url);
  const any = { headers: { 'if-match': '*' } };
  await call(nobody, 200, 'getStatus');
  await call(acme, 200, 'search', {}, { query: '?q=printer&types=ticket,article' });
  await call(acme, 200, 'listTickets', {}, { query: '?limit=3&status=new&status=open&sort=priority:desc' });
  const made = await call(acme, 201, 'createTicket', {}, { ...example('createTicket') });
  await call(acme, 200, 'getTicket', { ticket_id: String((made.json as { id: string }).id) });
  const seen = await call(acme, 200, 'getTicket', of(1));
  await call(acme, 304, 'getTicket', of(1), { headers: { 'if-none-match': seen.headers.get('etag') ?? '' } });
  await call(globex, 404, 'getTicket', of(1));
  await call(acme, 200, 'bulkUpdateTickets', {}, example('bulkUpdateTickets'));
  await call(acme, 428, 'updateTicket', of(1), example('updateTicket'));
  await call(acme, 412, 'updateTicket', of(1), { ...example('updateTicket'), headers: { 'if-match': '"old"' } });
  await call(acme, 200, 'updateTicket', of(1), { ...example('updateTicket'), ...any });
  await call(acme, 409, 'waitForRequester', of(1));
  await call(acme, 200, 'assignTicket', of(1), example('assignTicket'));
  await call(acme, 200, 'waitForRequester', of(1));
  await call(acme, 200, 'solveTicket', of(1), example('solveTicket'));
  await call(acme, 200, 'reopenTicket', of(1));
  await call(acme, 200, 'closeTicket', of(4));
  await call(acme, 204, 'deleteTicket', of(4));
  await call(acme, 410, 'getTicket', of(4));
  await call(acme, 200, 'restoreTicket', of(4));
  await call(acme, 200, 'listComments', of(2), { query: '?offset=1&limit=1&visibility=public' });
  await call(acme, 201, 'addComment', of(2), example('addComment'));
  await call(acme, 200, 'getComment', of(2));
  await call(acme, 200, 'editComment', of(2), example('editComment'));
  await call(acme, 204, 'deleteComment', of(2));
  await call(acme, 200, 'listTimeEntries', of(2));
  await call(acme, 201, 'addTimeEntry', of(2), example('addTimeEntry'));
  await call(acme, 204, 'deleteTimeEntry', of(2));
  await call(acme, 201, 'attachFile', of(2), form('a'));
  await call(acme, 200, 'getAttachment', ids);
  await call(acme, 200, 'downloadAttachment', ids);
  await call(acme, 200, 'inspectAttachment', ids);
  await call(acme, 200, 'exportTickets', {}, { query: '?from=2026-02-01&to=2026-02-28' });
  await call(acme, 200, 'exportTickets', {}, { headers: { accept: 'text/csv;q=0.5, application/x-ndjson' } });
  await call(acme, 200, 'listCustomers', {}, { query: '?filter[kind]=person&page[size]=1&page[number]=2&sort=-name' });
  const customer = await call(acme, 201, 'createCustomer', {}, example('createCustomer'));
  await call(acme, 409, 'createCustomer', {}, example('createCustomer'));
  await call(acme, 201, 'importCustomers', {}, example('importCustomers'));
  await call(acme, 200, 'getCustomer', ids);
  await call(acme, 200, 'replaceCustomer', ids, example('replaceCustomer'));
  await call(acme, 409, 'replaceCustomer', ids, example('replaceCustomer'));
  await call(acme, 204, 'deleteCustomer', { customer_id: String((customer.json as { id: string }).id) });
  await call(acme, 200, 'listAddresses', ids);
  await call(acme, 201, 'addAddress', ids, example('addAddress'));
  await call(acme, 200, 'replaceAddress', ids, example('replaceAddress'));
  await call(acme, 204, 'deleteAddress', ids);
  await call(acme, 200, 'listArticles', {}, { query: '?state=published&locale=en&label=login&order=desc' });
  await call(acme, 200, 'getArticle', ids);
  await call(acme, 201, 'putArticle', { slug: 'toner' }, example('putArticle'));
  await call(acme, 200, 'putArticle', ids, example('putArticle'));
  await call(acme, 200, 'archiveArticle', ids);
  await call(acme, 200, 'publishArticle', ids);
  await call(acme, 200, 'putTranslation', ids, example('putTranslation'));
  await call(acme, 201, 'putTranslation', { ...ids, locale: 'de' }, example('putTranslation'));
  await call(acme, 200, 'getTranslation', ids);
  await call(acme, 204, 'deleteArticle', ids);
  await call(acme, 200, 'listAgents', {}, { query: '?filter[active]=true' });
  await call(acme, 201, 'createAgent', {}, example('createAgent'));
  await call(acme, 200, 'getAgent', ids);
  await call(acme, 200, 'updateAgent', ids, example('updateAgent'));
  await call(viewer, 200, 'listWebhooks');
  await call(acme, 201, 'createWebhook', {}, example('createWebhook'));
  await call(viewer, 200, 'getWebhook', ids);
  await call(acme, 202, 'pingWebhook', ids);
  await call(acme, 200, 'updateWebhook', ids, example('updateWebhook'));
  await call(acme, 409, 'pingWebhook', ids);
  await call(acme, 200, 'rotateSecret', ids);
  await call(acme, 204, 'deleteWebhook', ids);
  await call(acme, 200, 'listKeys');
  await call(acme, 201, 'createKey', {}, example('createKey'));
  await call(acme, 204, 'deleteKey', ids);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { acme, viewer, nobody } = callers(service.url);
  await call(nobody, 401, 'listTickets');
  await call(nobody, 401, 'listWebhooks');
  await call(nobody, 401, 'inspectAttachment', ids);
  await call(viewer, 403, 'createTicket', {}, example('createTicket'));
  await call(viewer, 403, 'createWebhook', {}, example('createWebhook'));
  await call(viewer, 404, 'getComment', { ...of(2), comment_id: idOf('cmt', 2) });
  await call(acme, 406, 'exportTickets', {}, { headers: { accept: 'image/png' } });
  await call(acme, 400, 'createTicket', {}, { raw: '{', type: 'application/json' });
  await call(acme, 400, 'createCustomer', {}, { raw: '{', type: 'application/json' });
  await call(acme, 400, 'createCustomer', {}, { body: {} });
  await call(acme, 400, 'listTickets', {}, { query: '?limit=1&limit=2' });
  await call(acme, 422, 'createTicket', {}, { body: {} });
  await call(acme, 413, 'createTicket', {}, { raw: ' '.repeat(131_073), type: 'application/json' });
  await call(acme, 413, 'attachFile', of(2), form(' '.repeat(65_537)));
  await call(acme, 415, 'createCustomer', {}, { raw: '{}', type: 'text/plain' });
  await call(acme, 422, 'attachFile', of(2), form('<p>', 'text/html'));
  await call(acme, 404, 'getTicket', { ticket_id: 'tkt_1' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createHelpdesk, callers)).toEqual([]);
});
