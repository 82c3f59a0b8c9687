// The clinic bed: the service without faults does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers, probes } from '../../bench/beds/clinic/probes/index.ts';
import { createClinic, documentPath, listen } from '../../bench/beds/clinic/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = { practitionerId: 1, roomId: 1, patientId: 1, appointmentId: 1, prescriptionId: 1, invoiceId: 1 };
const any = { headers: { 'if-match': '*' } };
const idOf = ({ json }: { readonly json: unknown }): number => (json as { id: number }).id;

testLists('clinic', probes);

test('answers each operation as its document says', async () => {
  const { noord, zuid } = callers(service.url);
  await call(noord, 200, 'listPractitioners', {}, { query: '?q=ba&specialty=generalPractice&language=en&active=true&sort=-name' });
  await call(noord, 201, 'createPractitioner', {}, example('createPractitioner'));
  await call(noord, 409, 'createPractitioner', {}, example('createPractitioner'));
  const seen = await call(noord, 200, 'getPractitioner', ids);
  await call(noord, 304, 'getPractitioner', ids, { headers: { 'if-none-match': `W/${seen.headers.get('etag')}` } });
  await call(noord, 428, 'replacePractitioner', ids, example('replacePractitioner'));
  await call(noord, 200, 'replacePractitioner', ids, { ...example('replacePractitioner'), ...any });
  await call(noord, 412, 'replacePractitioner', ids, {
    ...example('replacePractitioner'),
    headers: { 'if-match': seen.headers.get('etag') ?? '' },
  });
  await call(noord, 200, 'listRooms', {}, { query: '?minSeats=2&equipment=scale,lamp&limit=1' });
  const room = await call(noord, 201, 'createRoom', {}, example('createRoom'));
  await call(noord, 409, 'createRoom', {}, example('createRoom'));
  await call(noord, 200, 'getRoom', ids);
  await call(noord, 200, 'updateRoom', ids, example('updateRoom'));
  await call(noord, 204, 'deleteRoom', { roomId: idOf(room) });
  await call(noord, 404, 'deleteRoom', { roomId: idOf(room) });
  await call(noord, 409, 'deleteRoom', ids);
  await call(noord, 200, 'listPatients', {}, { query: '?q=a&bornFrom=1950-01-01&bornTo=2000-01-01&sort=-birthDate&offset=1&limit=1' });
  const patient = { patientId: idOf(await call(noord, 201, 'createPatient', {}, example('createPatient'))) };
  await call(noord, 409, 'createPatient', {}, example('createPatient'));
  await call(noord, 200, 'getPatient', ids);
  await call(zuid, 404, 'getPatient', ids);
  await call(noord, 428, 'updatePatient', ids, example('updatePatient'));
  await call(noord, 200, 'updatePatient', ids, { ...example('updatePatient'), ...any });
  await call(noord, 200, 'putCoverage', patient, example('putCoverage'));
  await call(noord, 200, 'getPatient', patient);
  await call(noord, 200, 'listPrescriptions', { patientId: 3 }, { query: '?status=active' });
  await call(noord, 201, 'createPrescription', patient, example('createPrescription'));
  await call(noord, 200, 'getPrescription', ids);
  await call(noord, 201, 'dispense', ids, example('dispense'));
  await call(noord, 201, 'dispense', ids, example('dispense'));
  await call(noord, 409, 'dispense', ids, example('dispense'));
  await call(noord, 200, 'listPrescriptions', { patientId: 3 }, { query: '?status=exhausted' });
  await call(noord, 204, 'deletePatient', patient);
  await call(noord, 409, 'deletePatient', { patientId: 3 });
  await call(
    noord,
    200,
    'listAppointments',
    {},
    { query: '?practitionerId=1&patientId=1&status=booked,checkedIn&from=2031-01-01T00:00:00Z' },
  );
  await call(noord, 422, 'listAppointments', {}, { query: '?from=2032-01-01T00:00:00Z&to=2031-01-01T00:00:00Z' });
  const key = { headers: { 'idempotency-key': 'booking-1' } };
  const first = await call(noord, 201, 'createAppointment', {}, { ...example('createAppointment'), ...key });
  const again = await call(noord, 201, 'createAppointment', {}, { ...example('createAppointment'), ...key });
  expect(again.json).toEqual(first.json);
  await call(noord, 409, 'createAppointment', {}, example('createAppointment'));
  await call(noord, 200, 'getAppointment', ids);
  await call(noord, 200, 'updateAppointment', ids, example('updateAppointment'));
  await call(noord, 200, 'moveAppointment', ids, example('moveAppointment'));
  await call(noord, 409, 'moveAppointment', ids, example('moveAppointment'));
  await call(noord, 409, 'updateAppointment', ids, example('updateAppointment'));
  const invoice = { invoiceId: idOf(await call(noord, 201, 'createInvoice', {}, example('createInvoice'))) };
  await call(noord, 409, 'createInvoice', {}, example('createInvoice'));
  await call(noord, 201, 'payInvoice', invoice, example('payInvoice'));
  await call(noord, 422, 'payInvoice', invoice, { body: { amount: '41.46', method: 'cash' } });
  await call(noord, 201, 'payInvoice', invoice, { body: { amount: '41.45', method: 'cash' } });
  await call(noord, 409, 'payInvoice', invoice, example('payInvoice'));
  const paid = await call(noord, 200, 'getInvoice', invoice);
  expect(paid.json).toMatchObject({ total: '51.45', balance: '0.00', status: 'paid' });
  await call(noord, 200, 'listInvoices', {}, { query: '?patientId=3&status=paid&dueBefore=2028-01-01' });
  const made = await call(noord, 201, 'createKey', {}, example('createKey'));
  await call(noord, 204, 'deleteKey', { keyId: idOf(made) });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { noord, desk, by } = callers(service.url);
  await call(by('none'), 401, 'listRooms');
  await call(desk, 200, 'listInvoices');
  await call(desk, 403, 'createRoom', {}, example('createRoom'));
  await call(desk, 403, 'createKey', {}, example('createKey'));
  await call(noord, 400, 'listRooms', {}, { query: '?limit=1&limit=2' });
  await call(noord, 400, 'createRoom', {}, { raw: '{', type: 'application/json' });
  await call(noord, 400, 'createRoom', {}, { body: [] });
  await call(noord, 413, 'createRoom', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(noord, 415, 'createRoom', {}, { raw: '{}', type: 'text/plain' });
  await call(noord, 415, 'updateRoom', ids, { raw: '{}', type: 'application/json' });
  await call(noord, 404, 'getRoom', { roomId: 'one' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createClinic, callers)).toEqual([]);
});
