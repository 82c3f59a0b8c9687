// Shows the faults of single answers, and of requests with conditions.
import { ANY, etag, header, location, of, type Probes, same } from '../../probes.ts';
import { appointment, type Callers, practitioner, prescription, room, status } from './requests.ts';

export const responses: Probes<Callers> = {
  'room-created-without-location': async ({ noord }) => /^\/rooms\/\d+$/.test(location(await noord('POST', '/rooms', { body: room }))),
  'prescription-created-with-200': async ({ noord }) => (await status(noord, 'POST', '/patients/1/prescriptions', prescription)) === 201,
  'delete-room-answers-200': async ({ noord }) => (await noord('DELETE', '/rooms/4')).status === 204,
  'not-found-without-fields': async ({ noord }) => same(of(await noord('GET', '/rooms/999')).fields, []),
  'conflict-with-own-code': async ({ noord }) => of(await noord('DELETE', '/rooms/1')).code === 'conflict',
  'balance-as-number': async ({ noord }) => of(await noord('GET', '/invoices/1')).balance === '45.00',
  'payments-null-if-none': async ({ noord }) => same(of(await noord('GET', '/invoices/1')).payments, []),
  'unknown-room-fails': async ({ noord }) => (await status(noord, 'POST', '/appointments', { ...appointment, roomId: 999 })) === 422,
};

export const conditions: Probes<Callers> = {
  'none-match-one-tag-only': async ({ noord }) => {
    const tag = etag(await noord('GET', '/patients/1'));
    return (await noord('GET', '/patients/1', { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'not-modified-without-etag': async ({ noord }) => {
    const tag = etag(await noord('GET', '/patients/1'));
    return etag(await noord('GET', '/patients/1', { headers: { 'if-none-match': tag } })) === tag;
  },
  'patch-without-if-match': async ({ noord }) => (await status(noord, 'PATCH', '/patients/1', { phone: null }, {})) === 428,
  'put-ignores-if-match': async ({ noord }) =>
    (await status(noord, 'PUT', '/practitioners/1', practitioner, { 'if-match': '"old"' })) === 412,
  'patient-has-no-head': async ({ noord }) => {
    const got = await noord('HEAD', '/patients/1');
    return got.status === 200 && header(got, 'etag') !== null;
  },
  'coverage-keeps-etag': async ({ noord }) => {
    const before = etag(await noord('GET', '/patients/1'));
    await noord('PUT', '/patients/1/coverage', { body: { kind: 'none' }, headers: ANY });
    return etag(await noord('GET', '/patients/1')) !== before;
  },
};
