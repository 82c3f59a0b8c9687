// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'months-of-37': member('NewPolicy', 'months', { maximum: 37 }),
  'holder-email-any-text': member('NewHolder', 'email', { format: undefined }),
  'birth-on-impossible-day': member('NewHolder', 'birthDate', { format: undefined, pattern: '^\\d{4}-[01]\\d-[0-3]\\d$' }),
  'country-of-three-letters': whole('Country', { pattern: '^[A-Z]{2,3}$' }),
  'limit-with-parts-of-a-cent': member('NewCover', 'limit', { multipleOf: 0.001 }),
  'annual-premium-of-zero': member('NewCover', 'annualPremium', { minimum: 0 }),
  'notice-of-91-days': member('NewPolicy', 'noticeDays', { maximum: 91 }),
  'deductible-below-zero': member('NewCover', 'deductible', { minimum: undefined }),
  'plate-any-text': member('NewVehicle', 'plate', { pattern: '^.+$' }),
  'vehicle-any-member': whole('NewVehicle', { additionalProperties: true }),
  'payments-three-a-year': member('NewPolicy', 'paymentsPerYear', { enum: undefined, minimum: 1, maximum: 12 }),
  'iban-with-blanks': whole('Iban', { pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,38}$' }),
  'description-of-nine': member('NewClaim', 'description', { minLength: 9 }),
  'tags-repeat': member('NewClaim', 'tags', { uniqueItems: false }),
  'estimate-of-zero': member('NewPropertyDamage', 'estimate', { minimum: 0 }),
  'payment-reference-of-36': member('NewPayment', 'reference', { maxLength: 36 }),
  'file-name-with-folder': member('NewDocument', 'name', { pattern: '^.+$' }),
  'size-of-101': shared('Size', { maximum: 101 }),
  'loss-without-offset': member('NewClaim', 'occurredAt', {
    format: undefined,
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:\\d\\d)?$',
  }),
  'letter-of-19': member('NewRejection', 'letter', { minLength: 19 }),
};
