// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, set, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'building-name-of-81': member('NewBuilding', 'name', { maxLength: 81 }),
  'building-name-of-80-refused': member('NewBuilding', 'name', { maxLength: 79 }),
  'built-in-2100-refused': member('NewBuilding', 'yearBuilt', { maximum: 2099 }),
  'energy-class-any': member('NewBuilding', 'energyClass', { enum: undefined }),
  'amenities-repeated': member('NewBuilding', 'amenities', { uniqueItems: false }),
  'address-any-member': whole('Address', { additionalProperties: true }),
  'postal-code-with-more': member('Address', 'postalCode', { pattern: '^[0-9]{5}' }),
  'contact-email-any-text': member('NewBuilding', 'contactEmail', { format: undefined }),
  'quarter-rooms': whole('Rooms', { multipleOf: 0.25 }),
  'area-of-zero': whole('Area', { exclusiveMinimum: undefined, minimum: 0 }),
  'flat-number-lower-case': whole('FlatNumber', { pattern: '^[0-9]{1,3}[A-Za-z]?$' }),
  'equipment-quantity-of-21': member('Equipment', 'quantity', { maximum: 21 }),
  'twenty-pieces-refused': member('NewFlat', 'equipment', { maxItems: 19 }),
  'currency-any': member('NewLease', 'currency', { const: undefined }),
  'due-day-29': member('NewLease', 'dueDay', { maximum: 29 }),
  'start-on-impossible-day': member('NewLease', 'startsOn', { format: undefined, pattern: '^\\d{4}-[01]\\d-[0-3]\\d$' }),
  'rent-as-text': member('NewLease', 'rent', { type: ['integer', 'string'] }),
  'last-name-missing': whole('NewTenant', { required: ['firstName', 'email'] }),
  'first-name-null': set('schemas.NewTenant.properties.firstName', { type: ['string', 'null'] }),
  'size-of-101': shared('Size', { maximum: 101 }),
  'correlation-id-any-text': shared('CorrelationId', { format: undefined }),
  'month-13': shared('Month', { pattern: '^20[0-9]{2}-[01][0-9]$' }),
};
