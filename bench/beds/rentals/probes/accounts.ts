// Probes of who may see and do what, and of what stays secret.
import { of, type Probes, statusesOfTwo } from '../../probes.ts';
import { type Bed, PAYMENT, patch, RESERVATION } from './callers.ts';

export const accounts: Probes<Bed> = {
  'reservations-of-others-shown': async ({ south }) => (await south('GET', '/reservations/R10001')).status === 404,
  'reservations-of-others-cancelled': async ({ south }) =>
    (await south('POST', '/reservations/R10001/cancel', { body: { reason: 'Not ours' } })).status === 404,
  'customers-of-others-book': async ({ north }) =>
    (await north('POST', '/reservations', { body: { ...RESERVATION, customerNumber: 'C1004' } })).status === 422,
  'yard-records-payments': async ({ yard }) => (await yard('POST', '/invoices/I10001/payments', { body: PAYMENT })).status === 403,
  'password-not-compared': async ({ forger }) => (await forger('GET', '/models')).status === 401,
  'race-books-twice': async ({ north }) => (await statusesOfTwo(north, 'POST', '/reservations', RESERVATION)) === '201,409',
};

export const secrets: Probes<Bed> = {
  'key-box-code-shown-again': async ({ north }) => of(await north('GET', '/depots/D101')).keyBoxCode === undefined,
  'pin-shown-after-change': async ({ north }) => of(await patch(north, '/customers/C1001', { paymentDays: 10 })).portalPin === undefined,
};
