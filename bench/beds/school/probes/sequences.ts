// Probes of what one request changes for others.
import type { Send } from '../../client.ts';
import { joined, of, same, statusesOfTwo } from '../../probes.ts';
import {
  ABSENCES,
  CLASSES,
  elementsOf,
  guardian,
  lesson,
  mark,
  openTwo,
  PUPILS,
  patch,
  place,
  pupil,
  remove,
  type SchoolProbes,
  schoolClass,
  statusOf,
  TRIPS,
  teacherBody,
  year,
} from './callers.ts';

const CONSENT = { consent: true };
const lessonsOf = (classId: string): string => `/classes/${classId}/lessons`;
const decide = (send: Send, decision: string): Promise<number> =>
  statusOf(send, 'POST', `/absences/${ABSENCES.mia}/decision`, { decision });

const timetable: SchoolProbes = {
  'term-beyond-year': async ({ office }) =>
    (await statusOf(office, 'POST', '/years', year({ terms: [{ name: 'Long', startsOn: '2042-02-01', endsOn: '2042-07-11' }] }))) === 422,
  'teacher-subject-unknown': async ({ office }) =>
    (await statusOf(office, 'PUT', '/teachers/QUA', teacherBody({ subjects: ['MAT', 'LAT'] }))) === 422,
  'class-name-twice': async ({ office }) => (await statusOf(office, 'POST', '/classes', schoolClass({ name: '7b' }))) === 409,
  'class-rename-unchecked': async ({ office }) => (await patch(office, `/classes/${CLASSES.nine}`, { name: '7b' })).status === 409,
  'capacity-below-pupils': async ({ office }) => {
    const path = `/classes/${CLASSES.seven}`;
    return (await patch(office, path, { capacity: 1 })).status === 409 && (await patch(office, path, { capacity: 2 })).status === 200;
  },
  'delete-invited-class': async ({ office }) => (await office('DELETE', `/classes/${CLASSES.ten}`)).status === 409,
  'delete-class-keeps-lessons': async ({ office }) => {
    const gone = await office('DELETE', `/classes/${CLASSES.nine}`);
    const body = lesson({ weekday: 'monday', period: 2, teacher: 'ZOR' });
    return gone.status === 204 && (await statusOf(office, 'POST', lessonsOf(CLASSES.eight), body)) === 201;
  },
  'lesson-teacher-twice': async ({ office }) =>
    (await statusOf(office, 'POST', lessonsOf(CLASSES.eight), lesson({ weekday: 'monday', period: 1 }))) === 409,
  'lesson-room-twice': async ({ office }) => {
    const body = lesson({ weekday: 'monday', period: 1, teacher: 'ZOR', room: 'A107' });
    return (await statusOf(office, 'POST', lessonsOf(CLASSES.eight), body)) === 409;
  },
  'lesson-of-other-class': async ({ office }) => (await office('DELETE', `${lessonsOf(CLASSES.eight)}/lessonmon222`)).status === 404,
};

const enrolment: SchoolProbes = {
  'class-one-too-many': async ({ office }) => (await statusOf(office, 'POST', '/pupils', pupil({ class: CLASSES.eight }))) === 409,
  'move-to-full-class': async ({ office }) => (await patch(office, `/pupils/${PUPILS.mia}`, { class: CLASSES.eight })).status === 409,
  'register-number-kept': async ({ office }) => {
    await remove(office, PUPILS.tom);
    return (await statusOf(office, 'POST', '/pupils', pupil({ registerNumber: '100002' }))) === 201;
  },
  'register-number-patch': async ({ office }) =>
    (await patch(office, `/pupils/${PUPILS.mia}`, { registerNumber: '100002' })).status === 409,
  'guardian-email-case': async ({ office }) => {
    const guardians = [guardian(), guardian({ email: 'JO@lind.example' })];
    return (await statusOf(office, 'POST', '/pupils', pupil({ guardians }))) === 422;
  },
  'deleted-pupil-absences': async ({ office }) => {
    await remove(office, PUPILS.mia);
    return elementsOf(await office('GET', `/absences?pupil=${PUPILS.mia}`)).length === 0;
  },
  'deleted-pupil-on-trip': async ({ office }) => {
    await remove(office, PUPILS.mia);
    return of(await office('GET', `/trips/${TRIPS.lake}`)).placesLeft === 2;
  },
  'register-number-race': async ({ office }) => {
    await openTwo(office);
    return (await statusesOfTwo(office, 'POST', '/pupils', pupil())) === '201,409';
  },
};

const records: SchoolProbes = {
  'absence-shares-day': async ({ teacher }) =>
    (await statusOf(teacher, 'POST', `/pupils/${PUPILS.mia}/absences`, { from: '2040-01-12', until: '2040-01-13' })) === 409,
  'absence-decided-twice': async ({ teacher }) =>
    (await decide(teacher, 'excused')) === 200 && (await decide(teacher, 'unexcused')) === 409,
  'mark-ungraded-subject': async ({ teacher }) =>
    (await statusOf(teacher, 'POST', `/pupils/${PUPILS.mia}/marks`, mark({ subject: 'CLB' }))) === 422,
  'report-without-last-day': async ({ teacher }) => {
    const { subjects, average } = of(await teacher('GET', `/pupils/${PUPILS.mia}/report?term=Autumn`));
    return joined(subjects as readonly Readonly<Record<string, unknown>>[], 'average') === '1.5,2.33' && average === 1.92;
  },
};

const trips: SchoolProbes = {
  'sign-up-cancelled-trip': async ({ teacher }) => (await statusOf(teacher, 'PUT', place(TRIPS.farm, PUPILS.emil), CONSENT)) === 409,
  'sign-up-not-invited': async ({ teacher }) => (await statusOf(teacher, 'PUT', place(TRIPS.lake, PUPILS.emil), CONSENT)) === 422,
  'trip-cancelled-twice': async ({ office }) =>
    (await statusOf(office, 'POST', `/trips/${TRIPS.farm}/cancel`, { reason: 'Still wet.' })) === 409,
  'cancel-drops-participants': async ({ office }) => {
    await office('POST', `/trips/${TRIPS.lake}/cancel`, { body: { reason: 'Frozen.' } });
    return same(of(await office('GET', `/trips/${TRIPS.lake}`)).participants, [PUPILS.mia]);
  },
  'trip-places-race': async ({ office, teacher }) => {
    const ida = String(of(await office('POST', '/pupils', { body: pupil() })).id);
    await openTwo(teacher);
    const statuses = await Promise.all([PUPILS.tom, ida].map((one) => statusOf(teacher, 'PUT', place(TRIPS.lake, one), CONSENT)));
    return statuses.toSorted((a, b) => a - b).join() === '201,409';
  },
};

export const sequenceProbes: SchoolProbes = { ...timetable, ...enrolment, ...records, ...trips };
