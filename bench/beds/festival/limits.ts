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

/** Changes keywords of a query parameter of an operation. */
const query =
  (path: string, method: string, name: string, keywords: Schema): Change =>
  (document) => {
    const found = document.paths[path]?.[method]?.parameters?.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no parameter ${name}.`);
    Object.assign(found.schema, resolve(document, found.schema as { $ref?: string }), { $ref: undefined }, keywords);
  };

const required =
  (component: string, name: string): Change =>
  (document) => {
    const schema = document.components.schemas[component] as { required: readonly string[] };
    schema.required = schema.required.filter((one) => one !== name);
  };

const EQUIPMENT = 'schemas.Stage.properties.equipment.items.properties.quantity';
const DAY = '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$';

/** Changes that the faults of this kind make in a copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'festival-id-forty-one': query('/festivals', 'post', 'festivalId', { maxLength: 41 }),
  'festival-id-two-hyphens': query('/festivals', 'post', 'festivalId', { pattern: '^[a-z][a-z0-9-]*$' }),
  'festival-title-one-too-long': member('Festival', 'title', { maxLength: 121 }),
  'festival-title-refuses-longest': member('FestivalUpdate', 'title', { maxLength: 119 }),
  'festival-title-blank': member('Festival', 'title', { pattern: undefined }),
  'festival-summary-too-long': member('FestivalUpdate', 'summary', { maxLength: 501 }),
  'festival-refuses-any-age': member('FestivalUpdate', 'minimumAge', { minimum: 1 }),
  'festival-refuses-date-line': set('schemas.Location.properties.longitude', { maximum: undefined, exclusiveMaximum: 180 }),
  'festivals-search-one-letter': query('/festivals', 'get', 'q', { minLength: 1 }),
  'festival-capacity-zero': member('Festival', 'capacity', { minimum: 0 }),
  'festival-capacity-refuses-most': member('Festival', 'capacity', { maximum: 199_999 }),
  'festival-minimum-age-twenty-two': member('Festival', 'minimumAge', { maximum: 22 }),
  'festival-end-any-day': member('Festival', 'endDate', { format: undefined, pattern: DAY }),
  'festival-genres-six': member('Festival', 'genres', { maxItems: 6 }),
  'festival-genres-twice': member('Festival', 'genres', { uniqueItems: undefined }),
  'festival-labels-nine': member('Festival', 'labels', { maxProperties: 9 }),
  'festival-label-name-capitals': member('Festival', 'labels', { propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9-]{0,29}$' } }),
  'festival-latitude-beyond-pole': set('schemas.Location.properties.latitude', { maximum: 180 }),
  'festival-website-plain': member('Festival', 'website', { pattern: undefined }),
  'festival-unknown-member': whole('Festival', { additionalProperties: {} }),
  'festival-without-currency': required('Festival', 'currency'),
  'festival-mask-any-name': query('/festivals/{festivalId}', 'patch', 'updateMask', { items: { type: 'string' } }),
  'stage-kind-capitals': member('Stage', 'kind', { enum: ['open', 'tent', 'hall', 'Open', 'Tent', 'Hall'] }),
  'stage-capacity-zero': member('Stage', 'capacity', { minimum: 0 }),
  'stage-equipment-eleven': member('Stage', 'equipment', { maxItems: 11 }),
  'stage-capacity-text': member('Stage', 'capacity', { type: ['integer', 'string'], pattern: '^[0-9]+$' }),
  'stage-equipment-of-none': set(EQUIPMENT, { minimum: 0 }),
  'stage-equipment-refuses-most': set(EQUIPMENT, { maximum: 499 }),
  'stage-covered-by-default': member('Stage', 'covered', { default: true }),
  'stage-loudness-any-step': member('Stage', 'loudnessDb', { multipleOf: undefined }),
  'stage-id-one-letter': shared('StageId', { minLength: 1 }),
  'slot-start-without-offset': member('Slot', 'startTime', { format: undefined, pattern: '^20..-..-..T..:..:..' }),
  'slot-kind-any': member('Slot', 'setKind', { enum: undefined }),
  'slot-patch-of-none': whole('SlotPatch', { minItems: 0 }),
  'slot-notes-too-long': member('Slot', 'notes', { maxLength: 501 }),
  'performer-country-three-letters': member('Performer', 'country', { pattern: '^[A-Z]{2,3}$' }),
  'performer-phone-without-plus': set('schemas.Performer.properties.contact.properties.phone', { pattern: '^\\+?[1-9][0-9]{6,14}$' }),
  'performer-bio-refuses-longest': member('PerformerPatch', 'bio', { maxLength: 1999 }),
  'performer-bank-account-short': member('Performer', 'bankAccount', { pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$' }),
  'performer-active-text': member('Performer', 'active', { type: undefined, enum: [true, false, 'true', 'false'] }),
  'performers-min-rating-six': query('/performers', 'get', 'minRating', { maximum: 6 }),
  'performer-rating-any-step': member('Performer', 'rating', { multipleOf: undefined }),
  'performer-rating-refuses-five': member('PerformerPatch', 'rating', { maximum: undefined, exclusiveMaximum: 5 }),
  'performer-fee-negative': set('schemas.Money.properties.amountMinor', { minimum: -1_000_000 }),
  'ticket-type-on-sale-null': member('TicketTypePatch', 'onSale', { type: ['boolean', 'null'] }),
  'performer-email-any': set('schemas.Performer.properties.contact.properties.email', { format: undefined }),
  'performer-links-seven': member('Performer', 'socialLinks', { maxProperties: 7 }),
  'ticket-type-discount-whole': member('TicketType', 'discountPercent', { exclusiveMaximum: undefined, maximum: 100 }),
  'ticket-type-quota-zero': member('TicketType', 'quota', { minimum: 0 }),
  'ticket-type-price-of-nothing': member('TicketTypePatch', 'price', { minProperties: 0 }),
  'ticket-type-price-fraction': set('schemas.TicketType.properties.price', {
    properties: { amountMinor: { type: 'number', minimum: 0, maximum: 100_000_000 }, currency: { $ref: '#/components/schemas/Currency' } },
  }),
  'ticket-type-four-per-order': member('TicketType', 'maxPerOrder', { default: 4 }),
  'ticket-type-perks-twice': member('TicketType', 'perks', { uniqueItems: undefined }),
  'order-note-too-long': member('Order', 'note', { maxLength: 301 }),
  'order-buyer-blank': set('schemas.Buyer.properties.name', { pattern: undefined }),
  'order-quantity-zero': set('schemas.Order.properties.items.items.properties.quantity', { minimum: 0 }),
  'order-items-six': member('Order', 'items', { maxItems: 6 }),
  'order-items-none': member('Order', 'items', { minItems: 0 }),
  'order-request-id-any': member('Order', 'requestId', { format: undefined }),
  'order-patch-empty': whole('OrderPatch', { minProperties: 0 }),
  'orders-state-any': query('/orders', 'get', 'state', { items: { type: 'string' } }),
  'page-size-zero': shared('PageSize', { minimum: 0 }),
  'page-size-hundred-and-one': shared('PageSize', { maximum: 101 }),
  'page-size-refuses-hundred': shared('PageSize', { maximum: 99 }),
  'page-of-ten': shared('PageSize', { default: 10 }),
  'refund-reason-two-letters': member('Refund', 'reason', { minLength: 2 }),
  'payment-method-any': member('Payment', 'method', { enum: undefined }),
  'batch-of-none': member('TicketBatch', 'holders', { minItems: 0 }),
  'gate-capitals': member('CheckIn', 'gate', { pattern: '^[A-Za-z]+(-[0-9]{1,2})?$' }),
  'offer-of-none': member('Offer', 'count', { minimum: 0 }),
  'batch-twenty-one': member('TicketBatch', 'holders', { maxItems: 21 }),
  'waiting-party-seven': member('WaitingEntry', 'partySize', { maximum: 7 }),
  'webhook-url-plain': member('Webhook', 'url', { pattern: undefined }),
  'device-mode-any': member('Device', 'mode', { enum: undefined }),
  'webhook-events-none': member('Webhook', 'events', { minItems: 0 }),
  'device-label-refuses-longest': member('Device', 'label', { maxLength: 39 }),
};
