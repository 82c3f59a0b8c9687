// Probes of the faults of answers, conditions, accounts and secrets.
import { etag, header, location, of, type Probes, statusesOfTwo } from '../../probes.ts';
import { organisationId } from '../seeds.ts';
import {
  all,
  application,
  approval,
  at,
  budget,
  type Callers,
  draft,
  each,
  grant,
  IBAN,
  kite,
  MERGE,
  organisation,
  repayment,
} from './callers.ts';

const OLD = { headers: { 'if-match': '"abc"' } };

export const responses: Probes<Callers> = {
  'draft-without-location': async ({ willow }) => location(await willow('POST', '/applications', draft())).startsWith('/applications/'),
  'decision-without-time': async ({ willow }) => at(await willow('GET', application(4)), 'decision.decidedAt') !== undefined,
  'paid-amount-as-text': async ({ willow }) => of(await willow('GET', grant(4))).paidCents === 400_000,
  'conflict-without-code': async ({ willow }) => at(await willow('POST', `${application(8)}/submit`), 'error.code') === 'round_not_open',
  'invalid-without-fields': async ({ willow }) =>
    at(await willow('POST', '/organisations', kite({ name: 'K' })), 'error.fields.0.name') === 'name',
  'patch-keeps-time': async ({ willow }) => {
    const before = of(await willow('GET', organisation(1)));
    return of(await willow('PATCH', organisation(1), { body: { name: 'Mill Stage' }, ...MERGE })).updatedAt !== before.updatedAt;
  },
  'no-challenge': async ({ stranger }) => header(await stranger('GET', '/grants'), 'www-authenticate') === 'Bearer',
};

export const conditions: Probes<Callers> = {
  'budget-outside-of-tag': async ({ willow }) => {
    const before = etag(await willow('GET', application(1)));
    await willow('PUT', `${application(1)}/budget`, budget([['staff', 900]]));
    return etag(await willow('GET', application(1))) !== before;
  },
  'patch-ignores-tag': async ({ willow }) =>
    all(412, await willow('PATCH', application(1), { body: { title: 'Another title' }, ...MERGE, ...OLD })),
  'delete-ignores-tag': async ({ willow }) => {
    const path = location(await willow('POST', '/organisations', kite()));
    return all(412, await willow('DELETE', path, OLD));
  },
  'known-application-sent': async ({ willow }) => {
    const tag = etag(await willow('GET', application(1)));
    return all(304, await willow('GET', application(1), { headers: { 'if-none-match': tag } }));
  },
  'not-modified-without-tag': async ({ willow }) => {
    const tag = etag(await willow('GET', application(1)));
    return etag(await willow('GET', application(1), { headers: { 'if-none-match': `"abc", ${tag}` } })) === tag;
  },
  'grant-without-head': async ({ willow }) => all(200, await willow('HEAD', grant(4))),
};

export const accounts: Probes<Callers> = {
  'application-of-any-foundation': async ({ heron }) => all(404, await heron('GET', application(1))),
  'grants-of-all-foundations': async ({ heron }) => each(await heron('GET', '/grants'), 'number') === '2025-0010',
  'conflict-in-another-foundation': async ({ willow }) =>
    all(422, await willow('POST', '/reviewers', { body: { name: 'Tom', email: 'tom@reviews.example', conflicts: [organisationId(9)] } })),
  'decided-by-assistant': async ({ assistant }) => all(403, await assistant('POST', `${application(3)}/decision`, approval(1000))),
  'deleted-by-assistant': async ({ assistant }) => {
    const path = location(await assistant('POST', '/organisations', kite()));
    return all(403, await assistant('DELETE', path));
  },
  'one-request-twice-at-once': async ({ willow }) =>
    (await statusesOfTwo(willow, 'POST', `${grant(6)}/transactions`, repayment(1000).body)) === '200,201',
};

export const secrets: Probes<Callers> = {
  'iban-shown': async ({ willow }) => of(await willow('GET', organisation(1))).iban === undefined,
  'iban-in-error': async ({ willow }) => {
    const got = await willow('POST', '/organisations', kite({ name: 'K' }));
    return all(422, got) && !got.bytes.toString().includes(IBAN);
  },
};
