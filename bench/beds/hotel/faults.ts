// The faults of the hotel.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['departure-day-taken', 'createReservation, updateReservation, updateRoom', 'The day of departure counts as a night that is taken.'],
  ['cancelled-holds-room', 'createReservation, updateReservation', 'A cancelled reservation still takes its room.'],
  ['change-counts-itself', 'updateReservation', 'A reservation stands in its own way when its days are changed.'],
  ['check-in-early', 'checkIn', 'Guests can check in before their day of arrival.'],
  ['dirty-room-given', 'checkIn', 'A room that is dirty is given to guests.'],
  ['credit-for-each-extra', 'addExtra', 'The credit is compared with the new extra alone.'],
  ['left-room-ready', 'checkOut', 'A room is ready after check-out instead of dirty.'],
  ['payment-over-balance', 'payInvoice', 'A payment is compared with the total instead of the balance.'],
  ['last-room-at-once', 'createReservation', 'Two requests at once both get the last room.'],
];

const lists: readonly Row[] = [
  ['total-of-page', 'listReservations', 'The total is that of the page.'],
  ['arriving-to-without-day', 'listReservations', 'Arrivals on the last day of the filter are not found.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [['thirty-one-nights', 'createReservation, updateReservation', 'A stay of 31 nights is taken.']],
  sequences,
  'rich values': [],
  responses: [['tax-for-all-nights', 'checkOut, getInvoice', 'The city tax is taken for more than seven nights.']],
  conditions: [],
  lists,
  accounts: [['reservation-of-all', 'getReservation, all of a reservation', 'Reservations of other properties can be read and changed.']],
  secrets: [],
});
