// What both clinics have at the start. The ids of the second one begin at 101.
import { type Clinic, type ClinicName, Store } from './store.ts';
import type { Appointment, AppointmentInput, AppointmentStatus, Practitioner, Role } from './things.ts';

/** Two clinics that see nothing of each other, and the desk of the first. */
export const credentials = {
  noord: 'noord-manager-5c1e7a20',
  zuid: 'zuid-manager-83b0d4f6',
  desk: 'noord-desk-2f96ac17',
} as const;

const DAY = '2026-01-05T08:00:00.000Z';

const PRACTITIONER: Practitioner = {
  id: 1,
  name: 'Ada Bakker',
  specialty: 'generalPractice',
  licenseNumber: 'NL100201',
  email: 'ada@clinic.example',
  languages: ['nl', 'en'],
  workingHours: [{ weekday: 'mon', opens: '08:30', closes: '12:00' }],
  slotMinutes: 15,
  active: true,
  createdAt: DAY,
  updatedAt: DAY,
};

function addStaff({ practitioners, rooms }: Clinic, from: number): void {
  const more: Partial<Practitioner>[] = [
    {},
    { name: 'Bram Hoek', specialty: 'physiotherapy', licenseNumber: 'NL100202', languages: ['en', 'nl'], workingHours: [] },
    { name: 'Carla Smit', licenseNumber: 'NL100203', active: false },
  ];
  for (const [index, one] of more.entries()) {
    const createdAt = DAY.replace(':00.000Z', `:0${index}.000Z`);
    const value = { ...PRACTITIONER, ...one, id: from + index, createdAt, updatedAt: createdAt };
    practitioners.set(value.id, { value, version: 1 });
  }
  const names = [
    ['Garden room', 0, 4, ['scale']],
    ['Sky room', 3, 2, ['scale', 'lamp']],
    ['Cellar', -1, 6, []],
    ['Store room', 0, 1, ['lamp']],
  ] as const;
  for (const [index, [name, floor, seats, equipment]] of names.entries())
    rooms.set(from + index, { id: from + index, name, floor, seats, equipment, wheelchairAccess: floor === 0, notes: null });
}

const PEOPLE = [
  ['Nora', 'Visser', '1988-03-14'],
  ['Omar', 'Jansen', '2001-11-30'],
  ['Pia', 'de Groot', '1954-07-02'],
  ['Quint', 'Mulder', '1988-03-14'],
] as const;

function addPatients({ patients, nationalIds }: Clinic, from: number): void {
  for (const [index, [givenName, familyName, birthDate]] of PEOPLE.entries()) {
    const id = from + index;
    const createdAt = DAY.replace(':00.000Z', `:0${index}.000Z`);
    const value = {
      id,
      givenName,
      familyName,
      fullName: `${givenName} ${familyName}`,
      birthDate,
      email: `${givenName.toLowerCase()}@mail.example`,
      phone: '+31612345670',
      address: { street: 'Kade 4', postalCode: '1011 AB', city: 'Amsterdam', country: 'NL' },
      allergies: [{ substance: 'Penicillin', severity: 'severe' }],
      labels: { Language: 'nl' },
      coverage: { kind: 'public', fund: 'Zorgfonds', memberNumber: '20114455' },
      createdAt,
      updatedAt: createdAt,
    };
    patients.set(id, { value, version: 1 });
    nationalIds.set(id, String(400_000_000 + id));
  }
}

/** Who comes when, and what became of it. */
const DIARY: readonly (readonly [patient: number, start: string, status: AppointmentStatus])[] = [
  [0, '2031-05-06T09:00:00.000Z', 'booked'],
  [1, '2031-05-06T10:00:00.000Z', 'checkedIn'],
  [1, '2031-05-07T09:00:00.000Z', 'cancelled'],
  [2, '2026-01-12T09:00:00.000Z', 'completed'],
  [2, '2026-01-13T09:00:00.000Z', 'completed'],
];

function addAppointments({ appointments, prescriptions, invoices }: Clinic, from: number): void {
  for (const [index, [patient, startsAt, status]] of DIARY.entries()) {
    const input: AppointmentInput = {
      patientId: from + patient,
      practitionerId: from,
      roomId: from,
      kind: 'visit',
      startsAt,
      durationMinutes: 30,
      reason: 'Check',
      reminders: [1440, 60],
    };
    const endsAt = startsAt.replace(':00:00.', ':30:00.');
    const cancellationReason = status === 'cancelled' ? 'Ill' : null;
    const appointment: Appointment = { id: from + index, ...input, endsAt, status, cancellationReason, createdAt: DAY };
    appointments.set(appointment.id, appointment);
  }
  prescriptions.set(from, {
    id: from,
    patientId: from + 2,
    practitionerId: from,
    medicine: 'Ibuprofen',
    dose: { amount: 400, unit: 'mg' },
    timesPerDay: 2,
    startsOn: '2026-01-12',
    endsOn: null,
    repeats: 1,
    dispensed: 0,
    status: 'active',
    createdAt: DAY,
  });
  invoices.set(from, {
    id: from,
    number: 'INV-000001',
    patientId: from + 2,
    appointmentId: from + 3,
    lines: [{ text: 'Consultation', quantity: 1, unitPrice: '45.00' }],
    discountPercent: 0,
    dueOn: '2026-02-01',
    payments: [],
    createdAt: DAY,
  });
}

export function createStore(): Store {
  const store = new Store();
  for (const [name, from] of [
    ['noord', 1],
    ['zuid', 101],
  ] as const) {
    const clinic = store.clinics[name];
    addStaff(clinic, from);
    addPatients(clinic, from);
    addAppointments(clinic, from);
  }
  const open = (secret: string, name: ClinicName, role: Role) => store.secrets.set(secret, { clinic: store.clinics[name], role });
  open(credentials.noord, 'noord', 'manager');
  open(credentials.zuid, 'zuid', 'manager');
  open(credentials.desk, 'noord', 'desk');
  return store;
}
