// Probes of answers and of conditions.
import { ANY, etag, location, of, same, times } from '../../probes.ts';
import {
  A,
  agent,
  article,
  C,
  customer,
  file,
  gives,
  idOf,
  listOf,
  merge,
  type Probes,
  post,
  put,
  REPLACEMENT,
  T,
  ticket,
  webhook,
} from './requests.ts';

const HOOK = '/webhooks/whk_0000000001';
const FILE = '/attachments/att_0000000001/content';

export const responses: Probes = {
  'api-version-missing-in-errors': async ({ acme }) => (await acme('GET', T(99))).headers.has('api-version'),
  'api-version-always-newest': async ({ acme }) =>
    (await acme('GET', T(1), { headers: { 'api-version': '2025-11-01' } })).headers.get('api-version') === '2025-11-01',
  'problem-as-json': async ({ acme }) =>
    (await acme('POST', '/tickets', { body: {} })).headers.get('content-type') === 'application/problem+json',
  'problem-status-text': async ({ acme }) => of(await acme('GET', T(99))).status === 404,
  'failure-404-as-text': async ({ acme }) => (await acme('GET', C(99))).headers.get('content-type') === 'application/json',
  'failure-fields-list': async ({ acme }) => {
    const { error } = of(await acme('POST', '/customers', { body: customer({ name: '' }) })) as { error?: { fields: object } };
    return same(Object.keys(error?.fields ?? {}), ['name']);
  },
  'unauthorized-without-challenge': async ({ nobody }) => (await nobody('GET', T(1))).headers.has('www-authenticate'),
  'method-without-allow': async ({ acme }) => (await acme('DELETE', '/search')).headers.get('allow') === 'GET, HEAD',
  'ping-limit-without-retry-after': async ({ acme }) => {
    const all = await Promise.all(times(21, () => acme('POST', `${HOOK}/ping`)));
    return all.find(({ status }) => status === 429)?.headers.has('retry-after') === true;
  },
  'tickets-empty-null': async ({ acme }) => same(of(await acme('GET', '/tickets?q=nothing')).tickets, []),
  'addresses-empty-null': async ({ acme }) => same(of(await acme('GET', C(2, '/addresses'))).data, []),
  'articles-no-total-of-nothing': async ({ acme }) => (await acme('GET', '/articles?locale=ja')).headers.get('x-total-count') === '0',
  'ticket-solve-extra-member': async ({ acme }) =>
    !('_revision' in of(await acme('POST', T(2, '/solve'), { body: { resolution: 'fixed' } }))),
  'ticket-wait-undeclared-state': async ({ acme }) => of(await acme('POST', T(2, '/wait'))).status === 'pending',
  'ticket-key-answers-200': async ({ acme }) => {
    const sent = { body: ticket(), headers: { 'idempotency-key': 'key-00001' } };
    await acme('POST', '/tickets', sent);
    const again = await acme('POST', '/tickets', sent);
    return again.status === 201 && again.headers.get('idempotent-replayed') === 'true';
  },
  'bulk-results-sorted': async ({ acme }) => {
    const body = { ids: [idOf('tkt', 6), idOf('tkt', 1)], changes: { priority: 'low' } };
    return listOf(await acme('POST', '/tickets/bulk_update', { body }), 'results')[0]?.id === idOf('tkt', 6);
  },
  'comment-location-of-nothing': async ({ acme }) => {
    const made = await acme('POST', T(1, '/comments'), { body: { body: 'New' } });
    return (await acme('GET', location(made))).status === 200;
  },
  'comment-delete-with-body': gives(204, 'DELETE', T(2, '/comments/cmt_0000000001')),
  'attachment-content-octets': async ({ acme }) => (await acme('GET', FILE)).headers.get('content-type') === 'text/plain',
  'attachment-size-in-kilobytes': async ({ acme }) => of(await acme('POST', T(1, '/attachments'), file('twelve bytes'))).size === 12,
  'attachment-head-without-length': async ({ acme }) => (await acme('HEAD', FILE)).headers.get('content-length') === '11',
  'export-quotes': async ({ acme }) =>
    (await acme('GET', '/exports/tickets?status=solved')).bytes.toString().includes(',"VPN drops, ""again""",solved,'),
  'export-line-feeds': async ({ acme }) =>
    (await acme('GET', '/exports/tickets')).bytes.toString().startsWith('number,subject,status,priority,created_at\r\n'),
  'export-accept-ignored': gives(406, 'GET', '/exports/tickets', { headers: { accept: 'application/pdf' } }),
  'export-without-disposition': async ({ acme }) => (await acme('GET', '/exports/tickets')).headers.has('content-disposition'),
  'customer-created-200': post(201, '/customers', customer()),
  'customer-created-without-location': async ({ acme }) => {
    const made = await acme('POST', '/customers', { body: customer() });
    return location(made) === `/customers/${of(made).id}`;
  },
  'translation-new-200': put(201, A('clean-the-printer', '/translations/de'), { title: 'Neu', body: 'Neu.' }),
  'agent-never-seen-empty-text': async ({ acme }) => of(await acme('POST', '/agents', { body: agent() })).last_seen_at === null,
  'webhook-created-at-number': async ({ acme }) => typeof of(await acme('POST', '/webhooks', { body: webhook() })).created_at === 'string',
  'key-null-left-out': async ({ acme }) => of(await acme('POST', '/keys', { body: { name: 'New', role: 'viewer' } })).expires_at === null,
};

const SLUG = A('reset-your-password');

export const conditions: Probes = {
  'ticket-patch-without-if-match': gives(428, 'PATCH', T(1), merge({ subject: 'New' }, {})),
  'ticket-patch-any-if-match': gives(412, 'PATCH', T(1), merge({ subject: 'New' }, { 'if-match': '"old"' })),
  'ticket-patch-weak-if-match': async ({ acme }) => {
    const weak = `W/${etag(await acme('GET', T(1)))}`;
    return (await acme('PATCH', T(1), merge({ subject: 'New' }, { 'if-match': weak }))).status === 412;
  },
  'ticket-if-match-last-only': async ({ acme }) => {
    const several = `${etag(await acme('GET', T(1)))}, "old"`;
    return (await acme('PATCH', T(1), merge({ subject: 'New' }, { 'if-match': several }))).status === 200;
  },
  'ticket-etag-stays-when-assigned': async ({ acme }) => {
    const before = etag(await acme('GET', T(1)));
    return etag(await acme('POST', T(1, '/assign'), { body: { agent_id: idOf('agt', 1) } })) !== before;
  },
  'ticket-etag-stays-when-commented': async ({ acme }) => {
    const before = etag(await acme('GET', T(1)));
    await acme('POST', T(1, '/comments'), { body: { body: 'New' } });
    return etag(await acme('GET', T(1))) !== before;
  },
  'ticket-etag-each-time': async ({ acme }) => {
    const before = etag(await acme('GET', T(1)));
    return etag(await acme('GET', T(1))) === before;
  },
  'if-none-match-first-only': async ({ acme }) => {
    const several = `"old", ${etag(await acme('GET', T(1)))}`;
    return (await acme('GET', T(1), { headers: { 'if-none-match': several } })).status === 304;
  },
  'if-none-match-strong': async ({ acme }) => {
    const weak = `W/${etag(await acme('GET', SLUG))}`;
    return (await acme('GET', SLUG, { headers: { 'if-none-match': weak } })).status === 304;
  },
  'not-modified-without-etag': async ({ acme }) => {
    const seen = etag(await acme('GET', T(1)));
    return etag(await acme('GET', T(1), { headers: { 'if-none-match': seen } })) === seen;
  },
  'attachment-never-304': gives(304, 'GET', FILE, { headers: { 'if-none-match': '*' } }),
  'article-if-none-match-ignored': gives(412, 'PUT', SLUG, { body: article(), headers: { 'if-none-match': '*' } }),
  'article-if-match-ignored': gives(412, 'PUT', SLUG, { body: article(), headers: { 'if-match': '"old"' } }),
  'article-if-match-creates': gives(412, 'PUT', A('how-to'), { body: article(), headers: ANY }),
  'article-etag-of-title': async ({ acme }) => {
    const before = await acme('GET', SLUG);
    return etag(await acme('PUT', SLUG, { body: article({ title: of(before).title, position: 7 }) })) !== etag(before);
  },
  'customer-put-any-version': put(409, C(2), { ...REPLACEMENT, version: 9 }),
  'customer-version-stays': async ({ acme }) => of(await acme('PUT', C(2), { body: REPLACEMENT })).version === 2,
  'ticket-key-without-effect': async ({ acme }) => {
    const sent = { body: ticket(), headers: { 'idempotency-key': 'key-00001' } };
    const first = await acme('POST', '/tickets', sent);
    return first.status === 201 && of(first).id === of(await acme('POST', '/tickets', sent)).id;
  },
  'ticket-key-with-any-body': async ({ acme }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    await acme('POST', '/tickets', { body: ticket(), headers });
    return (await acme('POST', '/tickets', { body: ticket({ subject: 'Other' }), headers })).status === 409;
  },
  'ticket-key-taken-by-refusal': async ({ acme }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    await acme('POST', '/tickets', { body: ticket({ requester_id: 'cus_zzzzzzzzzz' }), headers });
    return (await acme('POST', '/tickets', { body: ticket(), headers })).status === 201;
  },
};
