// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'object-title-of-201': whole('Title', { maxLength: 201 }),
  'object-titles-by-utf-16': whole('Title', { maxLength: undefined, pattern: '^(?:[\\u0000-\\uffff]{1,200}|.{1,100})$' }),
  'no-materials': whole('Materials', { minItems: 0 }),
  'height-of-zero': whole('Length', { exclusiveMinimum: undefined, minimum: 0 }),
  'lengths-in-hundredths': whole('Length', { multipleOf: 0.01 }),
  'lux-any-number': member('NewObject', 'maxLux', { enum: undefined }),
  'image-url-any-text': member('Image', 'url', { format: undefined }),
  'hours-in-quarters': whole('Hours', { multipleOf: 0.25 }),
  'capacity-of-501': member('NewLocation', 'capacity', { maximum: 501 }),
  'country-in-small-letters': member('Partner', 'country', { pattern: '^[A-Za-z]{2}$' }),
  'twenty-one-objects-lent': whole('Accessions', { maxItems: 21 }),
  'page-of-101': shared('Size', { maximum: 101 }),
  'unknown-members-in-patches': whole('ObjectPatch', { additionalProperties: true }),
  'days-that-do-not-exist': member('NewTreatment', 'plannedTo', { format: undefined, pattern: '^\\d{4}-[01]\\d-[0-3]\\d$' }),
};
