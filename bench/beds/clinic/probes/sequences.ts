// Shows the faults of what one request leads to in the next.
import { type Item, of, type Probes, same } from '../../probes.ts';
import { appointment, book, type Callers, invoice, patient, payment, practitioner, prescription, room, status, thing } from './requests.ts';

const at = (time: string, other: object = {}): object => ({ ...appointment, startsAt: `2032-02-03T${time}:00Z`, ...other });
const move = ({ noord }: Callers, id: unknown, to: string): Promise<number> =>
  status(noord, 'POST', `/appointments/${id}/transitions`, { to, reason: 'Ill' });
const statusOfBooking = ({ noord }: Callers, body: object): Promise<number> => status(noord, 'POST', '/appointments', body);

async function withKey({ noord }: Callers, amount: string): Promise<Item> {
  const sent = { body: { ...payment, amount }, headers: { 'idempotency-key': 'payment-1' } };
  const { status: code } = await noord('POST', '/invoices/1/payments', sent);
  return { ...of(await noord('GET', '/invoices/1')), code };
}

export const sequences: Probes<Callers> = {
  'overlap-by-start-only': async (callers) => {
    await book(callers.noord);
    return (await statusOfBooking(callers, at('08:45'))) === 409;
  },
  'no-appointment-right-after': async (callers) => {
    await book(callers.noord);
    return (await statusOfBooking(callers, at('09:30'))) === 201;
  },
  'room-booked-twice': async (callers) => {
    await book(callers.noord);
    return (await statusOfBooking(callers, at('09:00', { patientId: 3, practitionerId: 2 }))) === 409;
  },
  'cancelled-keeps-its-time': async (callers) => {
    const { id } = await book(callers.noord);
    await move(callers, id, 'cancelled');
    return (await statusOfBooking(callers, appointment)) === 201;
  },
  'moved-onto-another': async ({ noord }) => {
    await book(noord);
    const { id } = await book(noord, at('11:00'));
    return (await status(noord, 'PATCH', `/appointments/${id}`, { startsAt: appointment.startsAt })) === 409;
  },
  'move-collides-with-itself': async ({ noord }) => {
    const { id } = await book(noord);
    return (await status(noord, 'PATCH', `/appointments/${id}`, { startsAt: '2032-02-03T09:10:00Z' })) === 200;
  },
  'checked-in-still-moves': async ({ noord }) => (await status(noord, 'PATCH', '/appointments/2', { reason: 'Cough' })) === 409,
  'completed-without-check-in': async (callers) => (await move(callers, 1, 'completed')) === 409,
  'inactive-practitioner-booked': async (callers) => (await statusOfBooking(callers, { ...appointment, practitionerId: 3 })) === 422,
  'room-deleted-under-checked-in': async (callers) => {
    const { id } = await book(callers.noord);
    await move(callers, id, 'checkedIn');
    return (await callers.noord('DELETE', '/rooms/2')).status === 409;
  },
  'prescriptions-outlive-patient': async ({ noord }) => {
    const { id } = await thing(noord, 'POST', '/patients/4/prescriptions', prescription);
    const { status: deleted } = await noord('DELETE', '/patients/4');
    return deleted === 204 && (await noord('GET', `/prescriptions/${id}`)).status === 404;
  },
  'patient-deleted-with-debts': async ({ noord }) => (await noord('DELETE', '/patients/3')).status === 409,
  'license-checked-on-create-only': async ({ noord }) =>
    (await status(noord, 'PUT', '/practitioners/1', { ...practitioner, licenseNumber: 'NL100202' })) === 409,
  'room-name-minds-case': async ({ noord }) => (await status(noord, 'POST', '/rooms', { ...room, name: 'SKY ROOM' })) === 409,
  'idempotency-other-body': async (callers) => {
    await withKey(callers, '10.00');
    return (await withKey(callers, '11.00')).code === 409;
  },
  'payment-key-ignored': async (callers) => {
    await withKey(callers, '10.00');
    return (await withKey(callers, '10.00')).balance === '35.00';
  },
  'dispensed-once-too-often': async ({ noord }) => {
    const codes: number[] = [];
    for (let time = 0; time < 3; time++) codes.push(await status(noord, 'POST', '/prescriptions/1/dispenses', { pharmacy: 'Corner' }));
    return same(codes, [201, 201, 409]);
  },
  'second-invoice': async ({ noord }) => (await status(noord, 'POST', '/invoices', { ...invoice, appointmentId: 4 })) === 409,
  'payment-up-to-the-total': async ({ noord }) => {
    await thing(noord, 'POST', '/invoices/1/payments', payment);
    return (await status(noord, 'POST', '/invoices/1/payments', { ...payment, amount: '40.00' })) === 422;
  },
  'put-keeps-hours': async ({ noord }) => same((await thing(noord, 'PUT', '/practitioners/1', practitioner)).workingHours, []),
  'patch-address-as-a-whole': async ({ noord }) => {
    const { address } = await thing(noord, 'PATCH', '/patients/1', { address: { city: 'Haarlem' } });
    return same(address, { street: 'Kade 4', postalCode: '1011 AB', city: 'Haarlem', country: 'NL' });
  },
  'coverage-keeps-old-members': async ({ noord }) => {
    const { id } = await thing(noord, 'POST', '/patients', patient);
    await thing(noord, 'PUT', `/patients/${id}/coverage`, { kind: 'public', fund: 'Zorgfonds', memberNumber: '20114455' });
    return same(await thing(noord, 'PUT', `/patients/${id}/coverage`, { kind: 'none' }), { kind: 'none' });
  },
  'end-stays-when-length-changes': async ({ noord }) => {
    const { id } = await book(noord);
    const { endsAt } = await thing(noord, 'PATCH', `/appointments/${id}`, { durationMinutes: 60 });
    return Date.parse(String(endsAt)) === Date.parse('2032-02-03T10:00:00Z');
  },
};
