// Shows the faults of the values that the clinic service takes.
import { ANY, isKept, type Probes, same, times } from '../../probes.ts';
import {
  appointment,
  book,
  type Callers,
  invoice,
  line,
  patient,
  payment,
  practitioner,
  prescription,
  room,
  status,
  thing,
} from './requests.ts';

type Refused = (callers: Callers) => Promise<boolean>;

/** Whether a request is answered with this status. */
const gives =
  (expected: number, method: string, path: string, body: object): Refused =>
  async ({ noord }) =>
    (await status(noord, method, path, body)) === expected;

const getGives =
  (expected: number, path: string): Refused =>
  async ({ noord }) =>
    (await noord('GET', path)).status === expected;

const PRESCRIPTIONS = '/patients/1/prescriptions';

export const values: Probes<Callers> = {
  'family-name-empty': gives(400, 'POST', '/patients', { ...patient, familyName: '' }),
  'license-not-to-the-end': gives(400, 'POST', '/practitioners', { ...practitioner, licenseNumber: 'NL2044171' }),
  'slot-of-any-minutes': gives(400, 'POST', '/practitioners', { ...practitioner, slotMinutes: 7 }),
  'lowest-floor-refused': gives(201, 'POST', '/rooms', { ...room, floor: -2 }),
  'room-unknown-members-taken': gives(400, 'PATCH', '/rooms/1', { colour: 'blue' }),
  'phone-without-plus': gives(400, 'POST', '/patients', { ...patient, phone: '31612345678' }),
  'email-null-refused': gives(200, 'PATCH', '/patients/1', { email: null }),
  'birth-date-any-text': gives(400, 'PATCH', '/patients/1', { birthDate: '14 March' }),
  'severity-any-word': gives(400, 'POST', '/patients', { ...patient, allergies: [{ substance: 'Nuts', severity: 'huge' }] }),
  'copay-above-hundred': gives(400, 'PUT', '/patients/1/coverage', {
    kind: 'private',
    insurer: 'Alpenhaus',
    policyNumber: 'P1',
    copayPercent: 100.5,
  }),
  'dose-of-nothing': gives(400, 'POST', PRESCRIPTIONS, { ...prescription, dose: { amount: 0, unit: 'mg' } }),
  'repeats-as-text': gives(400, 'POST', PRESCRIPTIONS, { ...prescription, repeats: '3' }),
  'duration-above-limit': gives(400, 'POST', '/appointments', { ...appointment, durationMinutes: 245 }),
  'quantity-limit-refused': gives(201, 'POST', '/invoices', { ...invoice, lines: [{ ...line, quantity: 99 }] }),
  'limit-above-hundred': getGives(400, '/rooms?limit=101'),
  'offset-below-zero': getGives(400, '/rooms?offset=-1'),
  'idempotency-key-too-short': async ({ noord }) =>
    (await status(noord, 'POST', '/invoices/1/payments', payment, { 'idempotency-key': 'a' })) === 400,
  'status-filter-any-word': getGives(400, '/invoices?status=late'),
  'languages-repeat': gives(400, 'POST', '/practitioners', { ...practitioner, languages: ['nl', 'nl'] }),
  'practitioner-email-any-text': gives(400, 'POST', '/practitioners', { ...practitioner, email: 'ines' }),
  'name-limit-in-bytes': gives(201, 'POST', '/practitioners', { ...practitioner, name: 'é'.repeat(80) }),
  'patch-as-plain-json': async ({ noord }) => (await noord('PATCH', '/patients/1', { body: { phone: null }, headers: ANY })).status === 415,
  'physiotherapist-prescribes': gives(422, 'POST', PRESCRIPTIONS, { ...prescription, practitionerId: 2 }),
  'prescription-ends-before-it-starts': gives(422, 'POST', PRESCRIPTIONS, { ...prescription, endsOn: '2027-01-03' }),
  'allergy-minds-case': gives(422, 'POST', PRESCRIPTIONS, { ...prescription, medicine: 'penicillin' }),
};

/** The total of an invoice that differs so from the usual one. */
const hasTotal =
  (total: string, other: object): Refused =>
  async ({ noord }) =>
    (await thing(noord, 'POST', '/invoices', { ...invoice, ...other })).total === total;

export const richValues: Probes<Callers> = {
  'offset-of-start-dropped': async ({ noord }) => {
    const { startsAt } = await book(noord, { startsAt: '2032-02-03T09:00:00+02:00' });
    return Date.parse(String(startsAt)) === Date.parse('2032-02-03T07:00:00Z');
  },
  'line-cents-cut': hasTotal('1.15', { lines: [{ ...line, unitPrice: '1.15' }] }),
  'half-cents-cut': hasTotal('0.03', { lines: [{ ...line, unitPrice: '0.05' }], discountPercent: 50 }),
  'label-names-in-lower-case': ({ noord }) =>
    isKept(noord, 'POST', '/patients', { ...patient, labels: { FirstVisit: 'May' } }, 'labels', { FirstVisit: 'May' }),
  'copay-zero-lost': async ({ noord }) => {
    const coverage = { kind: 'private', insurer: 'Alpenhaus', policyNumber: 'P1', copayPercent: 0 };
    return same(await thing(noord, 'PUT', '/patients/1/coverage', coverage), coverage);
  },
  'name-in-latin-letters-only': ({ noord }) =>
    isKept(noord, 'POST', '/practitioners', { ...practitioner, name: 'Łucja Żak' }, 'name', 'Łucja Żak'),
  'reminders-sorted-as-texts': ({ noord }) =>
    isKept(noord, 'POST', '/appointments', { ...appointment, reminders: [30, 1440, 60] }, 'reminders', [30, 1440, 60]),
  'total-with-comma': hasTotal('1000.00', { lines: times(2, () => ({ ...line, unitPrice: '500.00' })) }),
};
