// Probes of rules that span several requests: orders and clients, samples, prices and instruments.
import { of, statusesOfTwo, times } from '../../probes.ts';
import {
  approve,
  approved,
  CLIENTS,
  calibrate,
  cancel,
  enter,
  hoursAgo,
  INSTRUMENTS,
  type LaboratoryProbes,
  newClient,
  newInstrument,
  numberOf,
  ORDERS,
  order,
  patch,
  priceOf,
  putTest,
  read,
  reject,
  resultPath,
  rowsOf,
  statusOf,
  worklist,
} from './callers.ts';

const TWO = {
  samples: [
    { kind: 'serum', tests: ['NA'] },
    { kind: 'serum', tests: ['K'] },
  ],
};
const REFERENCE = { reference: 'WARD-7' };
const BODY = { clientId: CLIENTS.practice, ...REFERENCE, samples: [{ kind: 'serum', tests: ['NA'] }] };

export const sequences: LaboratoryProbes = {
  'names-by-case': async ({ north }) => (await newClient(north, { name: 'HARBOUR hospital' })).status === 409,
  'renamed-to-taken': async ({ north }) => (await patch(north, '/clients/C1002', { name: 'Harbour Hospital' })).status === 409,
  'order-count-all': async ({ north }) => {
    await cancel(north, ORDERS.received);
    return of(await north('GET', '/clients/C1002')).orderCount === 1;
  },
  'cancelled-orders-forgotten': async ({ north }) => {
    const { id } = of(await newClient(north, {}));
    await cancel(north, await numberOf(north, { clientId: id }));
    return (await north('DELETE', `/clients/${String(id)}`)).status === 409;
  },
  'inactive-clients-order': async ({ north }) => statusOf(await order(north, { clientId: CLIENTS.inactive })) === '409 client_inactive',
  'references-of-all-clients': async ({ north }) => {
    await order(north, REFERENCE);
    return (await order(north, { ...REFERENCE, clientId: CLIENTS.hospital })).status === 201;
  },
  'cancelled-keeps-reference': async ({ north }) => {
    await cancel(north, await numberOf(north, REFERENCE));
    return (await order(north, REFERENCE)).status === 201;
  },
  'references-at-once': async ({ north }) => (await statusesOfTwo(north, 'POST', '/orders', BODY)) === '201,409',
  'any-specimen': async ({ north }) => (await order(north, { samples: [{ kind: 'blood', tests: ['NA'] }] })).status === 422,
  'approved-orders-change': async ({ north }) => (await patch(north, `/orders/${await approved(north)}`, { note: 'x' })).status === 409,
  'started-orders-cancelled': async ({ north }) => statusOf(await cancel(north, ORDERS.started)) === '409 order_started',
  'cancelled-leaves-results': async ({ north }) => {
    const number = await numberOf(north, TWO);
    await reject(north, number, 'A');
    await cancel(north, number);
    return rowsOf(await north('GET', `/orders/${number}/results?state=cancelled`)).length === 2;
  },
  'cancelled-still-costs': async ({ north }) => priceOf(await cancel(north, ORDERS.received)).total === 0,
  'rejected-samples-not-counted': async ({ north }) => {
    const samples = times(10, () => ({ kind: 'serum', tests: ['NA'] }));
    const number = await numberOf(north, { samples });
    await reject(north, number, 'B');
    return (await north('POST', `/orders/${number}/samples`, { body: samples[0] })).status === 409;
  },
  'approved-samples-rejected': async ({ north }) => (await reject(north, ORDERS.reported, 'A')).status === 409,
  'rejected-sample-charged': async ({ north }) => priceOf(await reject(north, await numberOf(north, TWO), 'B')).tests === 421,
  'empty-order-received': async ({ north }) => statusOf(await reject(north, await numberOf(north), 'A')) === '200 cancelled',
  'rejection-blocks-approval': async ({ north }) => {
    const number = await approved(north, TWO);
    return statusOf(await reject(north, number, 'B')) === '200 approved';
  },
  'priority-keeps-price': async ({ north }) =>
    priceOf(await patch(north, `/orders/${ORDERS.received}`, { priority: 'stat' })).surcharge === 423,
  'price-follows-catalogue': async ({ north }) => {
    await putTest(north, { price: 9000 }, 'NA');
    return priceOf(await read(north, ORDERS.received)).tests === 846;
  },
  'discount-of-today': async ({ north }) => {
    const number = await numberOf(north);
    await patch(north, '/clients/C1002', { discountPercent: 0 });
    return priceOf(await read(north, number)).discount === 32;
  },
  'discount-on-tests-alone': async ({ north }) => priceOf(await order(north, { priority: 'stat' })).discount === 47,
  'new-sample-keeps-due': async ({ north }) => {
    const made = of(await order(north, { samples: [{ kind: 'blood', tests: ['HGB'] }] }));
    const later = of(await north('POST', `/orders/${String(made.number)}/samples`, { body: { kind: 'water', tests: ['NO3'] } }));
    return Date.parse(String(later.dueAt)) - Date.parse(String(made.dueAt)) === 66 * 3_600_000;
  },
  'in-progress-tests-deleted': async ({ north }) => {
    await putTest(north);
    const number = await numberOf(north, { samples: [{ kind: 'serum', tests: ['NA', 'CL'] }] });
    await enter(north, resultPath(number), 140);
    return (await north('DELETE', '/tests/CL')).status === 409;
  },
  'failed-calibration-measures': async ({ north }) => {
    await calibrate(north, INSTRUMENTS.photometer, { deviationPercent: 9 });
    return statusOf(await enter(north, resultPath(ORDERS.received), 140)) === '409 not_calibrated';
  },
  'valid-from-entry': async ({ north }) => {
    const got = of(await calibrate(north, await newInstrument(north), { performedAt: hoursAgo(48) })).calibration as Record<string, string>;
    return Date.parse(got.validUntil ?? '') - Date.parse(got.performedAt ?? '') === 240 * 3_600_000;
  },
  'measured-before-calibration': async ({ north }) => {
    const instrumentId = await newInstrument(north);
    await calibrate(north, instrumentId);
    return (await enter(north, resultPath(ORDERS.received), 140, { instrumentId, measuredAt: hoursAgo(0.5) })).status === 409;
  },
  'any-instrument': async ({ north }) => {
    const got = await enter(north, resultPath(ORDERS.received), 140, { instrumentId: INSTRUMENTS.counter });
    return statusOf(got) === '409 wrong_instrument';
  },
  'old-samples-measured': async ({ north }) => {
    const number = await numberOf(north, { samples: [{ kind: 'serum', tests: ['GLU'], collectedAt: hoursAgo(73) }] });
    return statusOf(await enter(north, resultPath(number, 'GLU'), 80)) === '409 sample_too_old';
  },
  'results-on-two-worklists': async ({ north }) => {
    await worklist(north);
    return statusOf(await worklist(north)) === '409 nothing_pending';
  },
  'urgent-as-routine': async ({ north }) => {
    const number = await numberOf(north);
    const urgent = await numberOf(north, { priority: 'urgent' });
    const { entries } = of(await worklist(north)) as { entries: { orderNo: string }[] };
    const orders = entries.map(({ orderNo }) => orderNo);
    return orders.indexOf(urgent) < orders.indexOf(number);
  },
  'worklists-without-calibration': async ({ north }) =>
    statusOf(await worklist(north, { instrumentId: await newInstrument(north) })) === '409 not_ready',
  'worklist-open-fixed': async ({ north }) => {
    await enter(north, resultPath(ORDERS.started, 'GLU'), 80);
    return of(await north('GET', '/worklists/W-0001')).open === 0;
  },
  'worklist-open-until-approved': async ({ north }) => {
    await enter(north, resultPath(ORDERS.started, 'GLU'), 80);
    return of(await north('GET', '/worklists/W-0001')).state === 'done';
  },
  'two-eyes': async ({ north }) => statusOf(await approve(north, resultPath(ORDERS.started), { approver: 'TB' })) === '409 same_person',
};
