// Probes of who sees and does what, and of secrets.
import { of, same, times } from '../../probes.ts';
import { agent, customer, gives, idOf, listOf, numbers, type Probes, post, T, ticket, webhook } from './requests.ts';

const HOOK = '/webhooks/whk_0000000001';

export const accounts: Probes = {
  'ticket-of-other-account': gives(404, 'GET', T(51)),
  'ticket-requester-of-other-account': post(422, '/tickets', ticket({ requester_id: idOf('cus', 51) })),
  'ticket-assign-other-account': post(422, T(1, '/assign'), { agent_id: idOf('agt', 51) }),
  'ticket-key-of-all-accounts': async ({ acme, globex }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    await acme('POST', '/tickets', { body: ticket(), headers });
    return (await globex('POST', '/tickets', { body: ticket({ requester_id: idOf('cus', 51) }), headers })).status === 201;
  },
  'ticket-key-twice-at-once': async ({ acme }) => {
    const sent = { body: ticket(), headers: { 'idempotency-key': 'key-00001' } };
    const all = await Promise.all(times(4, () => acme('POST', '/tickets', sent)));
    return new Set(all.map((got) => of(got).id)).size === 1;
  },
  'tickets-requester-of-other-account': async ({ acme }) => numbers(await acme('GET', `/tickets?requester_id=${idOf('cus', 51)}`)) === '',
  'bulk-other-account': async ({ acme, globex }) => {
    await acme('POST', '/tickets/bulk_update', { body: { ids: [idOf('tkt', 51)], changes: { priority: 'urgent' } } });
    return of(await globex('GET', T(51))).priority === 'normal';
  },
  'search-all-accounts': async ({ acme }) => listOf(await acme('GET', '/search?q=fire'), 'results').length === 0,
  'customers-search-all-accounts': async ({ acme }) => listOf(await acme('GET', '/customers?q=palace'), 'data').length === 0,
  'customer-twice-at-once': async ({ acme }) => {
    const all = await Promise.all(times(4, () => acme('POST', '/customers', { body: customer() })));
    return same(all.map(({ status }) => status).toSorted(), [201, 409, 409, 409]);
  },
  'attachment-content-of-other-account': gives(404, 'GET', '/attachments/att_0000000051/content'),
  'attachment-content-without-key': async ({ nobody }) => (await nobody('GET', '/attachments/att_0000000001/content')).status === 401,
  'export-all-accounts': async ({ acme }) => !(await acme('GET', '/exports/tickets')).bytes.toString().includes('fire'),
  'export-without-scope': async ({ viewer }) => (await viewer('GET', '/exports/tickets')).status === 403,
  'webhook-write-with-read-scope': async ({ viewer }) => (await viewer('POST', '/webhooks', { body: webhook() })).status === 403,
  'webhook-delete-other-account': gives(404, 'DELETE', '/webhooks/whk_0000000051'),
  'viewer-comments': async ({ viewer }) => (await viewer('POST', T(1, '/comments'), { body: { body: 'New' } })).status === 403,
  'comments-internal-to-viewer': async ({ viewer }) => (await viewer('GET', T(2, '/comments'))).headers.get('x-total-count') === '2',
  'comment-internal-to-viewer': async ({ viewer }) => (await viewer('GET', T(2, '/comments/cmt_0000000002'))).status === 404,
  'key-role-ignored': async ({ acme, withKey }) => {
    const made = of(await acme('POST', '/keys', { body: { name: 'Board', role: 'viewer' } }));
    return (await withKey(String(made.secret))('DELETE', T(1))).status === 403;
  },
  'key-expired-works': async ({ acme, withKey }) => {
    const made = of(await acme('POST', '/keys', { body: { name: 'Old', role: 'viewer', expires_at: '2020-01-01T00:00:00Z' } }));
    return (await withKey(String(made.secret))('GET', T(1))).status === 401;
  },
};

export const secrets: Probes = {
  'webhook-secret-listed': async ({ acme }) => {
    const all = listOf(await acme('GET', '/webhooks'), 'webhooks');
    return all.length === 1 && !all.some((one) => 'signing_secret' in one);
  },
  'webhook-secret-shown': async ({ acme }) => !('signing_secret' in of(await acme('GET', HOOK))),
  'webhook-secret-after-change': async ({ acme }) => !('signing_secret' in of(await acme('PATCH', HOOK, { body: { active: false } }))),
  'webhook-secret-not-rotated': async ({ acme }) => {
    const rotate = async (): Promise<unknown> => of(await acme('POST', `${HOOK}/rotate_secret`)).signing_secret;
    const before = await rotate();
    return (await rotate()) !== before;
  },
  'key-secret-listed': async ({ acme }) => {
    const all = listOf(await acme('GET', '/keys'), 'keys');
    return all.length === 2 && !all.some((one) => 'secret' in one);
  },
  'agent-password-echoed': async ({ acme }) => {
    const made = await acme('POST', '/agents', { body: agent() });
    return made.status === 201 && !('password' in of(made));
  },
  'failure-repeats-values': async ({ acme }) => {
    const refused = await acme('POST', '/agents', { body: agent({ password: 'hunter2' }) });
    return refused.status === 400 && !refused.bytes.toString().includes('hunter2');
  },
};
