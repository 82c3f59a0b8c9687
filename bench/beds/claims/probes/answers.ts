// Probes of the faults of answers, conditions and accounts.
import type { Send } from '../../client.ts';
import { etag, type Item, location, of } from '../../probes.ts';
import {
  attach,
  BUMP,
  type ClaimProbes,
  CRASH,
  cancel,
  loss,
  PAYEES,
  POLICIES,
  pay,
  payee,
  REPORT,
  reject,
  report,
  seen,
} from './callers.ts';

const TRAVEL = `/policies/${POLICIES.travel}`;
const FILE = `/documents/${REPORT}`;
const OLD = { 'if-match': '"old"' };

const responses: ClaimProbes = {
  'policy-without-activated-at': async ({ linden }) => (await seen(linden, TRAVEL)).activatedAt === null,
  'premium-as-text': async ({ linden }) => (await seen(linden, TRAVEL)).premium === 255,
  'claim-created-with-200': async ({ linden }) => (await report(linden)).status === 201,
  'payee-without-location': async ({ linden }) => location(await linden('POST', '/payees', { body: payee() })) !== '',
  'conflict-without-messages': async ({ linden }) => {
    const refused = await linden('POST', `/policies/${POLICIES.motor}/activation`);
    return refused.status === 409 && Array.isArray(of(refused).messages);
  },
};

const conditions: ClaimProbes = {
  'policy-tag-ignores-covers': async ({ linden }) => {
    const before = etag(await linden('GET', TRAVEL));
    await linden('PUT', `${TRAVEL}/covers/luggage`, { body: { limit: 900, deductible: 0, annualPremium: 20 } });
    return etag(await linden('GET', TRAVEL)) !== before;
  },
  'tag-of-claim-not-checked': async ({ linden }) => (await linden('PATCH', BUMP, { body: { place: 'Oulu' }, headers: OLD })).status === 412,
  'assessment-without-tag': async ({ linden }) => {
    const body = { items: [{ damageNo: 1, accepted: 900 }], assessor: 'Outi Heino' };
    return (await linden('PUT', `${BUMP}/assessment`, { body })).status === 428;
  },
  'file-always-sent': async ({ linden }) => {
    const headers = { 'if-none-match': etag(await linden('GET', FILE)) };
    return (await linden('GET', FILE, { headers })).status === 304;
  },
  'claim-without-head': async ({ linden }) => (await linden('HEAD', CRASH)).status === 200,
  'tag-lists-not-matched': async ({ linden }) => {
    const headers = { 'if-none-match': `"old", ${etag(await linden('GET', CRASH))}` };
    return (await linden('GET', CRASH, { headers })).status === 304;
  },
};

/** The first thing of a list. */
async function first(send: Send, path: string, name: string): Promise<Item> {
  const embedded = (await seen(send, path))._embedded as Readonly<Record<string, readonly Item[]>>;
  return embedded[name]?.[0] ?? {};
}

const accounts: ClaimProbes = {
  'claim-of-another-agency': async ({ aspen, linden }) => {
    const { id } = await first(aspen, '/claims', 'claims');
    return (await aspen('GET', `/claims/${id}`)).status === 200 && (await linden('GET', `/claims/${id}`)).status === 404;
  },
  'policy-of-another-agency': async ({ aspen, linden }) => {
    const { id } = await first(aspen, '/policies', 'policies');
    return (await linden('POST', '/claims', { body: loss(String(id)) })).status === 422;
  },
  'payee-of-another-agency': async ({ aspen, linden }) => {
    const { id } = await first(aspen, '/payees', 'payees');
    return (await pay(linden, CRASH, 10, 'Part', String(id))).status === 422;
  },
  'file-of-another-agency': async ({ aspen, linden }) =>
    (await linden('GET', FILE)).status === 200 && (await aspen('GET', FILE)).status === 404,
  'assistant-pays': async ({ assistant }) => (await pay(assistant, CRASH, 10, 'Part', PAYEES.workshop)).status === 403,
  'assistant-closes': async ({ assistant }) =>
    (await attach(assistant, BUMP)).status === 201 && (await reject(assistant, BUMP)).status === 403,
  'assistant-cancels': async ({ assistant }) => (await cancel(assistant, `/policies/${POLICIES.motor}`)).status === 403,
};

export const answers: ClaimProbes = { ...responses, ...conditions, ...accounts };
