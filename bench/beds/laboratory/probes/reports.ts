// Probes of what comes after a result: approvals, corrections, reports, invoices and credits.
import { type Item, joined, of, statusesOfTwo } from '../../probes.ts';
import {
  approve,
  approved,
  bill,
  CLIENTS,
  correct,
  credit,
  enter,
  type LaboratoryProbes,
  numberOf,
  ORDERS,
  read,
  reject,
  release,
  reported,
  resultPath,
  rowsOf,
  statusOf,
} from './callers.ts';

const WHY = { reason: 'Mixed up' };

export const reports: LaboratoryProbes = {
  'low-alarms-unheard': async ({ north }) => {
    const number = await numberOf(north);
    await enter(north, resultPath(number), 110);
    return statusOf(await approve(north, resultPath(number))) === '409 notification_needed';
  },
  'approved-twice': async ({ north }) => statusOf(await approve(north, resultPath(await approved(north)))) === '409 not_entered',
  'cancelled-results-entered': async ({ north }) => {
    const number = await numberOf(north);
    await reject(north, number, 'A');
    return statusOf(await enter(north, resultPath(number), 140)) === '409 cancelled';
  },
  'approved-results-overwritten': async ({ north }) =>
    statusOf(await enter(north, resultPath(await approved(north)), 141, WHY)) === '409 approved',
  'corrections-without-reason': async ({ north }) =>
    statusOf(await enter(north, resultPath(await reported(north)), 141)) === '409 reason_needed',
  'corrections-keep-revision': async ({ north }) => of(await enter(north, resultPath(await reported(north)), 141, WHY)).revision === 2,
  'corrections-stay-approved': async ({ north }) => of(await enter(north, resultPath(await reported(north)), 141, WHY)).state === 'entered',
  'corrections-keep-approver': async ({ north }) => of(await enter(north, resultPath(await reported(north)), 141, WHY)).approver === null,
  'correction-keeps-reported': async ({ north }) => {
    const number = await reported(north);
    await enter(north, resultPath(number), 141, WHY);
    return of(await read(north, number)).status === 'in_progress';
  },
  'reported-twice': async ({ north }) => statusOf(await release(north, ORDERS.reported, WHY)) === '409 not_approved',
  'first-report-current': async ({ north }) => {
    const number = await reported(north);
    await correct(north, number, 141);
    await release(north, number, WHY);
    return joined(rowsOf(await north('GET', `/orders/${number}/reports`)), 'current') === 'true,false';
  },
  'supersedes-the-first': async ({ north }) => {
    const number = await reported(north);
    await correct(north, number, 141);
    await release(north, number, WHY);
    await correct(north, number, 142);
    return of(await release(north, number, WHY)).supersedes === 2;
  },
  'reports-follow-results': async ({ north }) => {
    const number = await reported(north);
    await enter(north, resultPath(number), 141, WHY);
    const [first] = rowsOf(await north('GET', `/orders/${number}/reports`));
    return joined((first?.results ?? []) as readonly Item[], 'value') === '140';
  },
};

const linesOf = (invoice: Item): string => joined(invoice.lines as readonly Item[], 'orderNo');

export const invoices: LaboratoryProbes = {
  'hospitals-pay-tax': async ({ north }) => {
    const number = await reported(north, { clientId: CLIENTS.hospital });
    return of(await bill(north, CLIENTS.hospital, number)).tax === 0;
  },
  'orders-of-other-clients-billed': async ({ north }) => (await bill(north, CLIENTS.hospital, ORDERS.reported)).status === 422,
  'approved-orders-billed': async ({ north }) =>
    statusOf(await bill(north, CLIENTS.practice, await approved(north))) === '409 not_reported',
  'lines-by-number': async ({ north }) => {
    const number = await reported(north);
    return linesOf(of(await bill(north, CLIENTS.practice, number, ORDERS.reported))) === `${number},${ORDERS.reported}`;
  },
  'lines-without-discount': async ({ north }) => of(await bill(north, CLIENTS.practice, ORDERS.reported)).net === 931,
  'always-thirty-days': async ({ north }) => {
    const { issuedOn, dueOn } = of(await bill(north, CLIENTS.practice, ORDERS.reported));
    return Date.parse(String(dueOn)) - Date.parse(String(issuedOn)) === 14 * 86_400_000;
  },
  'billed-at-once': async ({ north }) => {
    const body = { clientId: CLIENTS.practice, orderNos: [ORDERS.reported] };
    return (await statusesOfTwo(north, 'POST', '/invoices', body)) === '201,409';
  },
  'credited-stays-billed': async ({ north }) => {
    await credit(north, 'INV-000001', 804);
    return (await bill(north, CLIENTS.hospital, ORDERS.billed)).status === 201;
  },
  'credits-not-added': async ({ north }) => {
    await credit(north, 'INV-000001', 100);
    return statusOf(await credit(north, 'INV-000001', 804)) === '409 exceeds_balance';
  },
};
