// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import type { Change } from '../limits.ts';
import { resolve, type Schema } from '../schemas.ts';

/** Changes keywords of the schema that a dotted path leads to. A component that it refers to is copied first, so that no other place changes. */
const set =
  (path: string, keywords: Schema): Change =>
  (document) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce((schema, name) => schema[name] as Schema, document.components as Schema);
    parent[last] = { ...resolve(document, parent[last] as { $ref?: string }), ...keywords };
  };

const member = (component: string, name: string, keywords: Schema): Change => set(`schemas.${component}.properties.${name}`, keywords);
const whole = (component: string, keywords: Schema): Change => set(`schemas.${component}`, keywords);
const shared = (name: string, keywords: Schema): Change => set(`parameters.${name}.schema`, keywords);

/** Changes keywords of a parameter of a GET. */
const query =
  (path: string, name: string, keywords: Schema): Change =>
  (document) => {
    const found = document.paths[path]?.get?.parameters?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no parameter ${name}.`);
    Object.assign(found.schema, resolve(document, found.schema as { $ref?: string }), { $ref: undefined }, keywords);
  };

const dockNumber: Change = (document) => {
  const path = document.paths['/stations/{stationId}/docks/{number}'] ?? {};
  for (const { parameters = [] } of Object.values(path)) for (const one of parameters) if (one.name === 'number') one.schema.maximum = 100;
};

/** Changes that the faults of this kind make in a copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'station-name-blank': member('Station', 'name', { pattern: undefined }),
  'station-name-refuses-longest': member('Station', 'name', { maxLength: 79 }),
  'station-city-too-long': member('Station', 'city', { maxLength: 61 }),
  'station-latitude-beyond-pole': set('schemas.Station.properties.location.properties.lat', { maximum: 180 }),
  'station-location-without-longitude': set('schemas.Station.properties.location', { required: ['lat'] }),
  'station-closes-at-twenty-four': member('Station', 'closesAt', { pattern: '^([01][0-9]|2[0-4]):[0-5][0-9]$' }),
  'station-tags-twice': member('Station', 'tags', { uniqueItems: undefined }),
  'station-tags-nine': member('Station', 'tags', { maxItems: 9 }),
  'station-capacity-zero': member('Station', 'capacity', { minimum: 0 }),
  'station-capacity-refuses-most': member('Station', 'capacity', { maximum: 98 }),
  'stations-limit-hundred-and-one': shared('Limit', { maximum: 101 }),
  'stations-limit-refuses-most': shared('Limit', { maximum: 99 }),
  'stations-page-zero': shared('Page', { minimum: 0 }),
  'stations-box-of-three': query('/stations', 'box', { minItems: 3 }),
  'stations-search-one-letter': query('/stations', 'q', { minLength: 1 }),
  'dock-power-any-step': member('Dock', 'powerKw', { multipleOf: undefined }),
  'dock-power-zero': member('Dock', 'powerKw', { exclusiveMinimum: undefined }),
  'dock-number-hundred': dockNumber,
  'bike-plate-lower-case': shared('Plate', { $ref: undefined, pattern: '^[A-Za-z]{2}-[0-9]{4}$' }),
  'bike-plate-five-digits': shared('Plate', { $ref: undefined, pattern: '^[A-Z]{2}-[0-9]{4}' }),
  'bike-rate-one-decimal': member('Bike', 'dailyRate', { pattern: '^(0|[1-9][0-9]{0,3})\\.[0-9]{1,2}$' }),
  'bike-rate-leading-zero': member('BikePatch', 'dailyRate', { pattern: '^[0-9]{1,4}\\.[0-9]{2}$' }),
  'bike-rate-refuses-cents-only': member('Bike', 'dailyRate', { pattern: '^([1-9][0-9]{0,3})\\.[0-9]{2}$' }),
  'bike-weight-zero': member('Bike', 'weightKg', { exclusiveMinimum: undefined }),
  'bike-weight-three-decimals': member('Bike', 'weightKg', { multipleOf: 0.001 }),
  'bike-gears-thirty-one': member('Bike', 'gears', { maximum: 31 }),
  'bike-purchase-any-day': member('Bike', 'purchasedOn', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'bike-unknown-member': whole('Bike', { additionalProperties: true }),
  'bike-kind-any': member('Bike', 'kind', { enum: undefined }),
  'bike-specs-number': member('Bike', 'specs', { additionalProperties: {} }),
  'bike-specs-eleven': member('Bike', 'specs', { maxProperties: 11 }),
  'bike-without-model': whole('Bike', { required: ['kind', 'weightKg', 'dailyRate'] }),
  'bike-patch-empty': whole('BikePatch', { minProperties: 0 }),
  'bike-patch-model-null': member('BikePatch', 'model', { nullable: true }),
  'bikes-page-size-zero': shared('PageSize', { minimum: 0 }),
  'bikes-default-ten': shared('PageSize', { default: 10 }),
  'bikes-status-any': query('/bikes', 'status', { items: { type: 'string' } }),
  'import-twenty-one': member('BikeImport', 'bikes', { maxItems: 21 }),
  'import-of-none': member('BikeImport', 'bikes', { minItems: 0 }),
  'repair-minutes-any-step': member('Repair', 'minutes', { multipleOf: undefined }),
  'repair-minutes-refuses-day': member('Repair', 'minutes', { maximum: 1435 }),
  'repair-started-without-offset': member('Repair', 'startedAt', { format: undefined, pattern: '^20..-..-..T..:..:..' }),
  'repair-part-of-none': set('schemas.Repair.properties.parts.items.properties.quantity', { minimum: 0 }),
  'booking-helmets-five': member('Booking', 'helmets', { maximum: 5 }),
  'booking-helmets-fraction': member('BookingPatch', 'helmets', { type: 'number' }),
  'booking-day-any-text': member('Booking', 'to', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}' }),
  'customer-email-any': member('Customer', 'email', { format: undefined }),
  'customer-pin-seven': member('Customer', 'pin', { pattern: '^[0-9]{4,7}$' }),
  'customer-phone-without-plus': member('Customer', 'phone', { pattern: '^\\+?[1-9][0-9]{6,14}$' }),
  'customer-country-lower-case': set('schemas.Address.properties.country', { pattern: '^[A-Za-z]{2}$' }),
  'customer-newsletter-text': member('Customer', 'newsletter', { type: undefined, enum: [true, false, 'true', 'false'] }),
  'customer-without-pin': whole('Customer', { required: ['name', 'email'] }),
  'token-access-any': member('TokenFields', 'access', { enum: undefined }),
  'token-default-read': member('TokenFields', 'access', { default: 'read' }),
};
