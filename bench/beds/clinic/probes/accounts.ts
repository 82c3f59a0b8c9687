// Shows the faults of who may do and see what.
import { of, type Probes, statusesOfTwo } from '../../probes.ts';
import { appointment, type Callers, patient, prescription, status, thing } from './requests.ts';

export const accounts: Probes<Callers> = {
  'desk-prescribes': async ({ desk }) => (await status(desk, 'POST', '/patients/1/prescriptions', prescription)) === 403,
  'desk-changes-rooms': async ({ desk }) => (await status(desk, 'PATCH', '/rooms/1', { seats: 3 })) === 403,
  'deleted-key-works': async ({ noord, by }) => {
    const { id, secret } = await thing(noord, 'POST', '/keys', { label: 'Front', role: 'desk' });
    const before = await by(String(secret))('GET', '/rooms');
    await noord('DELETE', `/keys/${id}`);
    return before.status === 200 && (await by(String(secret))('GET', '/rooms')).status === 401;
  },
  'bookings-race': async ({ noord }) => (await statusesOfTwo(noord, 'POST', '/appointments', appointment)) === '201,409',
  'prescriptions-of-another-clinic-shown': async ({ noord }) => (await noord('GET', '/patients/103/prescriptions')).status === 404,
  'patient-of-another-clinic-booked': async ({ noord }) =>
    (await status(noord, 'POST', '/appointments', { ...appointment, patientId: 101 })) === 422,
};

export const secrets: Probes<Callers> = {
  'national-id-shown': async ({ noord }) => (await thing(noord, 'POST', '/patients', patient)).nationalId === undefined,
  'unknown-key-repeated': async ({ by }) => {
    const { message } = of(await by('lost-key-71')('GET', '/rooms'));
    return typeof message === 'string' && !message.includes('lost-key-71');
  },
};
