// Probes of the values that requests may have, and of values that are kept.
import { of, same, times } from '../../probes.ts';
import {
  A,
  address,
  agent,
  article,
  C,
  customer,
  entry,
  file,
  gives,
  idOf,
  keeps,
  listOf,
  merge,
  type Probe,
  type Probes,
  post,
  put,
  T,
  ticket,
  webhook,
} from './requests.ts';

const contract = (members: object): object => customer({ contract: { plan: 'pro', starts_on: '2026-03-01', ...members } });
const many = (count: number): object => ({ customers: times(count, (index) => customer({ email: `n${index}@mail.example` })) });
const http = (members: object): object => webhook({ delivery: { via: 'http', url: 'https://hooks.example/a', ...members } });
const patches = (status: number, body: object): Probe => gives(status, 'PATCH', T(1), merge(body));

const ofTickets: Probes = {
  'ticket-subject-one-too-long': post(422, '/tickets', ticket({ subject: 's'.repeat(151) })),
  'ticket-subject-refuses-longest': patches(200, { subject: 's'.repeat(150) }),
  'ticket-subject-blank': post(422, '/tickets', ticket({ subject: ' \t' })),
  'ticket-priority-any-case': post(422, '/tickets', ticket({ priority: 'HIGH' })),
  'ticket-channel-default-email': async ({ acme }) => of(await acme('POST', '/tickets', { body: ticket() })).channel === 'web',
  'ticket-tags-eleven': post(422, '/tickets', ticket({ tags: times(11, (index) => `t${index}`) })),
  'ticket-tags-twice': post(422, '/tickets', ticket({ tags: ['vpn', 'vpn'] })),
  'ticket-tag-with-space': post(422, '/tickets', ticket({ tags: ['second floor'] })),
  'ticket-custom-field-object': post(422, '/tickets', ticket({ custom_fields: { serial: { number: 1 } } })),
  'ticket-custom-field-any-name': post(422, '/tickets', ticket({ custom_fields: { 'Serial number': 'PX' } })),
  'ticket-due-without-offset': post(422, '/tickets', ticket({ due_at: '2027-01-15T17:30:00' })),
  'ticket-due-last-century': post(422, '/tickets', ticket({ due_at: '1999-12-31T23:59:59Z' })),
  'ticket-requester-unknown': post(422, '/tickets', ticket({ requester_id: 'cus_zzzzzzzzzz' })),
  'ticket-patch-empty': patches(422, {}),
  'ticket-patch-unknown-member': patches(422, { status: 'closed' }),
  'ticket-patch-sixteen-fields': async ({ acme }) => {
    const fields = (from: number): object => Object.fromEntries(times(8, (index) => [`f${from + index}`, index]));
    await acme('PATCH', T(1), merge({ custom_fields: fields(0) }));
    return (await acme('PATCH', T(1), merge({ custom_fields: fields(8) }))).status === 422;
  },
  'ticket-id-any-prefix': gives(404, 'GET', '/tickets/tic_0000000001'),
  'tickets-limit-zero': gives(400, 'GET', '/tickets?limit=0'),
  'tickets-limit-hundred-and-one': gives(400, 'GET', '/tickets?limit=101'),
  'tickets-status-any': gives(400, 'GET', '/tickets?status=lost'),
  'tickets-cursor-any-text': gives(400, 'GET', '/tickets?cursor=next'),
  'bulk-ids-twice': post(422, '/tickets/bulk_update', { ids: [idOf('tkt', 1), idOf('tkt', 1)], changes: { priority: 'low' } }),
  'bulk-ids-fifty-one': post(422, '/tickets/bulk_update', {
    ids: times(51, (index) => idOf('tkt', index)),
    changes: { priority: 'low' },
  }),
  'search-one-letter': gives(400, 'GET', '/search?q=p'),
  'comment-empty': post(422, T(1, '/comments'), { body: '' }),
  'comment-refuses-longest': gives(200, 'PATCH', T(2, '/comments/cmt_0000000001'), { body: { body: 'c'.repeat(4000) } }),
  'comment-visibility-any': post(422, T(1, '/comments'), { body: 'Hello', visibility: 'secret' }),
  'comment-any-media-type': gives(415, 'PATCH', T(2, '/comments/cmt_0000000001'), { raw: '{"body":"Hello"}', type: 'text/plain' }),
  'time-any-step': post(422, T(1, '/time_entries'), entry({ hours: 1.1 })),
  'time-zero': post(422, T(1, '/time_entries'), entry({ hours: 0 })),
  'time-refuses-whole-day': post(201, T(1, '/time_entries'), entry({ hours: 24 })),
  'time-any-day': post(422, T(1, '/time_entries'), entry({ worked_on: '2026-02-30' })),
  'time-tomorrow': post(422, T(1, '/time_entries'), entry({ worked_on: new Date(Date.now() + 172_800_000).toISOString().slice(0, 10) })),
  'attachment-type-any': gives(422, 'POST', T(1, '/attachments'), file('<p>', 'text/html')),
  'attachment-caption-too-long': gives(422, 'POST', T(1, '/attachments'), file('a', 'text/plain', 'a.txt', 'c'.repeat(101))),
  'idempotency-key-short': gives(400, 'POST', '/tickets', { body: ticket(), headers: { 'idempotency-key': 'seven77' } }),
  'api-version-any': gives(400, 'GET', T(1), { headers: { 'api-version': '2019-01-01' } }),
};

const ofOthers: Probes = {
  'customer-email-any': post(400, '/customers', customer({ email: 'ada at mail' })),
  'customer-credit-three-decimals': post(400, '/customers', customer({ credit_limit: '10.005' })),
  'customer-phones-six': post(400, '/customers', customer({ phones: times(6, (index) => `+3120123456${index}`) })),
  'customer-name-number': post(400, '/customers', customer({ name: 7 })),
  'customer-consent-text': post(400, '/customers', customer({ marketing_consent: 'false' })),
  'customer-response-seventy-three': post(400, '/customers', contract({ response_hours: 73 })),
  'customer-business-without-vat': post(400, '/customers', customer({ kind: 'business' })),
  'customer-contract-backwards': post(400, '/customers', contract({ ends_on: '2026-02-28' })),
  'customer-import-twenty-one': post(400, '/customers/import', many(21)),
  'customers-page-size-fifty-one': gives(400, 'GET', '/customers?page[size]=51'),
  'customers-page-zero': gives(400, 'GET', '/customers?page[number]=0'),
  'address-country-lower-case': post(400, C(1, '/addresses'), address({ country: 'nl' })),
  'address-code-one-letter': post(400, C(1, '/addresses'), address({ postal_code: '1' })),
  'address-extra-member': post(400, C(1, '/addresses'), address({ floor: 2 })),
  'article-slug-upper-case': put(404, A('How-To'), article()),
  'article-without-title': put(422, A('how-to'), { body: 'New.', locale: 'en' }),
  'article-position-fraction': put(422, A('how-to'), article({ position: 1.5 })),
  'article-boost-one': put(422, A('how-to'), article({ boost: 1 })),
  'article-labels-nine': put(422, A('how-to'), article({ labels: times(9, String) })),
  'articles-offset-negative': gives(400, 'GET', '/articles?offset=-1'),
  'agent-handle-two-letters': post(400, '/agents', agent({ handle: 'mo' })),
  'agent-password-refuses-longest': post(201, '/agents', agent({ password: 'p'.repeat(64) })),
  'agent-email-null': gives(400, 'PATCH', '/agents/agt_0000000001', { body: { email: null } }),
  'webhook-plain-address': post(400, '/webhooks', http({ url: 'http://hooks.example/a' })),
  'webhook-without-address': post(400, '/webhooks', webhook({ delivery: { via: 'http' } })),
  'webhook-events-none': post(400, '/webhooks', webhook({ events: [] })),
  'webhook-header-any-name': post(400, '/webhooks', http({ headers: { Cookie: 'a=b' } })),
  'webhook-mail-twice': post(400, '/webhooks', webhook({ delivery: { via: 'mail', to: ['a@b.example', 'a@b.example'] } })),
  'key-role-any': post(400, '/keys', { name: 'Root', role: 'root' }),
};

const keptTicket = (name: string, value: unknown): Probe => keeps('/tickets', ticket({ [name]: value }), name, value);
const keptCustomer = (name: string, value: unknown): Probe => keeps('/customers', customer({ [name]: value }), name, value);
const keptWebhook = (name: string, value: unknown): Probe => keeps('/webhooks', webhook({ [name]: value }), name, value);
const keptComment = (body: string): Probe => keeps(T(1, '/comments'), { body }, 'body', body);

/** An address has this member both in the answer and in the list. */
const keptAddress =
  (name: string, value: string): Probe =>
  async ({ acme }) => {
    const made = await acme('POST', C(3, '/addresses'), { body: address({ [name]: value }) });
    const [read] = listOf(await acme('GET', C(3, '/addresses')), 'data');
    return made.status === 201 && of(made)[name] === value && read?.[name] === value;
  };

const keptArticle =
  (name: string, value: unknown): Probe =>
  async ({ acme }) => {
    const made = await acme('PUT', A('how-to'), { body: article({ [name]: value }) });
    return made.status === 201 && of(made)[name] === value && of(await acme('GET', A('how-to')))[name] === value;
  };

export const rich: Probes = {
  'ticket-subject-trimmed': keptTicket('subject', '  two spaces '),
  'ticket-description-newlines': keptTicket('description', 'one\r\ntwo'),
  'ticket-due-zone-lost': keeps('/tickets', ticket({ due_at: '2027-01-15T17:30:00+05:30' }), 'due_at', '2027-01-15T12:00:00.000Z'),
  'ticket-custom-number-rounded': keptTicket('custom_fields', { pages: 16_777_217 }),
  'ticket-custom-falsy-lost': keptTicket('custom_fields', { pages: 0, leased: false, serial: '' }),
  'ticket-tags-sorted': keptTicket('tags', ['zoom', 'audio']),
  'comment-body-plane': keptComment('Fixed 🎉'),
  'comment-body-escaped': keptComment('if (a < b && c > d)'),
  'time-quarter-lost': async ({ acme }) => {
    const made = await acme('POST', T(1, '/time_entries'), { body: entry({ hours: 1.75 }) });
    return of(made).hours === 1.75 && of(await acme('GET', T(1))).hours_spent === 1.75;
  },
  'attachment-newlines': async ({ acme }) => {
    const made = await acme('POST', T(1, '/attachments'), file(new Uint8Array([0, 13, 10, 255]), 'image/png'));
    return same([...(await acme('GET', `/attachments/${of(made).id}/content`)).bytes], [0, 13, 10, 255]);
  },
  'attachment-name-ascii': async ({ acme }) =>
    of(await acme('POST', T(1, '/attachments'), file('a', 'text/plain', 'Größe 図.txt'))).filename === 'Größe 図.txt',
  'customer-name-latin': keptCustomer('name', 'Łukasz 山田'),
  'customer-email-lower-cased': keptCustomer('email', 'Ada.Roos@mail.example'),
  'customer-phones-sorted': keptCustomer('phones', ['+31699999999', '+31201234567']),
  'customer-credit-cents-lost': keptCustomer('credit_limit', '2500.10'),
  'customer-contract-day-shifted': keptCustomer('contract', { plan: 'basic', starts_on: '2026-03-01' }),
  'address-line-capitals': keptAddress('line1', 'rue de la paix 3'),
  'address-code-spaces': keptAddress('postal_code', '2611 GX'),
  'article-body-cut': keptArticle('body', 'b'.repeat(20_000)),
  'article-position-zero': keptArticle('position', 0),
  'translation-composed': async ({ acme }) => {
    const title = 'Ou\u0308vert';
    const made = await acme('PUT', A('clean-the-printer', '/translations/de'), { body: { title, body: 'Neu.' } });
    return made.status === 201 && of(made).title === title;
  },
  'webhook-inactive-lost': keptWebhook('active', false),
  'webhook-events-sorted': keptWebhook('events', ['ticket.solved', 'comment.added']),
  'webhook-description-empty-lost': keptWebhook('description', ''),
  'key-expiry-lost': async ({ acme }) => {
    const made = await acme('POST', '/keys', { body: { name: 'Short', role: 'viewer', expires_at: '2031-01-01T00:00:00+01:00' } });
    return of(made).expires_at === '2030-12-31T23:00:00.000Z';
  },
};

export const values: Probes = { ...ofTickets, ...ofOthers };
