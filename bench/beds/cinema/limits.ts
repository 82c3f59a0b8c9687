// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, parameter, shared, whole } from '../limits.ts';

const DAY_OF_ANY_MONTH = '^[0-9]{4}-[0-1][0-9]-[0-3][0-9]$';

export const limits: Readonly<Record<string, Change>> = {
  'film-title-of-151': member('Film', 'title', { maxLength: 151 }),
  'film-title-of-150-refused': member('Film', 'title', { maxLength: 149 }),
  'runtime-of-600-refused': member('Film', 'runtime_minutes', { maximum: 599 }),
  'genres-repeated': member('Film', 'genres', { uniqueItems: false }),
  'no-genres': member('Film', 'genres', { minItems: 0 }),
  'age-rating-any': member('Film', 'age_rating', { enum: undefined }),
  'distributor-code-with-more': member('Film', 'distributor_code', { pattern: '^[A-Z]{3}-[0-9]{4,6}' }),
  'poster-any-text': member('Film', 'poster_url', { format: undefined }),
  'cast-any-member': whole('CastMember', { additionalProperties: true }),
  'floor-minus-three-refused': member('Hall', 'floor', { minimum: -2 }),
  'row-of-41-seats': member('Row', 'seats', { maximum: 41 }),
  'twenty-six-rows-refused': whole('Rows', { maxItems: 25 }),
  'amount-any-cent': member('Price', 'amount', { multipleOf: 1 }),
  'starts-at-without-offset': member('Screening', 'starts_at', {
    format: undefined,
    pattern: '^[0-9]{4}-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]',
  }),
  'booking-without-email': whole('Booking', { required: ['screening_id', 'seats'] }),
  'eleven-seats': member('Booking', 'seats', { maxItems: 11 }),
  'phone-null-refused': member('MemberChange', 'phone', { nullable: false }),
  'labels-of-any-type': whole('Labels', { additionalProperties: true }),
  'per-page-of-101': shared('PerPage', { maximum: 101 }),
  'channel-any': parameter('/bookings', 'post', 'X-Channel', { enum: undefined }),
  'seat-number-as-text': member('BookedSeat', 'number', { type: ['integer', 'string'] }),
  'empty-hall-change': whole('HallChange', { minProperties: 0 }),
  'expiry-any-day': member('Voucher', 'expires_on', { format: undefined, pattern: DAY_OF_ANY_MONTH }),
  'empty-cast-refused': member('Film', 'cast', { minItems: 1 }),
};
