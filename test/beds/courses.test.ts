// The bed `courses`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Got, Send } from '../../bench/beds/client.ts';
import { body, callers, crowd, id, idOf, pay, shown } from '../../bench/beds/courses/probes/callers.ts';
import { probes } from '../../bench/beds/courses/probes/index.ts';
import { createCourses, documentPath, listen } from '../../bench/beds/courses/server.ts';
import { etag } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, testLists, unproven } from './proofs.ts';

const { call, example, rest } = judgeBy(readDocument(documentPath));

const service = served(listen);

const ids = {
  slug: 'chess',
  teacherId: id('T1'),
  courseId: id('C1'),
  lessonId: id('S1'),
  learnerId: id('R1'),
  enrolmentId: id('E1'),
  reference: 'BANK-1',
  assignmentId: id('A1'),
  submissionId: id('W1'),
};

/** Reads a thing, and reads it again with its tag. */
async function readTwice(send: Send, operation: string): Promise<Got> {
  const seen = await call(send, 200, operation, ids);
  await call(send, 304, operation, ids, { headers: { 'if-none-match': etag(seen) } });
  return seen;
}

/** Changes a thing with an old tag, and with the right one. */
async function change(send: Send, readId: string, changeId: string): Promise<void> {
  const seen = await readTwice(send, readId);
  await call(send, 412, changeId, ids, { ...example(changeId), headers: { 'if-match': '"old"' } });
  await call(send, 200, changeId, ids, { ...example(changeId), headers: { 'if-match': etag(seen) } });
}

testLists('courses', probes);

test('answers each operation as its document says', async () => {
  const { harbour, hill, teacher } = callers(service.url);
  await call(teacher, 200, 'listSubjects', {}, { query: '?sort=-courseCount,title&page[size]=2&page[number]=2' });
  await call(harbour, 201, 'createSubject', {}, example('createSubject'));
  await call(harbour, 409, 'createSubject', {}, example('createSubject'));
  await call(harbour, 409, 'deleteSubject', { slug: 'drawing' });
  await call(harbour, 204, 'deleteSubject', ids);
  await call(teacher, 200, 'listTeachers', {}, { query: '?filter[subject]=drawing&filter[active]=true&sort=-name' });
  await call(harbour, 201, 'createTeacher', {}, example('createTeacher'));
  await change(harbour, 'getTeacher', 'updateTeacher');
  const query = '?filter[tag]=evening&filter[free]=true&filter[startsFrom]=2040-02-06&filter[startsUntil]=2040-02-06&sort=startsOn,-title';
  const { items } = await call(teacher, 200, 'listCourses', {}, { query });
  expect(items).toHaveLength(1);
  await call(harbour, 201, 'createCourse', {}, example('createCourse'));
  await change(harbour, 'getCourse', 'updateCourse');
  await call(hill, 404, 'getCourse', ids);
  const { ids: crowded, courseId } = await crowd(harbour, 'R2', 'R3');
  await call(harbour, 200, 'withdrawEnrolment', { enrolmentId: crowded[0] ?? '' });
  await call(harbour, 409, 'withdrawEnrolment', { enrolmentId: crowded[0] ?? '' });
  const { items: line } = await call(
    harbour,
    200,
    'listEnrolments',
    {},
    { query: `?filter[courseId]=${courseId}&filter[state]=enrolled,waiting` },
  );
  expect(line.map(({ attributes }) => attributes)).toMatchObject([
    { state: 'enrolled', position: null, balance: 10_000 },
    { state: 'waiting', position: 1, balance: 0 },
  ]);
  await call(harbour, 200, 'cancelCourse', { courseId }, example('cancelCourse'));
  await call(harbour, 409, 'cancelCourse', { courseId }, example('cancelCourse'));
  await call(teacher, 201, 'createLesson', ids, example('createLesson'));
  await call(teacher, 409, 'createLesson', ids, example('createLesson'));
  const { items: seen } = await call(teacher, 200, 'listLessons', ids, { query: '?filter[from]=2040-02-13T17:00:00Z' });
  expect(seen).toHaveLength(2);
  await call(teacher, 204, 'deleteLesson', { lessonId: id('S2') });
  const made = await call(harbour, 201, 'createLearner', {}, example('createLearner'));
  await call(harbour, 409, 'createLearner', {}, example('createLearner'));
  await call(teacher, 200, 'getLearner', { learnerId: idOf(made) });
  const enrolled = await call(harbour, 201, 'createEnrolment', {}, example('createEnrolment'));
  expect(shown(enrolled)).toMatchObject({ fee: { minor: 16_200 }, instalments: [{ dueOn: '2040-02-06' }, { dueOn: '2040-03-07' }] });
  const batch = await call(harbour, 200, 'enrolMany', {}, example('enrolMany'));
  expect(batch.json).toMatchObject({ results: [{ status: 201 }, { status: 409 }] });
  await readTwice(teacher, 'getEnrolment');
  await call(teacher, 200, 'takeAttendance', ids, example('takeAttendance'));
  await call(teacher, 409, 'deleteLesson', ids);
  await call(harbour, 201, 'recordPayment', ids, example('recordPayment'));
  await call(harbour, 200, 'recordPayment', ids, example('recordPayment'));
  await call(harbour, 409, 'issueCertificate', ids, example('issueCertificate'));
  await pay(harbour, ids.enrolmentId, 'BANK-2', { amount: { minor: 13_000, currency: 'EUR' } });
  await call(harbour, 201, 'issueCertificate', ids, example('issueCertificate'));
  await call(harbour, 200, 'issueCertificate', ids, example('issueCertificate'));
  await call(harbour, 409, 'withdrawEnrolment', ids);
  await call(teacher, 201, 'createAssignment', ids, example('createAssignment'));
  await call(teacher, 200, 'replaceAssignment', ids, example('replaceAssignment'));
  await call(teacher, 409, 'replaceAssignment', ids, example('replaceAssignment'));
  await call(teacher, 201, 'submitWork', ids, example('submitWork'));
  await call(teacher, 409, 'submitWork', ids, example('submitWork'));
  await call(teacher, 200, 'gradeSubmission', ids, example('gradeSubmission'));
  const graded = await call(teacher, 200, 'getAssignment', ids);
  expect(shown(graded)).toMatchObject({ submissionCount: 2, averageGrade: 17.5, version: 2 });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { harbour, teacher, stranger } = callers(service.url);
  await call(stranger, 401, 'listCourses');
  await call(teacher, 403, 'createSubject', {}, example('createSubject'));
  await call(harbour, 400, 'listCourses', {}, { query: '?page[number]=1&page[number]=2' });
  await call(harbour, 400, 'listCourses', {}, { query: '?sort=fee' });
  await call(harbour, 400, 'listCourses', {}, { headers: { 'correlation-id': 'mine' } });
  await call(harbour, 400, 'createSubject', {}, { raw: '{', type: 'application/json' });
  await call(harbour, 413, 'createSubject', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(harbour, 415, 'createSubject', {}, { raw: '{}', type: 'text/plain' });
  await call(harbour, 422, 'createSubject', {}, body('courses', { slug: 'go', title: 'Go' }));
  await call(harbour, 404, 'getLearner', { learnerId: 'R1' });
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createCourses, callers)).toEqual([]);
});
