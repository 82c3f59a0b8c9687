// Probes of what one request does to another.
import type { Send } from '../../client.ts';
import { ANY, location, of, type Probes, same } from '../../probes.ts';
import { type Bed, gives, MACHINE, MODEL, PAYMENT, patch, patches, RESERVATION, RETURN } from './callers.ts';

/** Books the machine of most probes, with what differs. */
const book = (send: Send, changes: object = {}) => send('POST', '/reservations', { body: { ...RESERVATION, ...changes } });

/** Returns the machine that is out. */
const giveBack = (send: Send, changes: object = {}) => send('POST', '/reservations/R10002/return', { body: { ...RETURN, ...changes } });

const machine = async (send: Send, number: string) => of(await send('GET', `/machines/${number}`));

export const sequences: Probes<Bed> = {
  'depot-closed-with-machines': async ({ north }) => (await north('DELETE', '/depots/D101')).status === 409,
  'put-merges-attributes': async ({ north }) => {
    const path = location(await north('POST', '/models', { body: { ...MODEL, attributes: { width: '1 m' } } }));
    const replaced = await north('PUT', path, { body: { ...MODEL, attributes: { height: '2 m' } }, headers: ANY });
    return same(of(replaced).attributes, { height: '2 m' });
  },
  'serial-number-twice': gives(409, '/machines', { ...MACHINE, serialNumber: 'NP-10-0001' }),
  'null-leaves-note': async ({ north }) => {
    await patch(north, '/machines/M1001', { note: 'Scratched' });
    return of(await patch(north, '/machines/M1001', { note: null })).note === null;
  },
  'booked-machine-deleted': async ({ north }) => (await north('DELETE', '/machines/M1003')).status === 409,
  'failed-machine-available': async ({ yard }) => {
    const job = of(await yard('POST', '/machines/M1004/maintenance-jobs', { body: { kind: 'repair' } }));
    await yard('POST', `/maintenance-jobs/${job.number}/finish`, { body: { result: 'failed', cost: 0 } });
    return (await machine(yard, 'M1004')).state === 'defect';
  },
  'price-list-never-ends': async ({ north }) =>
    of(await book(north, { customerNumber: 'C1001', machineNumber: 'M1001', from: '2046-01-01', until: '2046-01-02' })).dayRate === 18_000,
  'vat-number-taken-over': patches(409, '/customers/C1002', { vatNumber: 'DE811000001' }),
  'credit-without-running': async ({ north }) => of(await north('GET', '/customers/C1001')).creditUsed === 75_000 + 120_000 + 30_000,
  'blocked-customer-books': gives(409, '/reservations', { ...RESERVATION, customerNumber: 'C1003' }),
  'week-from-eight-days': async ({ north }) => of(await book(north, { until: '2041-05-12' })).total === 5 * 4500,
  'shared-day-booked-twice': gives(409, '/reservations', { ...RESERVATION, from: '2040-04-04', until: '2040-04-06' }),
  'cancelled-keeps-its-days': gives(201, '/reservations', {
    ...RESERVATION,
    machineNumber: 'M1004',
    from: '2040-04-03',
    until: '2040-04-05',
  }),
  'moved-onto-another': async ({ north }) => {
    const path = location(await book(north));
    return (await patch(north, path, { from: '2040-04-03', until: '2040-04-03' })).status === 409;
  },
  'reservation-in-its-own-way': patches(200, '/reservations/R10003', { until: '2040-04-05' }),
  'total-of-old-days': async ({ north }) => of(await patch(north, '/reservations/R10003', { until: '2040-04-05' })).total === 4 * 4500,
  'running-reservation-cancelled': gives(409, '/reservations/R10002/cancel', { reason: 'Too late' }),
  'pick-up-from-workshop': async ({ yard }) => {
    await yard('POST', '/machines/M1003/maintenance-jobs', { body: { kind: 'cleaning' } });
    return (await yard('POST', '/reservations/R10003/pick-up', { body: { on: '2040-04-02', depositPaid: 0 } })).status === 409;
  },
  'returned-machine-stays-out': async ({ yard }) => {
    await giveBack(yard);
    return (await machine(yard, 'M1002')).state === 'available';
  },
  'returned-to-old-depot': async ({ yard }) => {
    await giveBack(yard, { toDepotNumber: 'D103' });
    return (await machine(yard, 'M1002')).depotNumber === 'D103';
  },
  'first-extra-day-free': async ({ north }) => {
    const { invoiceNumber } = of(await giveBack(north, { on: '2040-02-11' }));
    return of(await north('GET', `/invoices/${invoiceNumber}`)).total === 120_000 + 22_500;
  },
  'payment-recorded-twice': async ({ north }) => {
    await north('POST', '/invoices/I10001/payments', { body: PAYMENT });
    const again = await north('POST', '/invoices/I10001/payments', { body: PAYMENT });
    return again.status === 200 && of(await north('GET', '/invoices/I10001')).paid === PAYMENT.amount;
  },
  'invoice-overpaid': gives(409, '/invoices/I10001/payments', { ...PAYMENT, amount: 30_001 }),
};
