// Probes of answers, conditions, accounts and secrets.
import type { Got } from '../../client.ts';
import { etag, header, type Item, of } from '../../probes.ts';
import { ABSENCES, ACCOUNT, CONTRACTS, decide, EMPLOYEES, hire, listed, type PayrollProbes, patch, RUNS, seen } from './callers.ts';

const { ada, tom } = EMPLOYEES;
const ADA = `/employees/${ada}`;
const PAYSLIP = '/payslips/payslipaa2';

const codeOf = (got: Got): unknown => of(got).code;

export const answers: PayrollProbes = {
  'location-without-id': async ({ linden }) => {
    const made = await hire(linden);
    return header(made, 'location') === `/employees/${of(made).id}`;
  },
  'created-without-zone': async ({ linden }) => String((await seen(linden, ADA)).createdAt).endsWith('Z'),
  'replaced-account-is-created': async ({ linden }) => (await linden('PUT', `${ADA}/bank-account`, { body: ACCOUNT })).status === 200,
  'deletion-answers-200': async ({ linden }) => (await linden('DELETE', '/time-entries/entrytwodd')).status === 204,
  'payslips-in-caches': async ({ linden }) => header(await linden('GET', PAYSLIP), 'cache-control') === 'private, no-store',
  'invalid-without-place': async ({ linden }) => {
    const got = await hire(linden, { firstName: '' });
    return got.status === 422 && (of(got).where as readonly Item[]).length > 0;
  },
  'faults-have-another-trace': async ({ linden }) => {
    const got = await linden('GET', '/employees/aaaaaaaaaa');
    return got.status === 404 && of(got).trace === header(got, 'trace-id');
  },
  'unauthorized-without-challenge': async ({ stranger }) => {
    const got = await stranger('GET', '/employees');
    return got.status === 401 && header(got, 'www-authenticate')?.startsWith('Bearer') === true;
  },

  'change-without-if-match': async ({ linden }) => (await patch(linden, ada, { firstName: 'Ida' }, {})).status === 428,
  'approval-of-any-tag': async ({ linden }) => {
    const { netTotal } = await seen(linden, `/pay-runs/${RUNS.february}`);
    const sent = { body: { netTotal }, headers: { 'if-match': '"000000000000"' } };
    return (await linden('POST', `/pay-runs/${RUNS.february}/approval`, sent)).status === 412;
  },
  'weak-tags-do-not-match': async ({ linden }) => {
    const tag = etag(await linden('GET', ADA));
    return (await linden('GET', ADA, { headers: { 'if-none-match': `W/${tag}` } })).status === 304;
  },
  'payslip-without-head': async ({ linden }) => {
    const [got, head] = [await linden('GET', PAYSLIP), await linden('HEAD', PAYSLIP)];
    return head.status === 200 && etag(head) === etag(got) && head.bytes.length === 0;
  },
  'tag-without-account': async ({ linden }) => {
    const before = etag(await linden('GET', ADA));
    await linden('PUT', `${ADA}/bank-account`, { body: ACCOUNT });
    return etag(await linden('GET', ADA)) !== before;
  },

  'personnel-numbers-of-all-employers': async ({ linden }) => (await hire(linden, { personnelNumber: 'MT1001' })).status === 201,
  'any-employer-ends-contracts': async ({ marlow }) =>
    (await marlow('POST', `/contracts/${CONTRACTS.tom}/end`, { body: { endsOn: '2031-12-31' } })).status === 404,
  'payslips-of-all-employers': async ({ marlow }) => (await marlow('GET', PAYSLIP)).status === 404,
  'clerk-sees-tax-rates': async ({ clerk }) => {
    const shown = await seen(clerk, ADA);
    return shown.id === ada && !('taxRate' in shown);
  },
  'clerk-sees-pay': async ({ clerk }) => {
    const [contract = {}] = listed(await clerk('GET', `${ADA}/contracts`));
    return contract.id === CONTRACTS.ada && !('pay' in contract);
  },
  'clerk-sees-pay-items': async ({ clerk }) => (await clerk('GET', `${ADA}/pay-items`)).status === 403,
  'clerk-decides': async ({ clerk }) => codeOf(await decide(clerk, ABSENCES.october, { decision: 'approved' })) === 'forbidden',

  'iban-is-shown': async ({ linden }) => {
    const got = await linden('PUT', `/employees/${tom}/bank-account`, { body: ACCOUNT });
    return of(got).ibanEnd === '4300' && !got.bytes.includes(ACCOUNT.iban);
  },
};
