// The bed `school`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { joined, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { callers, elementsOf } from '../../bench/beds/school/probes/callers.ts';
import { probes } from '../../bench/beds/school/probes/index.ts';
import { createSchool, documentPath, listen } from '../../bench/beds/school/server.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = {
  year: '2039-40',
  code: 'CHE',
  initials: 'OKA',
  classId: 'classsevenb2',
  lessonId: 'lessonmon222',
  pupilId: 'pupilmia2222',
  absenceId: 'absencemia22',
  tripId: 'triplake2222',
};
const EIGHT = { classId: 'classeighta2' };
const TEN = { classId: 'classtenaa22' };
const TOM = { ...ids, pupilId: 'pupiltom2222' };
const LENA = { ...ids, pupilId: 'pupillena222' };
const FARM = { ...ids, tripId: 'tripfarm2222' };
const TRIP = JSON.parse(String(example('createTrip').raw)) as object;
const { change, readTwice } = taggedBy(judge, ids);
const merge = (body: object): Sent => ({ raw: JSON.stringify(body), type: 'application/merge-patch+json' });
const reason = (headers: Readonly<Record<string, string>> = {}): Sent => ({ headers: { 'audit-reason': 'moved away', ...headers } });

testLists('school', probes);

test('keeps years, staff and classes as its document says', async () => {
  const { office, teacher } = callers(service.url);
  const made = await call(office, 201, 'createYear', {}, example('createYear'));
  expect(of(await call(teacher, 200, 'getYear', { year: '2040-41' }))).toEqual(of(made));
  await call(office, 409, 'createYear', {}, example('createYear'));
  expect(joined(elementsOf(await call(teacher, 200, 'listYears')), 'name')).toBe('2040-41,2039-40,2038-39');
  expect(of(await call(teacher, 200, 'listYears', {}, { query: '?skip=1&limit=1' }))).toMatchObject({ total: 3, isLastPage: false });

  expect(of(await call(office, 201, 'putSubject', ids, example('putSubject')))).toMatchObject({ code: 'CHE', graded: true });
  await call(office, 200, 'putSubject', ids, example('putSubject'));
  expect(joined(elementsOf(await call(teacher, 200, 'listSubjects', {}, { query: '?graded=true' })), 'code')).toBe('CHE,ENG,MAT,PHY');
  await call(office, 201, 'putTeacher', ids, example('putTeacher'));
  await call(office, 200, 'putTeacher', ids, example('putTeacher'));
  expect(joined(elementsOf(await call(teacher, 200, 'listTeachers', {}, { query: '?subject=MAT' })), 'initials')).toBe('KRE,OKA,ZOR');

  await change(office, 'getClass', 'updateClass');
  const eighth = await call(office, 201, 'createClass', {}, example('createClass'));
  expect(of(eighth)).toMatchObject({ pupilCount: 0, formTeacher: null, updatedAt: of(eighth).createdAt });
  await call(office, 409, 'createClass', {}, example('createClass'));
  const classId = String(of(eighth).id);
  await call(office, 422, 'updateClass', { classId }, merge({ formTeacher: 'XXX' }));
  await call(office, 409, 'updateClass', { classId }, merge({ formTeacher: 'KRE' }));
  expect(elementsOf(await call(teacher, 200, 'listClasses', {}, { query: '?year=2039-40&grade=8,9' }))).toHaveLength(3);
  await call(office, 412, 'deleteClass', { classId }, { headers: { 'if-match': '"old"' } });
  await call(office, 204, 'deleteClass', { classId });
  await call(office, 404, 'deleteClass', { classId });
  await call(office, 409, 'deleteClass', EIGHT);

  const lesson = of(await call(office, 201, 'createLesson', ids, example('createLesson')));
  expect(lesson.room).toBe('B007');
  await call(office, 409, 'createLesson', ids, example('createLesson'));
  const english = { weekday: 'friday', period: 1, subject: 'ENG', teacher: 'BLU' };
  await call(office, 409, 'createLesson', ids, { body: english });
  await call(office, 422, 'createLesson', ids, { body: { ...english, teacher: 'KRE' } });
  expect(joined(elementsOf(await call(teacher, 200, 'listLessons', ids)), 'weekday')).toBe('monday,tuesday,wednesday');
  expect(elementsOf(await call(teacher, 200, 'listLessons', ids, { query: '?weekday=tuesday' }))).toHaveLength(1);
  await call(office, 204, 'deleteLesson', { ...ids, lessonId: String(lesson.id) });
  await call(office, 404, 'deleteLesson', { ...ids, lessonId: String(lesson.id) });
});

test('keeps pupils and their records as its document says', async () => {
  const { office, teacher } = callers(service.url);
  const query = '?class=classsevenb2&q=BRAND&bornFrom=2012-03-14&bornTo=2012-03-14&photoConsent=false&sort=bornOn:asc';
  expect(joined(elementsOf(await call(teacher, 200, 'listPupils', {}, { query })), 'firstName')).toBe('Mia');
  const noor = of(await call(office, 201, 'createPupil', {}, example('createPupil')));
  expect(noor).toMatchObject({ busStop: null, officeNote: null, photoConsent: false, updatedAt: noor.createdAt });
  await call(office, 409, 'createPupil', {}, example('createPupil'));
  await change(office, 'getPupil', 'updatePupil');
  expect(of(await call(teacher, 200, 'getPupil', ids))).not.toHaveProperty('officeNote');
  await call(office, 422, 'updatePupil', ids, merge({ guardians: [{ name: 'Jo', relation: 'other' }] }));
  await call(office, 422, 'updatePupil', ids, merge({ bornOn: '2999-01-01' }));
  await call(office, 409, 'updatePupil', ids, merge({ class: EIGHT.classId }));
  expect(of(await call(office, 200, 'updatePupil', ids, merge({ officeNote: null, class: TEN.classId }))).officeNote).toBeNull();
  await call(office, 200, 'updatePupil', ids, merge({ class: ids.classId }));

  const absence = of(await call(teacher, 201, 'createAbsence', ids, example('createAbsence')));
  expect(absence).toMatchObject({ days: 3, status: 'open', note: null, decidedAt: null });
  await call(teacher, 409, 'createAbsence', ids, example('createAbsence'));
  await call(teacher, 422, 'createAbsence', ids, { body: { from: '2040-03-09', until: '2040-03-08' } });
  await call(teacher, 422, 'createAbsence', ids, { body: { from: '2040-07-07' } });
  expect(of(await call(teacher, 201, 'createAbsence', ids, { body: { from: '2040-07-06' } }))).toMatchObject({
    days: 1,
    reason: 'unknown',
  });
  expect(of(await call(teacher, 200, 'decideAbsence', ids, example('decideAbsence'))).status).toBe('excused');
  await call(teacher, 409, 'decideAbsence', ids, example('decideAbsence'));
  const filters = `?pupil=${ids.pupilId}&status=open,unexcused&onDay=2040-03-06&sort=from:desc`;
  expect(joined(elementsOf(await call(teacher, 200, 'listAbsences', {}, { query: filters })), 'id')).toBe(absence.id);

  await call(teacher, 201, 'createMark', ids, example('createMark'));
  await call(teacher, 422, 'createMark', ids, { body: { subject: 'MAT', value: 1, kind: 'oral', givenOn: '2040-08-01' } });
  const report = of(await call(teacher, 200, 'getReport', ids, { query: '?term=Autumn' }));
  expect(report).toMatchObject({ average: 1.95, subjects: [{ average: 1.5 }, { average: 2.4 }], absentDays: { open: 0, excused: 3 } });
  const missed = of(await call(teacher, 200, 'getReport', LENA, { query: '?term=Spring' }));
  expect(missed).toMatchObject({ average: null, subjects: [], absentDays: { open: 0, excused: 0, unexcused: 2 } });
  await call(teacher, 404, 'getReport', ids, { query: '?term=Winter' });

  await call(office, 412, 'deletePupil', ids, reason({ 'if-match': '"old"' }));
  await call(office, 400, 'deletePupil', ids, { headers: { 'audit-reason': 'no' } });
  await call(office, 204, 'deletePupil', { pupilId: String(noor.id) }, reason());
  await call(office, 201, 'createPupil', {}, example('createPupil'));
});

test('keeps trips as its document says', async () => {
  const { office, teacher } = callers(service.url);
  const query = '?state=open&class=classsevenb2&departsFrom=2040-06-10T06:00:00Z&departsBefore=2040-06-10T06:00:01Z';
  expect(elementsOf(await call(teacher, 200, 'listTrips', {}, { query }))).toMatchObject([{ id: ids.tripId, placesLeft: 1 }]);
  const made = of(await call(office, 201, 'createTrip', {}, example('createTrip')));
  expect(made).toMatchObject({ departsAt: '2040-05-14T05:30:00.000Z', packing: {}, state: 'open', placesLeft: 25, participants: [] });
  await readTwice(teacher, 'getTrip');
  await call(teacher, 200, 'signUp', ids, example('signUp'));
  expect(of(await call(teacher, 201, 'signUp', TOM, { body: { consent: true } }))).toMatchObject({ diets: [], pocketMoneyCents: null });
  const ida = { ...ids, pupilId: String(elementsOf(await call(office, 200, 'listPupils', {}, { query: '?q=noor' }))[0]?.id) };
  await call(teacher, 409, 'signUp', ida, example('signUp'));
  await call(teacher, 422, 'signUp', LENA, example('signUp'));
  await call(teacher, 204, 'withdraw', TOM);
  await call(teacher, 404, 'withdraw', TOM);
  await call(teacher, 201, 'signUp', ida, example('signUp'));
  await call(teacher, 409, 'withdraw', { ...LENA, tripId: FARM.tripId });
  await call(office, 422, 'createTrip', {}, { body: { ...TRIP, returnsAt: '2040-05-14T05:30:00Z' } });
  await call(office, 422, 'createTrip', {}, { body: { ...TRIP, returnsAt: '9999-12-31T23:59:59-01:00' } });
  await call(office, 422, 'createTrip', {}, { body: { ...TRIP, departsAt: '2020-05-14T05:30:00Z' } });
  await call(office, 422, 'createTrip', {}, { body: { ...TRIP, classes: ['classfiveb22'] } });
  const cancelled = of(await call(office, 200, 'cancelTrip', ids, example('cancelTrip')));
  expect(cancelled).toMatchObject({ state: 'cancelled', cancelReason: 'The ferry does not run.', placesLeft: 0 });
  await call(office, 409, 'cancelTrip', ids, example('cancelTrip'));
  await call(office, 204, 'deleteClass', TEN);
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { office, other, teacher, stranger } = callers(service.url);
  await call(stranger, 401, 'listYears');
  await call(teacher, 403, 'createYear', {}, example('createYear'));
  await call(teacher, 403, 'deletePupil', ids, reason());
  await call(other, 404, 'getPupil', ids);
  await call(other, 404, 'listLessons', ids);
  await call(other, 422, 'createPupil', {}, example('createPupil'));
  await call(office, 400, 'getPupil', { pupilId: 'mia' });
  await call(office, 400, 'listPupils', {}, { query: '?limit=0' });
  await call(office, 400, 'listPupils', {}, { query: '?skip=1&skip=2' });
  await call(office, 400, 'listPupils', {}, { query: '?name=Mia' });
  await call(office, 400, 'getReport', ids);
  await call(office, 400, 'createClass', {}, { raw: '{', type: 'application/json' });
  await call(office, 413, 'createClass', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(office, 415, 'updateClass', ids, { body: { capacity: 30 } });
  const refused = await call(office, 400, 'createPupil', {}, { body: { guardians: [{}] } });
  expect((of(refused).problems as readonly { readonly at: string }[]).map(({ at }) => at)).toContain('body.guardians.0');
  expect((await office('PUT', '/trips')).headers.get('allow')).toBe('GET, HEAD, POST');
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createSchool, callers)).toEqual([]);
});
