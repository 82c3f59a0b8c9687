// Probes of what one request does to the next.
import { location, of, same, times } from '../../probes.ts';
import {
  A,
  address,
  agent,
  article,
  C,
  customer,
  file,
  gives,
  idOf,
  listOf,
  merge,
  type Probe,
  type Probes,
  post,
  put,
  REPLACEMENT,
  T,
  webhook,
} from './requests.ts';

/** A request of the first account succeeds, and GET shows this value after it. */
const leads =
  (method: string, path: string, body: object | undefined, read: string, name: string, value: unknown): Probe =>
  async ({ acme }) => {
    const isMerge = method === 'PATCH' && /^\/tickets\/\w+$/.test(path);
    const sent = isMerge ? merge(body) : body === undefined ? {} : { body };
    const got = await acme(method, path, sent);
    return got.status < 300 && same(of(await acme('GET', read))[name], value);
  };

const bulk = (numbers: readonly number[], changes: object): { body: object } => ({
  body: { ids: numbers.map((number) => idOf('tkt', number)), changes },
});
const COMMENT = T(2, '/comments/cmt_0000000001');
const AGENT = '/agents/agt_0000000002';
const HOOK = '/webhooks/whk_0000000001';

const ofTickets: Probes = {
  'ticket-solve-new': post(409, T(1, '/solve'), { resolution: 'fixed' }),
  'ticket-wait-new': gives(409, 'POST', T(1, '/wait')),
  'ticket-close-open': gives(409, 'POST', T(2, '/close')),
  'ticket-reopen-closed': gives(409, 'POST', T(5, '/reopen')),
  'ticket-reopen-refused': gives(200, 'POST', T(4, '/reopen')),
  'ticket-reopen-keeps-solution': async ({ acme }) => {
    const { resolution, solved_at } = of(await acme('POST', T(4, '/reopen')));
    return resolution === null && solved_at === null;
  },
  'ticket-reopen-count-stale': leads('POST', T(4, '/reopen'), undefined, T(4), 'reopen_count', 1),
  'ticket-assign-closed': post(409, T(5, '/assign'), { agent_id: idOf('agt', 1) }),
  'ticket-assign-inactive-agent': post(422, T(1, '/assign'), { agent_id: idOf('agt', 3) }),
  'ticket-assign-pending-stays': leads('POST', T(3, '/assign'), { agent_id: idOf('agt', 1) }, T(3), 'status', 'open'),
  'ticket-patch-closed': gives(409, 'PATCH', T(5), merge({ subject: 'New' })),
  'ticket-patch-resets-tags': leads('PATCH', T(2), { subject: 'New' }, T(2), 'tags', ['printer']),
  'ticket-patch-null-ignored': leads('PATCH', T(2), { due_at: null }, T(2), 'due_at', null),
  'ticket-patch-replaces-custom-fields': leads('PATCH', T(2), { custom_fields: { pages: null, floor: 2 } }, T(2), 'custom_fields', {
    serial: 'PX-1',
    floor: 2,
  }),
  'ticket-updated-at-stale': async ({ acme }) => {
    const before = of(await acme('GET', T(1))).updated_at;
    return String(of(await acme('PATCH', T(1), merge({ subject: 'New' }))).updated_at) > String(before);
  },
  'ticket-comment-count-stale': leads('DELETE', COMMENT, undefined, T(2), 'comment_count', 2),
  'ticket-hours-stale': leads('DELETE', T(2, '/time_entries/ent_0000000001'), undefined, T(2), 'hours_spent', 0.5),
  'ticket-delete-twice': gives(410, 'DELETE', T(7)),
  'ticket-deleted-shown': gives(410, 'GET', T(7)),
  'ticket-delete-leaves-attachments': gives(404, 'GET', '/attachments/att_0000000002'),
  'ticket-restore-loses-assignee': leads('POST', T(7, '/restore'), undefined, T(7), 'assignee_id', 'agt_0000000002'),
  'ticket-restore-of-live': gives(409, 'POST', T(1, '/restore')),
  'bulk-tags-replace': leads('POST', '/tickets/bulk_update', bulk([2], { add_tags: ['new'] }).body, T(2), 'tags', ['printer', 'new']),
  'bulk-changes-closed': async ({ acme }) => {
    await acme('POST', '/tickets/bulk_update', bulk([5], { priority: 'low' }));
    return of(await acme('GET', T(5))).priority === 'normal';
  },
  'bulk-counts-all': async ({ acme }) => of(await acme('POST', '/tickets/bulk_update', bulk([1, 5], { priority: 'low' }))).updated === 1,
  'bulk-stops-at-error': leads('POST', '/tickets/bulk_update', bulk([5, 1], { priority: 'low' }).body, T(1), 'priority', 'low'),
};

const ofTheirParts: Probes = {
  'comment-on-closed': post(409, T(5, '/comments'), { body: 'More' }),
  'comment-edited-stale': leads('PATCH', COMMENT, { body: 'New' }, COMMENT, 'edited', true),
  'comment-edit-moves-creation': async ({ acme }) => {
    const before = of(await acme('GET', COMMENT)).created_at;
    return of(await acme('PATCH', COMMENT, { body: { body: 'New' } })).created_at === before;
  },
  'comment-under-other-ticket': gives(404, 'GET', T(1, '/comments/cmt_0000000001')),
  'time-delete-of-closed': gives(409, 'DELETE', T(5, '/time_entries/ent_0000000003')),
  'time-total-billable-only': async ({ acme }) => of(await acme('GET', T(2, '/time_entries'))).total_hours === 2.25,
  'attachment-on-closed': gives(409, 'POST', T(5, '/attachments'), file('a')),
};

const ofCustomers: Probes = {
  'customer-put-keeps-vat': leads(
    'PUT',
    C(2),
    { name: 'Gans', kind: 'person', email: 'office@gans.example', version: 1 },
    C(2),
    'vat_id',
    null,
  ),
  'customer-put-moves-creation': leads('PUT', C(2), REPLACEMENT, C(2), 'created_at', '2026-02-02T10:00:00.000Z'),
  'customer-delete-in-use': gives(409, 'DELETE', C(1)),
  'customer-delete-with-deleted-ticket': gives(409, 'DELETE', C(3)),
  'customer-delete-leaves-addresses': async ({ acme }) => {
    const made = await acme('POST', '/customers', { body: customer() });
    const added = await acme('POST', `${location(made)}/addresses`, { body: address() });
    await acme('DELETE', location(made));
    const got = await acme('PUT', `${location(made)}/addresses/${of(added).id}`, { body: address() });
    return added.status === 201 && got.status === 404;
  },
  'customer-email-taken-by-case': post(409, '/customers', customer({ email: 'INES@vermeer.example' })),
  'customer-import-half': async ({ acme }) => {
    const customers = [customer(), customer({ email: 'ines@vermeer.example' })];
    const refused = await acme('POST', '/customers/import', { body: { customers } });
    return refused.status === 409 && listOf(await acme('GET', '/customers'), 'data').length === 4;
  },
  'customer-open-counts-solved': leads('POST', T(2, '/solve'), { resolution: 'fixed' }, C(2), 'open_tickets', 1),
  'customer-open-counts-deleted': leads('DELETE', T(2), undefined, C(2), 'open_tickets', 1),
  'address-two-primary': async ({ acme }) => {
    await acme('POST', C(1, '/addresses'), { body: address({ primary: true }) });
    return listOf(await acme('GET', C(1, '/addresses')), 'data').filter(({ primary }) => primary).length === 1;
  },
  'address-label-taken': post(409, C(1, '/addresses'), address({ label: 'Home' })),
  'address-sixth': async ({ acme }) => {
    for (const label of ['A', 'B', 'C']) await acme('POST', C(1, '/addresses'), { body: address({ label }) });
    return (await acme('POST', C(1, '/addresses'), { body: address() })).status === 409;
  },
  'address-under-other-customer': put(404, C(2, '/addresses/adr_0000000001'), address()),
};

const ofArticles: Probes = {
  'article-archives-draft': gives(409, 'POST', A('clean-the-printer', '/archive')),
  'article-publish-twice': gives(409, 'POST', A('reset-your-password', '/publish')),
  'article-publish-moves-date': leads(
    'POST',
    A('old-printers', '/publish'),
    undefined,
    A('old-printers'),
    'published_at',
    '2026-02-01T10:00:00.000Z',
  ),
  'article-put-unpublishes': leads('PUT', A('reset-your-password'), article(), A('reset-your-password'), 'state', 'published'),
  'article-put-keeps-labels': leads('PUT', A('reset-your-password'), article(), A('reset-your-password'), 'labels', []),
  'article-delete-leaves-translations': async ({ acme }) => {
    await acme('DELETE', A('reset-your-password'));
    await acme('PUT', A('reset-your-password'), { body: article() });
    return (await acme('GET', A('reset-your-password', '/translations/fr'))).status === 404;
  },
  'article-count-of-writes': leads(
    'PUT',
    A('reset-your-password', '/translations/fr'),
    { title: 'Neuf', body: 'Neuf.' },
    A('reset-your-password'),
    'translation_count',
    1,
  ),
  'translation-own-language': put(409, A('reset-your-password', '/translations/en'), { title: 'New', body: 'New.' }),
};

const ofTheRest: Probes = {
  'agent-handle-taken': post(409, '/agents', agent({ handle: 'ada' })),
  'agent-off-keeps-tickets': leads('PATCH', AGENT, { active: false }, T(3), 'status', 'new'),
  'agent-patch-resets-role': async ({ acme }) => {
    await acme('PATCH', AGENT, { body: { role: 'lead' } });
    return of(await acme('PATCH', AGENT, { body: { name: 'Bo' } })).role === 'lead';
  },
  'agent-counts-open-only': async ({ acme }) => of(await acme('GET', AGENT)).assigned_tickets === 1,
  'webhook-patch-resets-active': async ({ acme }) => {
    await acme('PATCH', HOOK, { body: { active: false } });
    return of(await acme('PATCH', HOOK, { body: { description: 'New' } })).active === false;
  },
  'webhook-patch-merges-delivery': leads('PATCH', HOOK, { delivery: { via: 'http', url: 'https://new.example/' } }, HOOK, 'delivery', {
    via: 'http',
    url: 'https://new.example/',
  }),
  'webhook-ping-inactive': async ({ acme }) => {
    const made = await acme('POST', '/webhooks', { body: webhook({ active: false }) });
    return (await acme('POST', `${location(made)}/ping`)).status === 409;
  },
  'ping-twenty-first': async ({ acme }) => {
    const all = await Promise.all(times(21, () => acme('POST', `${HOOK}/ping`)));
    return all.filter(({ status }) => status === 429).length === 1;
  },
  'key-works-after-delete': async ({ acme, withKey }) => {
    const made = of(await acme('POST', '/keys', { body: { name: 'Short', role: 'viewer' } }));
    const key = withKey(String(made.secret));
    const before = await key('GET', T(1));
    await acme('DELETE', `/keys/${made.id}`);
    return before.status === 200 && (await key('GET', T(1))).status === 401;
  },
};

export const sequences: Probes = { ...ofTickets, ...ofTheirParts, ...ofCustomers, ...ofArticles, ...ofTheRest };
