// The faults of the bed `school`. Each one breaks something that the document says.
import { faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['year-name-short', 'createYear, listClasses', 'takes the name of a year that ends with one digit'],
  ['five-terms', 'createYear', 'takes a year of five terms'],
  ['term-name-40-refused', 'createYear', 'refuses a name of a term with as many characters as it may have'],
  ['subject-colour-capitals', 'putSubject', 'takes a colour in capitals'],
  ['subject-colour-null-refused', 'putSubject', 'refuses null as the colour of a subject'],
  ['teacher-email-unchecked', 'putTeacher', 'takes any text as the e-mail address of a teacher'],
  ['teacher-subject-twice', 'putTeacher', 'takes a subject of a teacher twice'],
  ['teacher-30-periods-refused', 'putTeacher', 'refuses the largest number of periods'],
  ['class-capacity-37', 'createClass', 'takes a class that is larger than classes may be'],
  ['class-extra-member', 'createClass', 'takes a member that the document does not have'],
  ['lesson-period-zero', 'createLesson', 'takes a lesson before the first period'],
  ['lesson-room-end', 'createLesson', 'takes anything after the number of a room'],
  ['register-number-start', 'createPupil', 'takes anything before the digits of a register number'],
  ['guardian-phone-15-refused', 'createPupil, updatePupil', 'refuses a phone number of fifteen digits'],
  ['guardian-without-relation', 'createPupil, updatePupil', 'takes a guardian without a relation'],
  ['guardian-none', 'createPupil', 'takes a pupil without a guardian'],
  ['pupil-born-unchecked', 'createPupil', 'takes a day of birth that is not in the calendar'],
  ['mark-value-any-decimal', 'createMark', 'takes marks between the steps'],
  ['mark-weight-zero', 'createMark', 'takes a weight of zero'],
  ['trip-price-100000-refused', 'createTrip', 'refuses the highest price'],
  ['trip-packing-unbounded', 'createTrip', 'takes any number of a thing to pack'],
  ['consent-any', 'signUp', 'takes a pupil without consent'],
  ['limit-101', 'all lists', 'takes a limit above the largest one'],
  ['grades-six', 'listClasses', 'takes one grade too many'],
  ['audit-reason-optional', 'deletePupil', 'does without the header that must be there'],
  ['patch-plain-json', 'updateClass', 'takes plain JSON in place of a merge patch'],
];

const sequences: readonly Row[] = [
  ['term-beyond-year', 'createYear', 'takes a term that ends after the year'],
  ['teacher-subject-unknown', 'putTeacher', 'takes subjects that the school does not have'],
  ['class-name-twice', 'createClass', 'takes two classes with the same name in a year'],
  ['class-rename-unchecked', 'updateClass', 'gives a class the name of another one'],
  ['capacity-below-pupils', 'updateClass', 'takes a capacity below the number of pupils'],
  ['delete-invited-class', 'deleteClass', 'deletes a class that is invited to a trip'],
  ['delete-class-keeps-lessons', 'deleteClass, createLesson', 'keeps teachers busy with the lessons of a deleted class'],
  ['lesson-teacher-twice', 'createLesson', 'gives a teacher two lessons at once'],
  ['lesson-room-twice', 'createLesson', 'gives a room to two lessons at once'],
  ['lesson-of-other-class', 'deleteLesson', 'deletes a lesson by the path of another class'],
  ['class-one-too-many', 'createPupil', 'puts one pupil too many into a class'],
  ['move-to-full-class', 'updatePupil', 'moves a pupil to a class without a free place'],
  ['register-number-kept', 'deletePupil, createPupil', 'keeps the register number of a removed pupil'],
  ['register-number-patch', 'updatePupil', 'gives a pupil the register number of another one'],
  ['guardian-email-case', 'createPupil, updatePupil', 'takes an e-mail address twice if one is in capitals'],
  ['deleted-pupil-absences', 'deletePupil, listAbsences', 'keeps the absences of a removed pupil'],
  ['deleted-pupil-on-trip', 'deletePupil, getTrip', 'keeps the place of a removed pupil on a trip'],
  ['absence-shares-day', 'createAbsence', 'takes an absence that starts on the last day of another one'],
  ['absence-decided-twice', 'decideAbsence', 'decides an absence again'],
  ['mark-ungraded-subject', 'createMark', 'takes a mark in a subject without marks'],
  ['report-without-last-day', 'getReport', 'leaves out marks of the last day of a term'],
  ['sign-up-cancelled-trip', 'signUp', 'signs a pupil up for a cancelled trip'],
  ['sign-up-not-invited', 'signUp', 'signs up a pupil whose class is not invited'],
  ['trip-cancelled-twice', 'cancelTrip', 'cancels a trip again'],
  ['cancel-drops-participants', 'cancelTrip, getTrip', 'forgets who was signed up when a trip is cancelled'],
  ['trip-places-race', 'signUp', 'gives the last place to two pupils at once'],
  ['register-number-race', 'createPupil', 'gives a register number to two pupils at once'],
];

const rich: readonly Row[] = [
  ['astral-name-too-long', 'createPupil', 'counts characters beyond the basic plane twice'],
  ['name-composed', 'createPupil', 'puts letters and combining marks together'],
  ['languages-sorted', 'createPupil', 'changes the order of languages'],
  ['may-collect-left-out', 'createPupil, getPupil', 'leaves out a member of guardians that has its default'],
  ['leap-day-refused', 'createPupil', 'refuses pupils who were born on a leap day'],
  ['subject-always-graded', 'putSubject', 'makes each subject a graded one'],
  ['subject-put-keeps-colour', 'putSubject', 'keeps the colour if a replacement leaves it out'],
  ['mark-weight-whole', 'createMark', 'cuts the decimals of a weight'],
  ['no-pocket-money', 'signUp', 'takes no pocket money as null'],
];

const responses: readonly Row[] = [
  ['create-class-200', 'createClass', 'answers 200 for a new class'],
  ['trip-location-of-list', 'createTrip', 'has the path of the list in Location'],
  ['delete-pupil-200', 'deletePupil', 'answers 200 with the removed pupil'],
  ['sign-up-again-201', 'signUp', 'answers 201 when details are replaced'],
  ['signed-up-at-moves', 'signUp', 'forgets when a pupil was signed up first'],
  ['teachers-list-no-count', 'listTeachers', 'shows no lessons of teachers in the list'],
  ['classes-list-no-count', 'listClasses', 'shows no pupils of classes in the list'],
  ['class-updated-at-stays', 'updateClass', 'does not note the time of a change'],
  ['trip-times-as-sent', 'createTrip, getTrip', 'shows times with the offset that was sent'],
  ['no-allow', 'all paths', 'does not say which methods a path has'],
  ['conflict-word', 'all operations with 409', 'has another word in errors than the document'],
];

const conditions: readonly Row[] = [
  ['delete-pupil-no-match', 'deletePupil', 'does not look at If-Match'],
  ['if-none-match-single', 'getClass, getPupil, getTrip', 'does not find the ETag among several'],
  ['class-tag-without-count', 'getClass', 'keeps the ETag when a pupil joins a class'],
  ['trip-tag-without-participants', 'getTrip', 'keeps the ETag when a pupil is signed up'],
  ['head-without-tag', 'getClass, getPupil, getTrip', 'has no ETag in answers to HEAD'],
  ['if-match-star-refused', 'updateClass, deleteClass, updatePupil, deletePupil', 'refuses any version'],
  ['failed-match-changes', 'updatePupil', 'changes a pupil although the ETag does not match'],
];

const lists: readonly Row[] = [
  ['pupils-pages-overlap', 'listPupils', 'shows the last pupil of a page again on the next one'],
  ['absences-total-of-page', 'listAbsences', 'counts what is on the page only'],
  ['trips-full-last-page', 'listTrips', 'does not know that a full page is the last one'],
  ['classes-beyond-end', 'listClasses', 'answers 404 beyond the end'],
  ['pupils-born-desc', 'listPupils', 'sorts by day of birth in one direction only'],
  ['pupils-q-case', 'listPupils', 'tells capitals from small letters in a search'],
  ['born-to-before', 'listPupils', 'leaves out pupils who were born on the last day'],
  ['absences-first-status', 'listAbsences', 'takes only the first of several statuses'],
  ['absences-last-day', 'listAbsences', 'does not find an absence by its last day'],
  ['departs-before-or-at', 'listTrips', 'finds a trip that departs at the end of the time'],
  ['departs-from-offset', 'listTrips', 'ignores the offset of a time'],
  ['classes-filters-either', 'listClasses', 'shows classes that fit one of two filters'],
  ['lessons-days-by-name', 'listLessons', 'sorts days by their names'],
];

const accounts: readonly Row[] = [
  ['teacher-changes-pupils', 'updatePupil', 'lets a teacher change pupils'],
  ['teacher-no-sign-up', 'signUp', 'does not let a teacher sign pupils up'],
  ['office-note-listed', 'listPupils', 'shows notes of the office to teachers'],
  ['pupil-of-other-school', 'getPupil', 'shows pupils of another school'],
  ['pupil-foreign-class', 'createPupil, updatePupil', 'takes a class of another school'],
  ['cancel-trip-of-other-school', 'cancelTrip', 'cancels a trip of another school'],
  ['absences-of-all-schools', 'listAbsences', 'lists absences of other schools'],
  ['token-any-case', 'all operations', 'takes a token in other letters'],
];

export const faults = faultsOf({ values, sequences, 'rich values': rich, responses, conditions, lists, accounts, secrets: [] });
