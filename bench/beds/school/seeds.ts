// The two schools as they are at first.
import { emptySchool, type School, type Store, storeOf } from './store.ts';
import type { Absence, Class, Lesson, Mark, Pupil, Teacher, Trip, Year } from './things.ts';

const CREATED = '2026-06-01T08:00:00.000Z';

const YEAR: Year = {
  name: '2039-40',
  startsOn: '2039-08-22',
  endsOn: '2040-07-06',
  terms: [
    { name: 'Autumn', startsOn: '2039-08-22', endsOn: '2040-01-31' },
    { name: 'Spring', startsOn: '2040-02-01', endsOn: '2040-07-06' },
  ],
  createdAt: CREATED,
};

const EARLIER: Year = {
  name: '2038-39',
  startsOn: '2038-08-23',
  endsOn: '2039-07-08',
  terms: [{ name: 'Whole year', startsOn: '2038-08-23', endsOn: '2039-07-08' }],
  createdAt: CREATED,
};

const teacher = (initials: string, lastName: string, subjects: readonly string[], weeklyPeriods: number): Teacher => ({
  initials,
  firstName: 'Uta',
  lastName,
  email: `${lastName.toLowerCase()}@school.example`,
  subjects,
  weeklyPeriods,
});

const schoolClass = (id: string, grade: number, name: string, capacity: number, room: string, formTeacher: string | null): Class => ({
  id,
  year: YEAR.name,
  grade,
  name,
  capacity,
  room,
  formTeacher,
  createdAt: CREATED,
  updatedAt: CREATED,
});

type LessonRow = readonly [id: string, classId: string, weekday: string, period: number, subject: string, teacher: string, room: string];

const lesson = ([id, classId, weekday, period, subject, initials, room]: LessonRow): Lesson => ({
  id,
  class: classId,
  weekday,
  period,
  subject,
  teacher: initials,
  room,
});

const pupil = (id: string, registerNumber: string, firstName: string, lastName: string, bornOn: string, classId: string): Pupil => ({
  id,
  registerNumber,
  firstName,
  lastName,
  bornOn,
  class: classId,
  guardians: [{ name: `A. ${lastName}`, relation: 'mother', email: `${firstName.toLowerCase()}@home.example`, mayCollect: true }],
  languages: ['de'],
  busStop: null,
  photoConsent: false,
  officeNote: 'Pays by transfer.',
  createdAt: CREATED,
  updatedAt: CREATED,
});

const absence = (id: string, pupilId: string, from: string, until: string, status: Absence['status']): Absence => ({
  id,
  pupil: pupilId,
  from,
  until,
  reason: 'illness',
  note: null,
  status,
  letterOn: null,
  decidedAt: status === 'open' ? null : CREATED,
  createdAt: CREATED,
});

type MarkRow = readonly [id: string, pupil: string, subject: string, value: number, weight: number, givenOn: string];

const mark = ([id, pupilId, subject, value, weight, givenOn]: MarkRow): Mark => ({
  id,
  pupil: pupilId,
  subject,
  value,
  weight,
  kind: 'test',
  givenOn,
  comment: null,
});

function trip(id: string, departsAt: string, places: number, classes: readonly string[], pupils: readonly string[]): Trip {
  const made = { consent: true, diets: [], pocketMoneyCents: 1000, signedUpAt: CREATED };
  return {
    id,
    title: 'A day outside',
    destination: 'The lake',
    departsAt,
    returnsAt: departsAt.replace('T06', 'T16'),
    priceCents: 1500,
    places,
    classes,
    packing: { towel: 1 },
    state: 'open',
    cancelReason: null,
    createdAt: CREATED,
    signUps: new Map(pupils.map((one) => [one, { trip: id, pupil: one, ...made }])),
  };
}

const byId = <V extends { readonly id: string }>(things: readonly V[]): Map<string, V> => new Map(things.map((one) => [one.id, one]));

function lindenhof(): School {
  const subject = (code: string, name: string, graded = true) => [code, { code, name, colour: null, graded }] as const;
  const staff = [teacher('KRE', 'Krebs', ['MAT', 'PHY'], 20), teacher('BLU', 'Blume', ['ENG'], 2), teacher('ZOR', 'Zorn', ['MAT'], 20)];
  const pupils = [
    pupil('pupilmia2222', '100001', 'Mia', 'Brandt', '2012-03-14', 'classsevenb2'),
    pupil('pupiltom2222', '100002', 'Tom', 'Arslan', '2011-11-02', 'classsevenb2'),
    pupil('pupillena222', '100003', 'Lena', 'Voss', '2011-01-20', 'classeighta2'),
    pupil('pupilemil222', '100004', 'Emil', 'Ostrow', '2010-12-24', 'classeighta2'),
  ];
  const farm = trip('tripfarm2222', '2040-05-02T06:00:00.000Z', 20, ['classeighta2'], ['pupillena222']);
  return {
    ...emptySchool(),
    years: new Map([EARLIER, YEAR].map((one) => [one.name, one])),
    subjects: new Map([
      subject('MAT', 'Mathematics'),
      subject('PHY', 'Physics'),
      subject('ENG', 'English'),
      subject('CLB', 'Chess', false),
    ]),
    teachers: new Map(staff.map((one) => [one.initials, one])),
    classes: byId([
      schoolClass('classsevenb2', 7, '7b', 28, 'A107', 'KRE'),
      schoolClass('classeighta2', 8, '8a', 2, 'B201', null),
      schoolClass('classninea22', 9, '9a', 30, 'C301', 'ZOR'),
      schoolClass('classtenaa22', 10, '10a', 30, 'C302', null),
    ]),
    lessons: byId(
      (
        [
          ['lessontue222', 'classsevenb2', 'tuesday', 2, 'ENG', 'BLU', 'A107'],
          ['lessonmon222', 'classsevenb2', 'monday', 1, 'MAT', 'KRE', 'A107'],
          ['lessonwed222', 'classninea22', 'wednesday', 4, 'ENG', 'BLU', 'C301'],
          ['lessonnine22', 'classninea22', 'monday', 2, 'MAT', 'ZOR', 'C301'],
        ] as const
      ).map(lesson),
    ),
    pupils: byId(pupils),
    numbers: new Set(pupils.map(({ registerNumber }) => registerNumber)),
    absences: byId([
      absence('absencemia22', 'pupilmia2222', '2040-01-10', '2040-01-12', 'open'),
      absence('absencetom22', 'pupiltom2222', '2039-10-04', '2039-10-04', 'excused'),
      absence('absencelena2', 'pupillena222', '2040-01-30', '2040-02-02', 'unexcused'),
    ]),
    marks: byId(
      (
        [
          ['markmia22222', 'pupilmia2222', 'MAT', 2, 2, '2039-10-10'],
          ['markmia33333', 'pupilmia2222', 'MAT', 3, 1, '2040-01-31'],
          ['markmia44444', 'pupilmia2222', 'ENG', 1.5, 1, '2039-11-11'],
        ] as const
      ).map(mark),
    ),
    trips: byId([
      trip('triplake2222', '2040-06-10T06:00:00.000Z', 2, ['classsevenb2', 'classtenaa22'], ['pupilmia2222']),
      { ...farm, state: 'cancelled' as const, cancelReason: 'Too wet.' },
    ]),
  };
}

function seeblick(): School {
  const pia = pupil('pupilpia2222', '100001', 'Pia', 'Sommer', '2014-05-05', 'classfiveb22');
  return {
    ...emptySchool(),
    years: new Map([[YEAR.name, YEAR]]),
    subjects: new Map([['MAT', { code: 'MAT', name: 'Mathematics', colour: '#aa3300', graded: true }]]),
    teachers: new Map([['KRE', teacher('KRE', 'Kreuz', ['MAT'], 10)]]),
    classes: byId([schoolClass('classfiveb22', 5, '5b', 20, 'A101', 'KRE')]),
    pupils: byId([pia]),
    numbers: new Set([pia.registerNumber]),
    absences: byId([absence('absencepia22', pia.id, '2039-12-01', '2039-12-02', 'open')]),
    trips: byId([trip('tripsea22222', '2040-06-20T06:00:00.000Z', 10, ['classfiveb22'], [])]),
  };
}

export const seededStore = (): Store => storeOf({ lindenhof: lindenhof(), seeblick: seeblick() });
