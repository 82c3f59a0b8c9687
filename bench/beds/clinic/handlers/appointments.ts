// Appointments: when they are possible, and the states that they go through.
import { gap, instant, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { Clinic, Store } from '../store.ts';
import type { Appointment, AppointmentInput, AppointmentMembers, AppointmentStatus } from '../things.ts';
import { conflict, invalid } from '../wire.ts';
import { type Call, created, type Faults, found, once, type Part } from './call.ts';
import { pageOf } from './lists.ts';
import { checkPatient } from './patients.ts';

const MINUTE = 60_000;
const END_OF_TIME = '2100-01-01T00:00:00.000Z';

function checkReferences(clinic: Clinic, wanted: AppointmentInput, store: Store, faults: Faults): void {
  const isForeign = faults.has('patient-of-another-clinic-booked') && store.clinics.zuid.patients.has(wanted.patientId);
  if (!isForeign) checkPatient(clinic, wanted.patientId);
  const practitioner = clinic.practitioners.get(wanted.practitionerId)?.value;
  if (practitioner === undefined) throw invalid('practitionerId', 'is no practitioner of the clinic');
  if (!practitioner.active && !faults.has('inactive-practitioner-booked')) throw invalid('practitionerId', 'is not active');
  const { kind, roomId } = wanted;
  if (kind === 'video' && roomId !== null) throw invalid('roomId', 'is there for a video');
  if (kind !== 'video' && roomId === null) throw invalid('roomId', 'is missing');
  if (roomId !== null && !clinic.rooms.has(roomId)) {
    if (faults.has('unknown-room-fails')) throw new Error('There is no such room.');
    throw invalid('roomId', 'is no room of the clinic');
  }
}

type Span = AppointmentInput & { readonly endsAt: string };

function overlaps(one: Span, other: Span, faults: Faults): boolean {
  if (faults.has('overlap-by-start-only')) return one.startsAt >= other.startsAt && one.startsAt < other.endsAt;
  if (faults.has('no-appointment-right-after')) return one.startsAt <= other.endsAt && other.startsAt <= one.endsAt;
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

function checkFree({ appointments }: Clinic, wanted: Span, own: number | undefined, faults: Faults): void {
  const free: AppointmentStatus[] = ['completed', 'noShow', ...(faults.has('cancelled-keeps-its-time') ? [] : (['cancelled'] as const))];
  for (const other of appointments.values()) {
    if (other.id === own || free.includes(other.status) || !overlaps(wanted, other, faults)) continue;
    const isShared =
      other.practitionerId === wanted.practitionerId ||
      (other.roomId !== null && other.roomId === wanted.roomId && !faults.has('room-booked-twice')) ||
      other.patientId === wanted.patientId;
    if (isShared) throw conflict('The time is taken.');
  }
}

function startOf(text: string, now: string, faults: Faults): string {
  const start = faults.has('offset-of-start-dropped') ? instant(text.replace(/[+-]\d\d:\d\d$/, 'Z')) : instant(text);
  if (start <= now || start >= END_OF_TIME) throw invalid('startsAt', 'is not between now and 2100');
  return start;
}

const endOf = ({ startsAt, durationMinutes }: AppointmentMembers): string =>
  new Date(millisecondsOf(startsAt) + durationMinutes * MINUTE).toISOString();

async function book({ clinic }: Call, input: AppointmentInput, store: Store, faults: Faults): Promise<Reply> {
  const startsAt = startOf(input.startsAt, store.now(), faults);
  const wanted = { ...input, startsAt, endsAt: endOf({ ...input, startsAt }) };
  checkReferences(clinic, wanted, store, faults);
  checkFree(clinic, wanted, undefined, faults);
  if (faults.has('bookings-race')) await gap();
  const reminders = faults.has('reminders-sorted-as-texts') ? input.reminders.map(String).toSorted().map(Number) : input.reminders;
  const appointment: Appointment = {
    id: store.id(),
    ...wanted,
    reminders,
    status: 'booked',
    cancellationReason: null,
    createdAt: store.now(),
  };
  clinic.appointments.set(appointment.id, appointment);
  return created(appointment, '/appointments');
}

async function update({ clinic, id, input }: Call, store: Store, faults: Faults): Promise<Reply> {
  const before = found(clinic.appointments, id('appointmentId'));
  const patch = await input<Partial<AppointmentMembers>>();
  const isOpen = before.status === 'booked' || (faults.has('checked-in-still-moves') && before.status === 'checkedIn');
  if (!isOpen) throw conflict('The appointment is no longer booked.');
  const startsAt = patch.startsAt === undefined ? before.startsAt : startOf(patch.startsAt, store.now(), faults);
  const next = { ...before, ...patch, startsAt };
  const isStale = faults.has('end-stays-when-length-changes') && patch.startsAt === undefined;
  const wanted = { ...next, endsAt: isStale ? before.endsAt : endOf(next) };
  checkReferences(clinic, wanted, store, faults);
  if (!faults.has('moved-onto-another')) checkFree(clinic, wanted, faults.has('move-collides-with-itself') ? undefined : before.id, faults);
  clinic.appointments.set(before.id, wanted);
  return { status: 200, body: wanted };
}

const NEXT: Readonly<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  booked: ['checkedIn', 'cancelled', 'noShow'],
  checkedIn: ['completed'],
  completed: [],
  cancelled: [],
  noShow: [],
};

function canMove(from: AppointmentStatus, to: AppointmentStatus, faults: Faults): boolean {
  if (faults.has('completed-without-check-in') && from === 'booked' && to === 'completed') return true;
  return NEXT[from].includes(to);
}

async function move({ clinic, id, input }: Call, faults: Faults): Promise<Reply> {
  const before = found(clinic.appointments, id('appointmentId'));
  const { to, reason } = await input<{ to: AppointmentStatus; reason?: string }>();
  if (to === 'cancelled' && reason === undefined) throw invalid('reason', 'is missing');
  if (!canMove(before.status, to, faults)) throw conflict(`An appointment does not come from ${before.status} to ${to}.`);
  const after = { ...before, status: to, cancellationReason: to === 'cancelled' ? (reason ?? null) : null };
  clinic.appointments.set(before.id, after);
  return { status: 200, body: after };
}

interface AppointmentQuery {
  readonly practitionerId?: number;
  readonly patientId?: number;
  readonly status?: readonly AppointmentStatus[];
  readonly from?: string;
  readonly to?: string;
  readonly sort: string;
}

function list(call: Call, faults: Faults): Reply {
  const { practitionerId, patientId, status, from, to, sort } = call.query<AppointmentQuery>();
  const [earliest, latest] = [from, to].map((text) => (text === undefined ? undefined : instant(text)));
  if (earliest !== undefined && latest !== undefined && earliest > latest) throw invalid('from', 'is after to');
  const states = faults.has('status-first-only') ? status?.slice(0, 1) : status;
  const keep = (one: Appointment): boolean =>
    (practitionerId === undefined || one.practitionerId === practitionerId) &&
    (patientId === undefined || one.patientId === patientId) &&
    (states === undefined || states.includes(one.status)) &&
    (earliest === undefined || one.startsAt >= earliest) &&
    (latest === undefined || one.startsAt < latest);
  return pageOf(call, call.clinic.appointments.values(), { keep, by: ({ startsAt }) => startsAt, isDown: sort.startsWith('-') }, faults);
}

export const appointments: Part = (store, faults) => ({
  listAppointments: (call) => list(call, faults),
  createAppointment: async (call) => {
    const input = await call.input<AppointmentInput>();
    return once(call, input, () => book(call, input, store, faults), faults);
  },
  getAppointment: ({ clinic, id }) => ({ status: 200, body: found(clinic.appointments, id('appointmentId')) }),
  updateAppointment: (call) => update(call, store, faults),
  moveAppointment: (call) => move(call, faults),
});
