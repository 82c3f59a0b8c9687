// Pupils and their guardians.
import { gap } from '../../clock.ts';
import { without } from '../../members.ts';
import { byText, contains } from '../../texts.ts';
import { newId, pupilsOf } from '../store.ts';
import type { Guardian, Pupil } from '../things.ts';
import { pupilView } from '../views.ts';
import { must, Refusal } from '../wire.ts';
import { type Call, find, guard, type Handlers, pageOf, pupilOf, showTagged, tagged } from './call.ts';

function checkGuardians(guardians: readonly Guardian[], has: Call['has']): void {
  const reachable = guardians.every(({ email, phone }) => email !== undefined || phone !== undefined);
  must(reachable, 422, 'A guardian has neither an e-mail address nor a phone number.');
  const emails = guardians.flatMap(({ email }) => email ?? []).map((email) => (has('guardian-email-case') ? email : email.toLowerCase()));
  must(new Set(emails).size === emails.length, 422, 'Two guardians have the same e-mail address.');
}

function checkPlace({ school, store, has }: Call, classId: string, spare: number): void {
  const foreign = has('pupil-foreign-class') && [...store.schools.values()].some(({ classes }) => classes.has(classId));
  const one = school.classes.get(classId);
  must(one !== undefined || foreign, 422, 'The class does not exist.');
  must(one === undefined || pupilsOf(school, classId).length < one.capacity + spare, 409, 'The class is full.');
}

function checkNumber({ school, has }: Call, { id, registerNumber }: Pupil): void {
  const taken = [...school.pupils.values()].some((one) => one.id !== id && one.registerNumber === registerNumber);
  const stale = has('register-number-kept') && !school.pupils.has(id) && school.numbers.has(registerNumber);
  must(!taken && !stale, 409, 'Somebody else has the register number.');
}

function checkBirth({ bornOn }: Pupil, { store, has }: Call): void {
  must(bornOn <= store.clock.now().slice(0, 10), 422, 'The pupil is born in the future.');
  must(!has('leap-day-refused') || !bornOn.endsWith('-02-29'), 422, 'There is no such day.');
}

/** What is kept of a new pupil, with the mistakes of texts and lists that faults make. */
function kept(pupil: Pupil, has: Call['has']): Pupil {
  const { firstName, lastName, languages, guardians } = pupil;
  if (has('astral-name-too-long') && lastName.length > 60) throw new Refusal(400, 'The body is not as described.');
  return {
    ...pupil,
    firstName: has('name-composed') ? firstName.normalize('NFC') : firstName,
    languages: has('languages-sorted') ? languages.toSorted() : languages,
    guardians: has('may-collect-left-out') ? guardians.map((one) => (one.mayCollect ? one : without(one, 'mayCollect'))) : guardians,
  };
}

function isListed(pupil: Pupil, { query, has }: Call): boolean {
  const { q, bornFrom, bornTo, photoConsent } = query as { q?: string; bornFrom?: string; bornTo?: string; photoConsent?: boolean };
  const part = (name: string): boolean => q === undefined || (has('pupils-q-case') ? name.includes(q) : contains(name, q));
  return (
    (query.class === undefined || pupil.class === query.class) &&
    (part(pupil.firstName) || part(pupil.lastName)) &&
    (bornFrom === undefined || pupil.bornOn >= bornFrom) &&
    (bornTo === undefined || (has('born-to-before') ? pupil.bornOn < bornTo : pupil.bornOn <= bornTo)) &&
    (photoConsent === undefined || pupil.photoConsent === photoConsent)
  );
}

function remove({ school, has }: Call, { id }: Pupil): void {
  school.pupils.delete(id);
  for (const mark of school.marks.values()) if (mark.pupil === id) school.marks.delete(mark.id);
  if (!has('deleted-pupil-absences'))
    for (const absence of school.absences.values()) if (absence.pupil === id) school.absences.delete(absence.id);
  if (has('deleted-pupil-on-trip')) return;
  for (const trip of school.trips.values())
    school.trips.set(trip.id, { ...trip, signUps: new Map([...trip.signUps].filter(([pupil]) => pupil !== id)) });
}

function pupilAnywhere(call: Call): Pupil {
  const all = [...call.store.schools.values()].flatMap(({ pupils }) => [...pupils]);
  return find(new Map(all), call.path('pupilId'));
}

export const pupilHandlers: Handlers = {
  listPupils: (call) => {
    const { has, query, school } = call;
    const [name = '', direction] = String(query.sort).split(':') as ['lastName' | 'bornOn', string];
    const sign = direction === 'desc' && !(name === 'bornOn' && has('pupils-born-desc')) ? -1 : 1;
    const found = [...school.pupils.values()].filter((one) => isListed(one, call));
    const sorted = found.toSorted((a, b) => sign * byText(String(a[name as 'lastName']), String(b[name as 'lastName'])));
    const show = (one: Pupil): object => (has('office-note-listed') ? one : pupilView(call, one));
    return pageOf(call, sorted, { show, faults: { overlap: 'pupils-pages-overlap' } });
  },
  createPupil: async (call) => {
    const { body, has, school, store } = call;
    const now = store.clock.now();
    const given = { id: newId(), languages: [], ...(body as Omit<Pupil, 'id' | 'languages'>), createdAt: now, updatedAt: now };
    const pupil = kept(given, has);
    checkGuardians(pupil.guardians, has);
    checkBirth(pupil, call);
    checkPlace(call, pupil.class, has('class-one-too-many') ? 1 : 0);
    checkNumber(call, pupil);
    if (has('register-number-race')) await gap();
    school.pupils.set(pupil.id, pupil);
    school.numbers.add(pupil.registerNumber);
    const headers = { location: `/pupils/${pupil.id}` };
    const view = pupilView(call, pupil);
    return tagged(201, view, undefined, headers);
  },
  getPupil: (call) => showTagged(call, pupilView(call, call.has('pupil-of-other-school') ? pupilAnywhere(call) : pupilOf(call))),
  updatePupil: (call) => {
    const { body, has, school, store } = call;
    const before = pupilOf(call);
    const pupil: Pupil = { ...before, ...(body as Partial<Pupil>), updatedAt: store.clock.now() };
    if (has('failed-match-changes')) school.pupils.set(pupil.id, pupil);
    guard(call, pupilView(call, before));
    checkGuardians(pupil.guardians, has);
    checkBirth(pupil, call);
    if (pupil.class !== before.class) checkPlace(call, pupil.class, has('move-to-full-class') ? 99 : 0);
    if (!has('register-number-patch')) checkNumber(call, pupil);
    school.pupils.set(pupil.id, pupil);
    return tagged(200, pupilView(call, pupil));
  },
  deletePupil: (call) => {
    const pupil = pupilOf(call);
    if (!call.has('delete-pupil-no-match')) guard(call, pupilView(call, pupil));
    remove(call, pupil);
    return call.has('delete-pupil-200') ? { status: 200, body: pupilView(call, pupil) } : { status: 204 };
  },
};
