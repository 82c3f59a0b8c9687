// Faults of the checks of a request.
import { type Change, member, parameter, set, shared, whole } from '../limits.ts';

const PATCHED = '/classes/{classId}';

/** Takes plain JSON where the document has merge patches. */
const plainPatch: Change = (document) => {
  const content = document.paths[PATCHED]?.patch?.requestBody?.content;
  if (content !== undefined) content['application/json'] = content['application/merge-patch+json'] ?? {};
};

const optionalReason: Change = (document) => {
  const operation = document.paths['/pupils/{pupilId}']?.delete;
  const found = operation?.parameters?.find((one) => one.name === 'Audit-Reason');
  if (found !== undefined) Object.assign(found, { required: false });
};

export const limits: Readonly<Record<string, Change>> = {
  'year-name-short': whole('YearName', { pattern: '^20[0-9]{2}-[0-9]{1,2}$' }),
  'five-terms': member('YearNew', 'terms', { maxItems: 5 }),
  'term-name-40-refused': member('Term', 'name', { maxLength: 39 }),
  'subject-colour-capitals': member('SubjectBody', 'colour', { pattern: '^#[0-9a-fA-F]{6}$' }),
  'subject-colour-null-refused': member('SubjectBody', 'colour', { type: 'string', default: undefined }),
  'teacher-email-unchecked': member('TeacherBody', 'email', { format: undefined }),
  'teacher-subject-twice': member('TeacherBody', 'subjects', { uniqueItems: false }),
  'teacher-30-periods-refused': member('TeacherBody', 'weeklyPeriods', { exclusiveMaximum: 30 }),
  'class-capacity-37': member('ClassNew', 'capacity', { maximum: 40 }),
  'class-extra-member': whole('ClassNew', { additionalProperties: true }),
  'lesson-period-zero': member('LessonNew', 'period', { minimum: 0 }),
  'lesson-room-end': member('LessonNew', 'room', { pattern: '^[A-F][0-9]{3}' }),
  'register-number-start': member('PupilNew', 'registerNumber', { pattern: '[0-9]{6}$' }),
  'guardian-phone-15-refused': member('Guardian', 'phone', { pattern: '^\\+[1-9][0-9]{6,13}$' }),
  'guardian-without-relation': whole('Guardian', { required: ['name'] }),
  'guardian-none': member('PupilNew', 'guardians', { minItems: 0 }),
  'pupil-born-unchecked': member('PupilNew', 'bornOn', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'mark-value-any-decimal': member('MarkNew', 'value', { multipleOf: 0.01 }),
  'mark-weight-zero': member('MarkNew', 'weight', { exclusiveMinimum: undefined, minimum: 0 }),
  'trip-price-100000-refused': member('TripNew', 'priceCents', { exclusiveMaximum: 100_000 }),
  'trip-packing-unbounded': set('schemas.TripNew.properties.packing', { additionalProperties: { type: 'integer', minimum: 1 } }),
  'consent-any': member('SignUpBody', 'consent', { const: undefined, type: 'boolean' }),
  'limit-101': shared('Limit', { maximum: 1000 }),
  'grades-six': parameter('/classes', 'get', 'grade', { maxItems: 6 }),
  'audit-reason-optional': optionalReason,
  'patch-plain-json': plainPatch,
};
