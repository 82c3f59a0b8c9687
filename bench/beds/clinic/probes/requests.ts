// What the probes of the clinic bed send: who asks, and bodies that are right.
import { client, type Send } from '../../client.ts';
import { ANY, type Item, of } from '../../probes.ts';
import { credentials } from '../seeds.ts';

export interface Callers {
  readonly noord: Send;
  readonly zuid: Send;
  readonly desk: Send;
  /** Asks with this key. */
  readonly by: (key: string) => Send;
}

export const callers = (url: string): Callers => {
  const by = (key: string): Send => client(url, { 'x-api-key': key });
  return { noord: by(credentials.noord), zuid: by(credentials.zuid), desk: by(credentials.desk), by };
};

export const practitioner = {
  name: 'Ines Prado',
  specialty: 'dermatology',
  licenseNumber: 'NL204417',
  email: 'ines@clinic.example',
  languages: ['pt'],
};
export const room = { name: 'Blue room', floor: 2, seats: 4, equipment: ['scale'] };
export const patient = { givenName: 'Noor', familyName: 'Smit', birthDate: '1990-02-03', nationalId: '402117733' };
export const prescription = {
  practitionerId: 1,
  medicine: 'Ibuprofen',
  dose: { amount: 400, unit: 'mg' },
  timesPerDay: 3,
  startsOn: '2027-01-04',
};
export const appointment = {
  patientId: 4,
  practitionerId: 1,
  roomId: 2,
  kind: 'visit',
  startsAt: '2032-02-03T09:00:00Z',
  durationMinutes: 30,
  reason: 'Rash',
};
export const line = { text: 'Consultation', quantity: 1, unitPrice: '45.00' };
export const invoice = { appointmentId: 5, lines: [line], dueOn: '2027-03-01' };
export const payment = { amount: '10.00', method: 'card' };

/** The status of a request with this body. */
export async function status(
  send: Send,
  method: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = ANY,
): Promise<number> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return (await send(method, path, { body, type, headers })).status;
}

/** The thing that an answer to this body shows. */
export async function thing(send: Send, method: string, path: string, body: object): Promise<Item> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return of(await send(method, path, { body, type, headers: ANY }));
}

/** Books an appointment that differs so from the usual one. */
export const book = (send: Send, other: object = {}): Promise<Item> => thing(send, 'POST', '/appointments', { ...appointment, ...other });
