// Probes of values near their limits, and of rich ones.
import { of, same, times } from '../../probes.ts';
import {
  type Callers,
  CLASSES,
  guardian,
  lesson,
  mark,
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
  trip,
  year,
} from './callers.ts';

type Request = readonly [method: string, path: string, body: object];
type Who = Pick<Callers, 'office'>;

/** Whether the service answers a request with a status. */
const gives =
  (status: number, [method, path, body]: Request) =>
  async ({ office }: Who): Promise<boolean> =>
    (await statusOf(office, method, path, body)) === status;

const makesYear = (others: object): Request => ['POST', '/years', year(others)];
const makesTeacher = (others: object): Request => ['PUT', '/teachers/QUA', teacherBody(others)];
const makesSubject = (body: object): Request => ['PUT', '/subjects/ART', body];
const makesClass = (others: object): Request => ['POST', '/classes', schoolClass(others)];
const makesLesson = (others: object): Request => ['POST', `/classes/${CLASSES.seven}/lessons`, lesson(others)];
const makesPupil = (others: object): Request => ['POST', '/pupils', pupil(others)];
const makesMark = (others: object): Request => ['POST', `/pupils/${PUPILS.mia}/marks`, mark(others)];
const makesTrip = (others: object): Request => ['POST', '/trips', trip(others)];

const reads =
  (status: number, path: string) =>
  async ({ office }: Who): Promise<boolean> =>
    (await office('GET', path)).status === status;

/** Whether the answer to a request has a member with a value. */
const answers =
  ([method, path, body]: Request, name: string, value: unknown) =>
  async ({ office }: Who): Promise<boolean> =>
    same(of(await office(method, path, { body }))[name], value);

const days = (month: number): object => ({ startsOn: `2042-0${month}-01`, endsOn: `2042-0${month}-20` });
const FAMILY = '👩‍👧';
const ASTRAL = '𝒜'.repeat(60);
const DECOMPOSED = 'Zoe\u0308';

const limits: SchoolProbes = {
  'year-name-short': gives(400, makesYear({ name: '2041-4' })),
  'five-terms': gives(400, makesYear({ terms: times(5, (index) => ({ name: `T${index}`, ...days(index + 1) })) })),
  'term-name-40-refused': gives(201, makesYear({ terms: [{ name: 'T'.repeat(40), ...days(3) }] })),
  'subject-colour-capitals': gives(400, makesSubject({ name: 'Art', colour: '#ABCDEF' })),
  'subject-colour-null-refused': gives(201, makesSubject({ name: 'Art', colour: null })),
  'teacher-email-unchecked': gives(400, makesTeacher({ email: 'quast' })),
  'teacher-subject-twice': gives(400, makesTeacher({ subjects: ['MAT', 'MAT'] })),
  'teacher-30-periods-refused': gives(201, makesTeacher({ weeklyPeriods: 30 })),
  'class-capacity-37': gives(400, makesClass({ capacity: 37 })),
  'class-extra-member': gives(400, makesClass({ motto: 'Onwards' })),
  'lesson-period-zero': gives(400, makesLesson({ period: 0 })),
  'lesson-room-end': gives(400, makesLesson({ room: 'A1074' })),
  'register-number-start': gives(400, makesPupil({ registerNumber: 'x300300' })),
  'guardian-phone-15-refused': gives(201, makesPupil({ guardians: [guardian({ phone: '+491234567890123' })] })),
  'guardian-without-relation': gives(400, makesPupil({ guardians: [{ name: 'Jo', email: 'jo@lind.example' }] })),
  'guardian-none': gives(400, makesPupil({ guardians: [] })),
  'pupil-born-unchecked': gives(400, makesPupil({ bornOn: '2011-02-30' })),
  'mark-value-any-decimal': gives(400, makesMark({ value: 2.3 })),
  'mark-weight-zero': gives(400, makesMark({ weight: 0 })),
  'trip-price-100000-refused': gives(201, makesTrip({ priceCents: 100_000 })),
  'trip-packing-unbounded': gives(400, makesTrip({ packing: { socks: 51 } })),
  'consent-any': gives(400, ['PUT', place(TRIPS.lake, PUPILS.tom), { consent: false }]),
  'limit-101': reads(400, '/subjects?limit=101'),
  'grades-six': reads(400, '/classes?grade=1,2,3,4,5,6'),
  'audit-reason-optional': async ({ office }) => {
    const refused = await office('DELETE', `/pupils/${PUPILS.tom}`);
    return refused.status === 400 && (await remove(office, PUPILS.tom)).status === 204;
  },
  'patch-plain-json': async ({ office }) => {
    const path = `/classes/${CLASSES.nine}`;
    const refused = await statusOf(office, 'PATCH', path, { capacity: 20 });
    return refused === 415 && (await patch(office, path, { capacity: 20 })).status === 200;
  },
};

const rich: SchoolProbes = {
  'astral-name-too-long': answers(makesPupil({ lastName: ASTRAL, firstName: FAMILY }), 'lastName', ASTRAL),
  'name-composed': answers(makesPupil({ firstName: DECOMPOSED }), 'firstName', DECOMPOSED),
  'languages-sorted': answers(makesPupil({ languages: ['tr', 'ar', 'de'] }), 'languages', ['tr', 'ar', 'de']),
  'may-collect-left-out': answers(makesPupil({}), 'guardians', [{ ...guardian(), mayCollect: false }]),
  'leap-day-refused': gives(201, makesPupil({ bornOn: '2012-02-29' })),
  'subject-always-graded': answers(makesSubject({ name: 'Art', graded: false }), 'graded', false),
  'subject-put-keeps-colour': async ({ office }) => {
    await statusOf(office, 'PUT', '/subjects/MAT', { name: 'Mathematics', colour: '#00aa00' });
    return of(await office('PUT', '/subjects/MAT', { body: { name: 'Mathematics' } })).colour === null;
  },
  'mark-weight-whole': answers(makesMark({ weight: 1.5 }), 'weight', 1.5),
  'no-pocket-money': answers(['PUT', place(TRIPS.lake, PUPILS.tom), { consent: true, pocketMoneyCents: 0 }], 'pocketMoneyCents', 0),
};

export const valueProbes: SchoolProbes = { ...limits, ...rich };
