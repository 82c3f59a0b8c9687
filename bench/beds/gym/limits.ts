// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, parameter, set, shared, whole } from '../limits.ts';

const schemas = (path: string, keywords: Record<string, unknown>): Change => set(`schemas.${path}`, keywords);

export const limits: Readonly<Record<string, Change>> = {
  'studio-name-of-81': member('Studio', 'name', { maxLength: 81 }),
  'street-of-100-refused': member('Address', 'street', { maxLength: 99 }),
  'studio-code-with-tail': member('Studio', 'code', { pattern: '^[A-Z]{3}[0-9]{2}' }),
  'postal-code-of-four-refused': member('Address', 'postalCode', { pattern: '^[0-9]{5}$' }),
  'amenities-repeated': member('Studio', 'amenities', { uniqueItems: false }),
  'lockers-of-400-refused': member('Studio', 'lockerCount', { maximum: 399 }),
  'south-pole-refused': member('Coordinates', 'latitude', { minimum: undefined, exclusiveMinimum: -90 }),
  'six-tags': member('Studio', 'tags', { maxProperties: 6 }),
  'address-with-more': whole('Address', { additionalProperties: true }),
  'empty-studio-patch': whole('StudioPatch', { minProperties: 0 }),
  'area-of-any-decimals': member('Room', 'area', { multipleOf: undefined }),
  'equipment-count-as-text': schemas('Room.properties.equipment.items.properties.count', { type: ['integer', 'string'] }),
  'floor-30-refused': member('Room', 'floor', { maximum: 29 }),
  'no-specialties': member('Trainer', 'specialties', { minItems: 0 }),
  'hourly-rate-null-refused': member('Trainer', 'hourlyRate', { type: 'number' }),
  'duration-any-minute': member('Course', 'durationMinutes', { multipleOf: undefined }),
  'level-any': member('Course', 'level', { enum: undefined }),
  'four-languages-refused': member('Course', 'languages', { maxItems: 3 }),
  'phone-with-leading-zero': member('Member', 'phone', { pattern: '^\\+[0-9]{7,15}$' }),
  'birth-date-any-day': member('Member', 'birthDate', { format: undefined, pattern: '^[0-9]{4}-[0-1][0-9]-[0-3][0-9]$' }),
  'amount-of-10000': schemas('Membership.properties.price.properties.amount', { exclusiveMaximum: undefined, maximum: 10_000 }),
  'membership-without-price': (document) => {
    whole('Membership', { required: ['credits', 'startsOn'] })(document);
    member('Membership', 'price', { default: { amount: 0, currency: 'CHF' } })(document);
  },
  'per-page-of-51': shared('PerPage', { maximum: 51 }),
  'booked-by-any-text': parameter('/bookings', 'post', 'X-Booked-By', { pattern: undefined }),
};
