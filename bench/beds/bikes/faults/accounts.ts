// Faults between companies, of rights, of requests at once, and of secrets.
import type { Row } from '../../bed.ts';

export const accounts: readonly Row[] = [
  ['stations-search-all-companies', 'listStations', 'A search finds the stations of all companies.'],
  ['bike-of-other-company', 'getBike, updateBike, deleteBike', 'The bikes of another company can be read and changed.'],
  ['bike-station-of-other-company', 'putBike, updateBike, importBikes', 'A bike may stand at a station of another company.'],
  ['bike-added-twice-at-once', 'putBike', 'Two additions at once of one plate both succeed.'],
  ['photo-of-other-company', 'getPhoto', 'The photo of a bike of another company can be read.'],
  ['photo-without-token', 'getPhoto', 'A photo is given without a token.'],
  ['export-all-companies', 'exportBikes', 'An export has the bikes of all companies.'],
  ['export-without-token', 'exportBikes', 'An export is given without a token.'],
  ['booking-of-other-company', 'getBooking', 'The bookings of another company can be read.'],
  ['booking-customer-of-other-company', 'createBooking', 'A bike can be booked for a customer of another company.'],
  ['booking-twice-at-once', 'createBooking', 'Two bookings at once of the same days both succeed.'],
  ['customers-search-all-companies', 'listCustomers', 'A search finds the customers of all companies.'],
  ['customer-delete-of-other-company', 'deleteCustomer', 'A customer of another company can be deleted.'],
  ['customer-twice-at-once', 'createCustomer', 'Two creations at once with one email both succeed.'],
  ['office-any-password', 'all operations on customers and tokens', 'A name is let in with any password.'],
  ['reader-repairs', 'addRepair', 'A token that only reads records repairs.'],
  ['reader-books', 'updateBooking', 'A token that only reads changes bookings.'],
  ['reader-adds-customers', 'createCustomer', 'A user who only reads adds customers.'],
  ['reader-deletes-tokens', 'deleteToken', 'A user who only reads deletes tokens.'],
  ['token-access-ignored', 'createToken', 'A token that was made to read may write.'],
  ['token-expired-works', 'all operations with a token', 'A token that has expired still works.'],
];

export const secrets: readonly Row[] = [
  ['customer-pin-echoed', 'createCustomer', 'The answer to a creation repeats the PIN.'],
  ['customer-pin-shown', 'getCustomer', 'A customer shows the PIN.'],
  ['customer-pin-listed', 'listCustomers', 'The list of customers shows their PINs.'],
  ['customer-pin-after-change', 'updateCustomer', 'The answer to a change shows the PIN.'],
  ['token-secret-listed', 'listTokens', 'The list of tokens shows their secrets.'],
  ['error-repeats-body', 'all operations with a body', 'An error repeats the body that was sent, such as a PIN.'],
];
