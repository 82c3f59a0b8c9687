// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, parameter, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'sale-title-of-121': member('NewSale', 'title', { maxLength: 121 }),
  'premium-rate-any-fraction': member('NewSale', 'premiumRate', { multipleOf: 0.001 }),
  'step-of-zero': member('Increment', 'step', { minimum: 0 }),
  'nine-increments': whole('Increments', { maxItems: 9 }),
  'viewing-any-member': whole('Viewing', { additionalProperties: true }),
  'lot-title-null': member('NewLot', 'title', { type: ['string', 'null'] }),
  'category-free': member('NewLot', 'category', { enum: undefined }),
  'estimate-low-zero': member('Estimate', 'low', { minimum: 0 }),
  'images-any-text': whole('Images', { items: { type: 'string' } }),
  'provenance-repeats': whole('Provenance', { uniqueItems: false }),
  'artist-born-as-text': member('Artist', 'born', { type: ['integer', 'string', 'null'] }),
  'iban-lower-case': whole('Iban', { pattern: '^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$' }),
  'consignor-email-any-text': member('NewConsignor', 'email', { format: undefined }),
  'address-country-any-text': member('Address', 'country', { pattern: '^.+$' }),
  'phone-any-text': member('NewBidder', 'phone', { pattern: '^.+$' }),
  'bid-amount-with-fraction': member('NewBid', 'amount', { type: 'number' }),
  'signed-on-impossible-day': member('NewAgreement', 'signedOn', { format: undefined, pattern: '^\\d{4}-[01]\\d-[0-3]\\d$' }),
  'limit-of-51': shared('Limit', { maximum: 51 }),
  'key-any-characters': whole('IdempotencyKey', { pattern: '^.+$' }),
  'sort-unknown-ignored': parameter('/sales', 'get', 'sort', { enum: undefined }),
};
