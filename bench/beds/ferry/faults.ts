// The faults of the ferry lines.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['crossing-of-two-days', 'createRoute', 'A crossing of exactly 2880 minutes is refused.'],
  ['route-name-in-bytes', 'createRoute', 'The length of a name is counted in bytes.'],
  ['call-sign-tail', 'createShip, replaceShip', 'A call sign may go on after its last letter.'],
  ['built-on-no-day', 'createShip, replaceShip', 'The day of building may be one that no month has.'],
  ['deck-of-limit-height', 'createShip, replaceShip', 'A deck of exactly 1.5 metres is taken.'],
  ['home-port-null', 'createShip, replaceShip', 'A home port that is null is refused.'],
  ['severity-critical', 'createNotice', 'The severity critical is taken, which the document does not have.'],
  ['limit-of-101', 'all lists', 'A page may have 101 things.'],
  ['key-of-64', 'createBooking', 'An Idempotency-Key of 64 characters is refused.'],
  ['sailing-as-plain-json', 'updateSailing', 'A body of application/json is taken.'],
];

const sequences: readonly Row[] = [
  ['infants-take-places', 'createBooking, getSailing', 'Infants are counted among the booked passengers of a sailing.'],
  ['second-vehicle-for-free', 'createBooking, getSailing', 'Only the first vehicle of a booking takes lane metres.'],
  ['cancelled-keeps-metres', 'cancelBooking, getSailing', 'The lane metres of a cancelled booking are not free again.'],
  ['refund-whole-at-boarding', 'cancelBooking', 'The refund is the whole total while the sailing is boarding.'],
  ['cards-start-again', 'checkInBooking', 'The numbers of the cards begin with 1 for each booking.'],
  ['cancelled-in-silence', 'cancelSailing', 'No notice is added to a sailing that is cancelled.'],
  ['departed-comes-back', 'updateSailing', 'A sailing that has departed can be set back to boarding.'],
  ['last-places-at-once', 'createBooking', 'Two bookings at once both get the last place.'],
];

const rich: readonly Row[] = [
  ['contact-name-in-units', 'createBooking, updateBooking', 'The length of the name of a contact is counted in UTF-16 code units.'],
  ['no-vehicles-null', 'createBooking', 'Vehicles that are left out come back as null instead of an empty list.'],
  ['value-in-32-bits', 'createBooking', 'The declared value of a vehicle is kept in 32 bits.'],
];

const responses: readonly Row[] = [
  ['ship-created-200', 'createShip', 'A new ship is answered with 200.'],
  ['listed-without-arrival', 'listSailings', 'Sailings in lists lack their arrival.'],
  ['booking-location-nested', 'createBooking', 'Location leads to a path that does not exist.'],
];

const conditions: readonly Row[] = [
  ['ship-match-ignored', 'replaceShip', 'If-Match must be there, but is not compared.'],
  ['sailing-tag-without-load', 'getSailing', 'The ETag of a sailing does not change with its bookings.'],
  ['head-of-booking-405', 'getBooking', 'HEAD is refused.'],
];

const lists: readonly Row[] = [
  ['departs-from-after', 'listSailings', 'A sailing that departs exactly at departsFrom is not found.'],
  ['total-of-any-status', 'listSailings', 'The filter by status does not count for the total.'],
  ['totals-as-texts', 'listBookings', 'Totals are sorted as texts.'],
  ['page-skips-booking', 'listBookings', 'Each further page leaves out one booking.'],
];

const accounts: readonly Row[] = [['booking-of-others-changed', 'updateBooking', 'Bookings of another line can be changed.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
