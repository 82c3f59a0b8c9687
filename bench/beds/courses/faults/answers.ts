// Faults of answers: what they show, to whom, and when.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['free-seats-missing', 'all operations that show courses', 'Courses lack `freeSeats`.'],
  ['minutes-as-text', 'all operations that show lessons', 'The minutes of a lesson are a text.'],
  ['subject-created-with-200', 'createSubject', 'The answer to a new subject is 200.'],
  ['course-without-location', 'createCourse', 'The answer to a new course has no `Location`.'],
  ['errors-without-pointer', 'all operations with a body', 'The errors of a body have no source.'],
  ['enrolment-times-without-zone', 'all operations that show enrolments', '`updatedAt` has no offset.'],
  ['unknown-learner-breaks', 'getLearner', 'The answer for an unknown learner is 500.'],
  ['average-counts-ungraded', 'getAssignment, replaceAssignment', 'The average counts work without a grade as 0.'],
];

export const conditions: readonly Row[] = [
  ['tag-without-seats', 'getCourse', 'The tag of a course stays the same when somebody enrols.'],
  ['tag-of-creation', 'getCourse, getTeacher, getEnrolment', 'A tag stays the same after a change.'],
  ['never-304', 'getCourse, getTeacher, getEnrolment', '`If-None-Match` is ignored.'],
  ['304-without-tag', 'getCourse, getTeacher, getEnrolment', 'A 304 has no tag.'],
  ['if-match-ignored', 'updateCourse', 'A course is changed in spite of an old tag.'],
  ['enrolment-without-head', 'getEnrolment', 'HEAD does not work for an enrolment.'],
];

export const lists: readonly Row[] = [
  ['total-of-page', 'all lists', '`total` counts the things of the page only.'],
  ['next-on-last-page', 'all lists', 'The last page has a next one.'],
  ['links-lose-filters', 'all lists with filters', 'The addresses of other pages have no filters.'],
  ['pages-overlap', 'all lists', 'A page starts with the last thing of the page before.'],
  ['pages-rounded-down', 'all lists', '`pages` does not count a last page that is not full.'],
  ['sort-by-first-name-only', 'listCourses', 'Only the first name of `sort` counts.'],
  ['sort-never-descending', 'listSubjects, listTeachers, listCourses', 'A minus in `sort` is ignored.'],
  ['starts-until-excludes-day', 'listCourses', '`filter[startsUntil]` leaves out courses that start on the day.'],
  ['title-by-case', 'listCourses', '`filter[title]` heeds upper and lower case.'],
  ['first-state-only', 'listEnrolments', 'Only the first state of `filter[state]` counts.'],
  ['not-free-ignored', 'listCourses', '`filter[free]=false` does not filter.'],
  ['lessons-by-creation', 'listLessons', 'Lessons come in the order of their creation.'],
];

export const accounts: readonly Row[] = [
  ['course-of-other-school', 'getCourse', 'A course of another school is shown.'],
  ['learner-of-other-school', 'createEnrolment, enrolMany', 'A learner of another school can be enrolled.'],
  ['teachers-of-all-schools', 'listTeachers', 'The list has the teachers of all schools.'],
  ['withdraws-for-other-schools', 'withdrawEnrolment', 'An enrolment of another school can be withdrawn.'],
  ['key-of-any-school', 'all operations', 'A key opens any school that the request names.'],
  ['teacher-cancels-courses', 'cancelCourse', 'The key of a teacher can cancel a course.'],
  ['last-seat-sold-twice', 'createEnrolment', 'Two requests at once both get the last seat.'],
];

export const secrets: readonly Row[] = [
  ['access-code-shown-again', 'getLearner', 'The access code of a learner is shown later on.'],
  ['account-shown', 'recordPayment', 'The account of a payment is shown.'],
];
