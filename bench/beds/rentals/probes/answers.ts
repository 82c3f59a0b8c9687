// Probes of answers and of conditions.
import { etag, header, location, of, type Probes } from '../../probes.ts';
import { type Bed, DEPOT, gives, PAYMENT, patch, RESERVATION } from './callers.ts';

const NAME = '0b8f5c1e-3a57-4d7e-9c8a-5f3f0c0a1b2c';

export const responses: Probes<Bed> = {
  'depot-made-with-200': gives(201, '/depots', DEPOT),
  'count-as-text': async ({ north }) => of(await north('GET', '/models')).count === 3,
  'reservation-without-location': async ({ north }) => {
    const made = await north('POST', '/reservations', { body: RESERVATION });
    return location(made) === `/reservations/${of(made).number}`;
  },
  'partly-paid-as-open': async ({ north }) => {
    await north('POST', '/invoices/I10001/payments', { body: PAYMENT });
    return of(await north('GET', '/invoices/I10001')).state === 'partly-paid';
  },
  'mistakes-missing': async ({ north }) => Array.isArray(of(await north('GET', '/depots/D999')).mistakes),
  'invalid-as-500': gives(422, '/depots', {}),
  'unauthorized-without-challenge': async ({ stranger }) => header(await stranger('GET', '/models'), 'www-authenticate') !== null,
  'request-id-not-repeated': async ({ north }) => {
    const got = await north('GET', '/models', { headers: { 'request-id': NAME } });
    return header(got, 'request-id') === NAME;
  },
};

export const conditions: Probes<Bed> = {
  'machine-tag-not-compared': async ({ north }) => {
    const tag = etag(await north('GET', '/machines/M1001'));
    return (await north('GET', '/machines/M1001', { headers: { 'if-none-match': tag } })).status === 304;
  },
  'model-replaced-without-tag': async ({ north }) => {
    const { number: _, createdAt: __, ...body } = of(await north('GET', '/models/T102'));
    return (await north('PUT', '/models/T102', { body })).status === 428;
  },
  'customer-changed-with-old-tag': async ({ north }) => {
    const sent = { body: { blocked: true }, type: 'application/merge-patch+json', headers: { 'if-match': '"old"' } };
    return (await north('PATCH', '/customers/C1001', sent)).status === 412;
  },
  'customer-tag-without-credit': async ({ north }) => {
    const tag = etag(await north('GET', '/customers/C1002'));
    await north('POST', '/reservations', { body: RESERVATION });
    return (await north('GET', '/customers/C1002', { headers: { 'if-none-match': tag } })).status === 200;
  },
  'machine-tag-of-old-state': async ({ north }) => {
    const changed = await patch(north, '/machines/M1001', { note: 'New seat' });
    return etag(changed) === etag(await north('GET', '/machines/M1001'));
  },
  'reservation-without-head': async ({ north }) => (await north('HEAD', '/reservations/R10001')).status === 200,
};
