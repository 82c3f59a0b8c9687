// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import { type Change, member, parameter, set, shared, whole } from '../limits.ts';

const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

/** Changes that the faults of this kind make in a copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'address-name-too-long': whole('PersonName', { maxLength: 81 }),
  'address-name-null-in-patch': member('AddressUpdate', 'name', { type: ['string', 'null'] }),
  'address-four-lines': whole('Lines', { maxItems: 4 }),
  'address-empty-line': set('schemas.Lines.items', { minLength: 0 }),
  'address-country-small-letters': member('AddressInput', 'country', { pattern: '^[A-Za-z]{2}$' }),
  'address-email-any-text': member('AddressInput', 'email', { format: undefined }),
  'address-phone-without-plus': whole('Phone', { pattern: '^\\+?[1-9][0-9]{6,14}$' }),
  'address-unknown-member': whole('AddressInput', { additionalProperties: {} }),
  'shipment-reference-refuses-longest': member('ShipmentInput', 'reference', { maxLength: 39 }),
  'shipment-metadata-numbers': set('schemas.Metadata.additionalProperties', { type: ['string', 'number'] }),
  'shipment-ship-date-any-day': whole('Date', { format: undefined, pattern: DAY }),
  'shipment-insurance-too-low': whole('InsuranceAmount', { minimum: 1 }),
  'customs-quantity-zero': member('CustomsItem', 'quantity', { minimum: 0 }),
  'customs-hs-code-short': member('CustomsItem', 'hs_code', { pattern: '^[0-9]{4}([0-9]{2}){0,2}$' }),
  'parcel-too-heavy': member('ParcelInput', 'weight_g', { maximum: 30_001 }),
  'parcel-weight-as-text': member('ParcelInput', 'weight_g', { type: ['integer', 'string'] }),
  'parcel-flat': whole('Side', { exclusiveMinimum: undefined, minimum: 0 }),
  'parcel-side-two-decimals': whole('Side', { multipleOf: 0.01 }),
  'event-type-unknown': member('TrackingEventInput', 'type', { enum: undefined }),
  'webhook-url-plain-http': whole('WebhookUrl', { pattern: '^https?://[^\\s]+$' }),
  'webhook-events-twice': whole('WebhookEvents', { uniqueItems: undefined }),
  'list-limit-fifty-one': shared('Limit', { maximum: 51 }),
  'list-limit-zero': shared('Limit', { minimum: 0 }),
  'created-gte-any-text': shared('CreatedGte', { format: undefined }),
  'addresses-search-one-letter': parameter('/v1/addresses', 'get', 'q', { minLength: 1 }),
  'idempotency-key-short': shared('IdempotencyKey', { pattern: '^[A-Za-z0-9_-]{1,64}$' }),
};
