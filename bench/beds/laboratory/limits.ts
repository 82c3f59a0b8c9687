// Faults of limits: the copy of the document that the service reads differs from the one that its clients read.
import { type Change, member, shared } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'client-name-81': member('NewClient', 'name', { maxLength: 81 }),
  'payment-days-60': member('NewClient', 'paymentDays', { maximum: 59 }),
  'payment-days-6': member('NewClient', 'paymentDays', { minimum: 6 }),
  'discount-any-step': member('NewClient', 'discountPercent', { multipleOf: 0.01 }),
  'sixth-tag': member('NewClient', 'tags', { maxItems: 6 }),
  'price-half-million': member('NewTest', 'price', { maximum: 499_999 }),
  'decimals-five': member('NewTest', 'decimals', { maximum: 5 }),
  'stability-year': member('NewTest', 'stabilityHours', { maximum: 8759 }),
  'serial-three': member('NewInstrument', 'serial', { pattern: '^[A-Z0-9-]{3,20}$' }),
  'eleven-samples': member('NewOrder', 'samples', { maxItems: 11 }),
  'same-test-twice': member('NewSample', 'tests', { uniqueItems: false }),
  'initials-one': member('NewResult', 'analyst', { pattern: '^[A-Z]{1,3}$' }),
  'page-of-100': shared('PerPage', { maximum: 99 }),
  'page-of-20': shared('PerPage', { default: 20 }),
  'note-empty': member('NewOrder', 'note', { minLength: 1 }),
};
