// The faults of the clinic service that are wrong limits of its checks.
import { type Change, member, parameter, set, shared } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'family-name-empty': member('Patient', 'familyName', { minLength: 0 }),
  'practitioner-email-any-text': member('Practitioner', 'email', { format: undefined }),
  'license-not-to-the-end': member('Practitioner', 'licenseNumber', { pattern: '^[A-Z]{2}\\d{6}' }),
  'slot-of-any-minutes': member('Practitioner', 'slotMinutes', { multipleOf: 1 }),
  'languages-repeat': member('Practitioner', 'languages', { uniqueItems: false }),
  'lowest-floor-refused': member('Room', 'floor', { minimum: -1 }),
  'room-unknown-members-taken': set('schemas.RoomPatch', { additionalProperties: true }),
  'phone-without-plus': member('Patient', 'phone', { pattern: '^\\+?[1-9]\\d{6,14}$' }),
  'email-null-refused': member('PatientPatch', 'email', { nullable: false }),
  'birth-date-any-text': member('PatientPatch', 'birthDate', { format: undefined }),
  'severity-any-word': member('Allergy', 'severity', { enum: undefined }),
  'copay-above-hundred': member('PrivateCoverage', 'copayPercent', { maximum: 1000 }),
  'dose-of-nothing': member('Dose', 'amount', { exclusiveMinimum: false }),
  'repeats-as-text': member('Prescription', 'repeats', { type: ['integer', 'string'], pattern: '^\\d+$' }),
  'duration-above-limit': member('Appointment', 'durationMinutes', { maximum: 245 }),
  'quantity-limit-refused': member('Line', 'quantity', { maximum: 98 }),
  'limit-above-hundred': shared('Limit', { maximum: 1000 }),
  'offset-below-zero': shared('Offset', { minimum: -100_000 }),
  'idempotency-key-too-short': shared('IdempotencyKey', { minLength: 1 }),
  'status-filter-any-word': parameter('/invoices', 'get', 'status', { enum: undefined }),
};
