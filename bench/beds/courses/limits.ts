// Faults of the checks of a request.
import { type Change, member, parameter, set, shared, whole } from '../limits.ts';

/** The change that each of these faults makes in the server's own copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'slug-with-capitals': whole('Slug', { pattern: '^[A-Za-z][A-Za-z0-9-]{1,29}$' }),
  'longest-title-refused': whole('Title', { maxLength: 79 }),
  'seats-of-zero': whole('Seats', { minimum: 0 }),
  'seven-instalments': member('CourseAttributes', 'instalments', { maximum: 7 }),
  'lowest-age-refused': member('CourseAttributes', 'minimumAge', { minimum: 15 }),
  'fee-with-fractions': member('Money', 'minor', { type: 'number' }),
  'end-day-not-checked': member('CourseAttributes', 'endsOn', { format: undefined, pattern: String.raw`^20\d\d-\d\d-\d\d$` }),
  'email-not-checked': whole('Email', { format: undefined }),
  'homepage-not-checked': member('TeacherAttributes', 'homepage', { format: undefined }),
  'hours-until-24': whole('TimeOfDay', { pattern: String.raw`^([01]\d|2[0-4]):[0-5]\d$` }),
  'subject-taught-twice': whole('TaughtSubjects', { uniqueItems: false }),
  'country-in-lower-case': whole('Country', { pattern: '^[A-Za-z]{2}$' }),
  'address-with-more': set('schemas.LearnerAttributes.properties.address', { additionalProperties: true }),
  'minutes-in-any-step': member('LessonAttributes', 'minutes', { multipleOf: 1 }),
  'presence-in-any-word': member('AttendanceEntry', 'presence', { enum: undefined }),
  'eleven-in-a-batch': member('EnrolmentBatchDocument', 'data', { maxItems: 11 }),
  'reference-in-lower-case': parameter('/enrolments/{enrolmentId}/payments/{reference}', 'put', 'reference', {
    pattern: '^[A-Za-z0-9-]{4,24}$',
  }),
  'page-of-hundred': shared('PageSize', { maximum: 100 }),
  'correlation-id-not-checked': shared('CorrelationId', { pattern: undefined }),
  'grade-in-quarters': whole('Grade', { multipleOf: 0.25 }),
  'online-without-url': whole('OnlineDelivery', { required: ['mode'] }),
};
