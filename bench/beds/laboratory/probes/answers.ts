// Probes of answers: their form, conditions, lists, and who may see what.
import { etag, header, joined, location, of, same } from '../../probes.ts';
import { credentials } from '../server.ts';
import {
  approve,
  approved,
  bill,
  CLIENTS,
  calibrate,
  correct,
  enter,
  entriesOf,
  INSTRUMENTS,
  type LaboratoryProbes,
  newClient,
  numberOf,
  ORDERS,
  order,
  pagingOf,
  patch,
  putTest,
  release,
  reported,
  resultPath,
  rowsOf,
  worklist,
} from './callers.ts';

const SAMPLE = { kind: 'serum', tests: ['K'] };

export const responses: LaboratoryProbes = {
  'client-without-location': async ({ north }) => /^\/clients\/C\d+$/.test(location(await newClient(north, {}))),
  'replaced-as-created': async ({ north }) => (await putTest(north, {}, 'GLU')).status === 200,
  'sample-added-with-200': async ({ north }) =>
    (await north('POST', `/orders/${ORDERS.received}/samples`, { body: SAMPLE })).status === 201,
  'first-report-without-supersedes': async ({ north }) => of(await release(north, await approved(north))).supersedes === null,
  'due-on-with-time': async ({ north }) => /^\d{4}-\d\d-\d\d$/.test(String(of(await north('GET', '/invoices/INV-000001')).dueOn)),
  'errors-without-fields': async ({ north }) => {
    const { error } = of(await newClient(north, { kind: 'shop' })) as { error: { fields?: { path: string }[] } };
    return error.fields?.[0]?.path === 'kind';
  },
  'own-request-id': async ({ north }) => {
    const got = await north('GET', '/clients', { headers: { 'x-request-id': 'a-17' } });
    return header(got, 'x-request-id') === 'a-17';
  },
  'summary-counts-critical-twice': async ({ north }) => {
    const number = await numberOf(north);
    await enter(north, resultPath(number), 170);
    await approve(north, resultPath(number), { notified: 'Dr. Ash' });
    return same(of(await release(north, number)).summary, { normal: 0, abnormal: 0, critical: 1 });
  },
};

const OLD = { 'if-match': '"old"' };

export const conditions: LaboratoryProbes = {
  'star-replaces': async ({ north }) => (await putTest(north, {}, 'GLU', { 'if-none-match': '*' })).status === 412,
  'old-tag-replaces': async ({ north }) => (await putTest(north, {}, 'GLU', OLD)).status === 412,
  'old-tag-deletes': async ({ north }) => {
    await putTest(north);
    return (await north('DELETE', '/tests/CL', { headers: OLD })).status === 412;
  },
  'old-tag-changes-orders': async ({ north }) => (await patch(north, `/orders/${ORDERS.received}`, { note: 'x' }, OLD)).status === 412,
  'samples-keep-tag': async ({ north }) => {
    const path = `/orders/${ORDERS.received}`;
    const tag = etag(await north('GET', path));
    await north('POST', `${path}/samples`, { body: SAMPLE });
    return (await north('GET', path, { headers: { 'if-none-match': tag } })).status === 200;
  },
  'calibration-keeps-tag': async ({ north }) => {
    const path = `/instruments/${INSTRUMENTS.photometer}`;
    const tag = etag(await north('GET', path));
    await calibrate(north, INSTRUMENTS.photometer);
    return (await north('GET', path, { headers: { 'if-none-match': tag } })).status === 200;
  },
  'first-tag-alone': async ({ north }) => {
    const tag = etag(await north('GET', '/tests/NA'));
    return (await north('GET', '/tests/NA', { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'head-without-tag': async ({ north }) => etag(await north('HEAD', '/tests/NA')) === etag(await north('GET', '/tests/NA')),
};

const DAY = 86_400_000;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const lists: LaboratoryProbes = {
  'page-of-100': async ({ north }) => (await north('GET', '/orders?perPage=100')).status === 200,
  'page-of-20': async ({ north }) => pagingOf(await north('GET', '/tests')).perPage === 25,
  'pages-overlap': async ({ north }) => joined(rowsOf(await north('GET', '/tests?perPage=2&page=2')), 'code') === 'GLU,HGB',
  'pages-cut-off': async ({ north }) => pagingOf(await north('GET', '/tests?perPage=2')).pages === 3,
  'total-of-page': async ({ north }) => pagingOf(await north('GET', '/tests?perPage=2')).total === 5,
  'search-by-case': async ({ north }) => rowsOf(await north('GET', '/clients?q=HARBOUR')).length === 1,
  'active-false-ignored': async ({ north }) => joined(rowsOf(await north('GET', '/clients?active=false')), 'id') === CLIENTS.inactive,
  'first-specimen-alone': async ({ north }) => joined(rowsOf(await north('GET', '/tests?specimen=urine')), 'code') === 'NA',
  'max-price-below': async ({ north }) => joined(rowsOf(await north('GET', '/tests?maxPrice=421')), 'code') === 'NA,GLU',
  'first-status-alone': async ({ north }) => rowsOf(await north('GET', '/orders?status=received,in_progress')).length === 2,
  'received-to-midnight': async ({ north }) => {
    const start = Date.now();
    const got = rowsOf(await north('GET', `/orders?receivedFrom=${day(start - DAY)}&receivedTo=${day(start)}`));
    return got.length === 4 || day(start) !== day(Date.now());
  },
  'priorities-as-texts': async ({ north }) => {
    await order(north, { priority: 'stat' });
    return joined(rowsOf(await north('GET', '/orders?sort=priority')), 'priority') === 'stat,urgent,urgent,routine,routine';
  },
  'ties-turned-around': async ({ north }) =>
    joined(rowsOf(await north('GET', '/orders?sort=-priority')), 'number') === 'L-000001,L-000002,L-000003,L-000004',
  'min-total-of-net': async ({ north }) => {
    const { total } = of(await bill(north, CLIENTS.practice, ORDERS.reported));
    return rowsOf(await north('GET', `/invoices?minTotal=${String(total)}`)).length === 1;
  },
  'results-by-code': async ({ north }) => joined(rowsOf(await north('GET', `/orders/${ORDERS.started}/results`)), 'test') === 'NA,GLU,HGB',
  'first-report-first': async ({ north }) => {
    const number = await reported(north);
    await correct(north, number, 141);
    await release(north, number, { reason: 'Corrected' });
    return joined(rowsOf(await north('GET', `/orders/${number}/reports`)), 'version') === '2,1';
  },
};

export const accounts: LaboratoryProbes = {
  'clients-of-others': async ({ north }) => (await north('GET', `/clients/${CLIENTS.foreign}`)).status === 404,
  'orders-for-clients-of-others': async ({ north }) => (await order(north, { clientId: CLIENTS.foreign })).status === 422,
  'worklists-of-all': async ({ north }) => !entriesOf(await worklist(north)).includes('L-000005'),
  'technicians-approve': async ({ bench }) => (await approve(bench, resultPath(ORDERS.started))).status === 403,
  'technicians-read-invoices': async ({ bench }) => (await bench('GET', '/invoices/INV-000001')).status === 403,
  'technicians-delete-tests': async ({ north, bench }) => {
    await putTest(north);
    return (await bench('DELETE', '/tests/CL')).status === 403;
  },
};

const KEY = credentials.north.key;

export const secrets: LaboratoryProbes = {
  'keys-in-any-case': async ({ stranger }) =>
    (await stranger('GET', '/clients', { headers: { 'lab-key': KEY.toUpperCase() } })).status === 401,
  'beginning-of-keys': async ({ stranger }) =>
    (await stranger('GET', '/clients', { headers: { 'lab-key': `${KEY.slice(0, -1)}x` } })).status === 401,
};
