// Practitioners and rooms.
import type { Reply } from '../../http.ts';
import { isSameText } from '../../texts.ts';
import type { Clinic } from '../store.ts';
import type { Hours, Practitioner, PractitionerInput, Room, RoomInput } from '../things.ts';
import { conflict, invalid, Refusal } from '../wire.ts';
import { type Call, changed, checkMatch, created, createdVersion, type Faults, found, type Part, shown } from './call.ts';
import { hasPart, pageOf } from './lists.ts';

function checkHours(hours: readonly Hours[]): void {
  for (const [index, { weekday, opens, closes }] of hours.entries()) {
    if (closes <= opens) throw invalid(`workingHours[${index}].closes`, 'is not later than opens');
    const others = hours.slice(index + 1);
    if (others.some((other) => other.weekday === weekday && other.opens < closes && opens < other.closes))
      throw invalid(`workingHours[${index}]`, 'overlaps other hours of this weekday');
  }
}

function checkPractitioner({ practitioners }: Clinic, input: PractitionerInput, id: number | undefined, faults: Faults): void {
  if (faults.has('name-limit-in-bytes') && Buffer.byteLength(input.name) > 80)
    throw new Refusal(400, 'The name is too long.', [{ name: 'name', problem: 'is too long' }]);
  checkHours(input.workingHours);
  if (id !== undefined && faults.has('license-checked-on-create-only')) return;
  const others = [...practitioners.values()].filter(({ value }) => value.id !== id);
  if (others.some(({ value }) => value.licenseNumber === input.licenseNumber)) throw conflict('The license number is taken.');
}

interface PractitionerQuery {
  readonly specialty?: string;
  readonly language?: string;
  readonly active?: boolean;
  readonly q?: string;
  readonly sort: string;
}

function listPractitioners(call: Call, faults: Faults): Reply {
  const { specialty, language, active, q, sort } = call.query<PractitionerQuery>();
  const keep = (one: Practitioner): boolean =>
    (specialty === undefined || one.specialty === specialty) &&
    (language === undefined || one.languages.includes(language)) &&
    (faults.has('active-false-ignored') ? !active || one.active : active === undefined || one.active === active) &&
    hasPart(one.name, q, faults);
  const by = (one: Practitioner): string => (sort.endsWith('name') ? one.name : one.createdAt);
  const things = [...call.clinic.practitioners.values()].map(({ value }) => value);
  return pageOf(call, things, { keep, by, isDown: sort.startsWith('-') }, faults);
}

function checkRoomName({ rooms }: Clinic, name: string, id: number | undefined, faults: Faults): void {
  const isSame = faults.has('room-name-minds-case') ? (other: string) => other === name : (other: string) => isSameText(other, name);
  if ([...rooms.values()].some((room) => room.id !== id && isSame(room.name))) throw conflict('The name is taken.');
}

function listRooms(call: Call, faults: Faults): Reply {
  const { minSeats = 0, equipment = [] } = call.query<{ minSeats?: number; equipment?: readonly string[] }>();
  const hasAll = (room: Room): boolean =>
    faults.has('equipment-any-of') && equipment.length > 0
      ? equipment.some((one) => room.equipment.includes(one))
      : equipment.every((one) => room.equipment.includes(one));
  const hasSeats = ({ seats }: Room): boolean => seats >= minSeats;
  return pageOf(call, call.clinic.rooms.values(), { keep: (room) => hasAll(room) && hasSeats(room), by: ({ floor }) => floor }, faults);
}

function deleteRoom({ clinic, id }: Call, faults: Faults): Reply {
  const room = found(clinic.rooms, id('roomId'));
  const open = faults.has('room-deleted-under-checked-in') ? ['booked'] : ['booked', 'checkedIn'];
  const isUsed = [...clinic.appointments.values()].some(({ roomId, status }) => roomId === room.id && open.includes(status));
  if (isUsed) throw conflict('The room has appointments.');
  clinic.rooms.delete(room.id);
  return faults.has('delete-room-answers-200') ? { status: 200, body: room } : { status: 204 };
}

export const staff: Part = (store, faults) => ({
  listPractitioners: (call) => listPractitioners(call, faults),
  createPractitioner: async (call) => {
    const input = await call.input<PractitionerInput>();
    checkPractitioner(call.clinic, input, undefined, faults);
    const now = store.now();
    const name = faults.has('name-in-latin-letters-only') ? Buffer.from(input.name, 'latin1').toString('latin1') : input.name;
    const record = { value: { id: store.id(), ...input, name, createdAt: now, updatedAt: now }, version: 1 };
    call.clinic.practitioners.set(record.value.id, record);
    return createdVersion(record, '/practitioners');
  },
  getPractitioner: (call) => shown(found(call.clinic.practitioners, call.id('practitionerId')), call, faults),
  replacePractitioner: async (call) => {
    const record = found(call.clinic.practitioners, call.id('practitionerId'));
    const input = await call.input<PractitionerInput>();
    if (!faults.has('put-ignores-if-match')) checkMatch(record, call);
    checkPractitioner(call.clinic, input, record.value.id, faults);
    const workingHours = faults.has('put-keeps-hours') && input.workingHours.length === 0 ? record.value.workingHours : input.workingHours;
    return changed(record, { ...record.value, ...input, workingHours, updatedAt: store.now() });
  },
  listRooms: (call) => listRooms(call, faults),
  createRoom: async ({ clinic, input }) => {
    const body = await input<RoomInput>();
    checkRoomName(clinic, body.name, undefined, faults);
    const room = { id: store.id(), ...body };
    clinic.rooms.set(room.id, room);
    const reply = created(room, '/rooms');
    return faults.has('room-created-without-location') ? { ...reply, headers: {} } : reply;
  },
  getRoom: ({ clinic, id }) => ({ status: 200, body: found(clinic.rooms, id('roomId')) }),
  updateRoom: async ({ clinic, id, input }) => {
    const room = found(clinic.rooms, id('roomId'));
    const patch = await input<Partial<RoomInput>>();
    if (patch.name !== undefined) checkRoomName(clinic, patch.name, room.id, faults);
    const next = { ...room, ...patch };
    clinic.rooms.set(room.id, next);
    return { status: 200, body: next };
  },
  deleteRoom: (call) => deleteRoom(call, faults),
});
