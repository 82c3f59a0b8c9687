// Faults of single values and of values with structure.
import type { Row } from '../../bed.ts';

export const values: readonly Row[] = [
  ['slug-with-capitals', 'createSubject', 'The slug of a subject may have capitals.'],
  ['longest-title-refused', 'createSubject, createCourse, updateCourse, createAssignment', 'A title of 80 characters is refused.'],
  ['seats-of-zero', 'createCourse, updateCourse', 'A course with no seats is accepted.'],
  ['seven-instalments', 'createCourse', 'Seven instalments are accepted.'],
  ['lowest-age-refused', 'createCourse', 'A minimum age of 14 is refused.'],
  ['fee-with-fractions', 'createCourse, updateCourse', 'A fee with a fraction of a minor unit is accepted.'],
  ['end-day-not-checked', 'createCourse', 'A last day that no calendar has is accepted.'],
  ['course-ends-before-start', 'createCourse', 'A course that ends before it starts is accepted.'],
  ['email-not-checked', 'createTeacher, updateTeacher, createLearner', 'Any text is accepted as an email.'],
  ['homepage-not-checked', 'createTeacher', 'Any text is accepted as the homepage of a teacher.'],
  ['hours-until-24', 'createTeacher, updateTeacher', 'The hours of a teacher may end at 24:00.'],
  ['hours-end-before-start', 'createTeacher, updateTeacher', 'A span of the hours may end before it starts.'],
  ['subject-taught-twice', 'createTeacher, updateTeacher', 'A teacher may have a subject twice.'],
  ['country-in-lower-case', 'createLearner', 'The country of an address may be in lower case.'],
  ['address-with-more', 'createLearner', 'An address may have members that are not described.'],
  ['minutes-in-any-step', 'createLesson', 'A lesson may last a number of minutes that five does not divide.'],
  ['presence-in-any-word', 'takeAttendance', 'Any word is accepted as a presence.'],
  ['missed-without-being-late', 'takeAttendance', 'A learner who was present may have missed minutes.'],
  ['eleven-in-a-batch', 'enrolMany', 'A batch of eleven is accepted.'],
  ['reference-in-lower-case', 'recordPayment', 'The reference of a payment may be in lower case.'],
  ['page-of-hundred', 'listSubjects, listTeachers, listCourses, listLessons, listEnrolments', 'Pages of up to 100 things are given.'],
  ['correlation-id-not-checked', 'all operations', 'Any text is accepted as `Correlation-Id`.'],
  ['any-media-type', 'all operations with a body', 'JSON is accepted with any media type.'],
  ['grade-in-quarters', 'gradeSubmission', 'A grade in steps of a quarter is accepted.'],
  ['online-without-url', 'createCourse, updateCourse', 'An online course may have no address.'],
];

export const richValues: readonly Row[] = [
  ['offset-ignored', 'createLesson', 'The offset of a start is ignored, as if the time were in UTC.'],
  ['title-trimmed', 'createCourse', 'Spaces around the title of a course are cut off.'],
  ['names-decomposed', 'createLearner', 'Accents in a given name become characters of their own.'],
  ['zero-minutes-lost', 'takeAttendance', 'Zero missed minutes are lost.'],
  ['null-keeps-biography', 'updateTeacher', 'Null does not empty the biography.'],
  ['deliveries-mixed', 'updateCourse', 'A new delivery keeps members of the old one.'],
  ['grades-rounded', 'gradeSubmission', 'Half a point is rounded.'],
  ['instalments-lose-cents', 'createEnrolment, getEnrolment', 'What cannot be divided is in no instalment.'],
];
