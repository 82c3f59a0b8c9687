// Faults that need several requests to show.
import type { Row } from '../../bed.ts';

export const sequences: readonly Row[] = [
  ['slug-taken-twice', 'createSubject', 'A slug that another subject has is accepted.'],
  ['subject-of-courses-deleted', 'deleteSubject', 'A subject that only courses have is removed.'],
  ['email-unique-by-case', 'createLearner', 'An email that differs from another one in case only is accepted.'],
  ['teacher-of-another-subject', 'createCourse', 'A teacher who does not teach the subject is accepted.'],
  ['drafts-take-enrolments', 'createEnrolment, enrolMany', 'A draft takes enrolments.'],
  ['waits-twice', 'createEnrolment, enrolMany', 'A learner who waits already may wait once more.'],
  ['seat-not-passed-on', 'withdrawEnrolment', 'The seat of one who withdraws does not go to the first one who waits.'],
  [
    'waiting-list-has-gaps',
    'getEnrolment, listEnrolments, createEnrolment',
    'Those behind do not move up when one leaves the waiting list.',
  ],
  ['withdraws-again', 'withdrawEnrolment', 'A learner who has withdrawn can withdraw again.'],
  ['cancelled-course-still-waits', 'cancelCourse', 'Those who wait for a cancelled course still wait.'],
  ['cancelled-course-changes', 'updateCourse', 'A cancelled course can be changed.'],
  ['fewer-seats-than-learners', 'updateCourse', 'A course may get fewer seats than it has learners.'],
  ['lessons-may-not-touch', 'createLesson', 'A lesson that starts when another one ends is refused.'],
  ['attendance-adds', 'takeAttendance', 'Entries that were there before stay.'],
  ['payment-counts-again', 'recordPayment', 'A payment that is sent again is recorded again.'],
  ['payment-above-balance', 'recordPayment', 'An amount above the balance is accepted.'],
  ['certificate-without-payment', 'issueCertificate', 'A certificate is issued before the fee is paid.'],
  ['old-version-replaces', 'replaceAssignment', 'An old version replaces a newer one.'],
  ['put-keeps-instructions', 'replaceAssignment', 'Instructions that a PUT leaves out stay.'],
  ['patch-empties-the-rest', 'updateTeacher', 'A PATCH empties attributes that it does not name.'],
  ['late-work-taken', 'submitWork', 'Work is taken after the time at which it was due.'],
  ['refund-after-start', 'withdrawEnrolment', 'One who withdraws after the course started gets half back.'],
];
