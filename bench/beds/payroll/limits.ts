// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, set, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'last-name-of-61': member('Employee', 'lastName', { maxLength: 61 }),
  'personnel-number-with-more-behind': member('Employee', 'personnelNumber', { pattern: '^[A-Z]{2}[0-9]{4}' }),
  'tax-rate-of-any-step': member('Employee', 'taxRate', { multipleOf: 0.01 }),
  'languages-twice': member('Employee', 'languages', { uniqueItems: false }),
  'label-without-text': set('schemas.Labels.additionalProperties', { minLength: 0 }),
  'email-any-text': member('Employee', 'email', { format: undefined }),
  'patch-without-members': whole('EmployeePatch', { minProperties: 0 }),
  'bic-of-nine': member('BankAccount', 'bic', { pattern: '^[A-Z]{6}[A-Z0-9]{2}[A-Z0-9]{0,3}$' }),
  'hours-of-any-step': member('NewContract', 'hoursPerWeek', { multipleOf: 0.01 }),
  'workdays-twice': member('NewContract', 'workdays', { uniqueItems: false }),
  'six-workdays-at-most': member('NewContract', 'workdays', { maxItems: 6 }),
  'monthly-amount-of-zero': member('MonthlyPay', 'amount', { minimum: 0 }),
  'hourly-rate-with-amount': whole('HourlyPay', { additionalProperties: true }),
  'time-of-24': whole('TimeOfDay', { pattern: '^([01][0-9]|2[0-4]):[0-5][0-9]$' }),
  'carried-over-more-than-15': member('Entitlement', 'carriedOver', { maximum: 20 }),
  'code-of-13': member('Deduction', 'code', { pattern: '^[A-Z][A-Z0-9-]{1,12}$' }),
  'priority-of-ten': member('Deduction', 'priority', { maximum: 10 }),
  'month-of-13': whole('Period', { pattern: '^20[0-9]{2}-(0[1-9]|1[0-3])$' }),
  'reference-in-small-letters': member('Payment', 'reference', { pattern: '^[A-Za-z0-9]{6,20}$' }),
  'correction-of-zero': member('Correction', 'amount', { not: undefined }),
  'size-of-51': shared('Size', { maximum: 51 }),
  'part-of-ten': shared('Size', { default: 10 }),
};
