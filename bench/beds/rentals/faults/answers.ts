// Faults of answers, of conditions, of lists, and of who may see and do what.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['depot-made-with-200', 'createDepot', 'answers with 200 instead of 201'],
  ['count-as-text', 'listModels, listMachines, listCustomers, listReservations, listInvoices', 'gives the count as a text'],
  ['reservation-without-location', 'createReservation', 'leaves out Location'],
  ['partly-paid-as-open', 'getInvoice', 'shows an invoice as open that is paid in part'],
  ['mistakes-missing', 'all operations', 'leaves out the mistakes of a refusal'],
  ['invalid-as-500', 'all operations with a body', 'answers a body that is not as described with 500'],
  ['unauthorized-without-challenge', 'all operations', 'leaves out WWW-Authenticate'],
  ['request-id-not-repeated', 'all operations', 'makes a new Request-Id although the request has one'],
];

export const conditions: readonly Row[] = [
  ['machine-tag-not-compared', 'getMachine', 'ignores If-None-Match'],
  ['model-replaced-without-tag', 'replaceModel', 'replaces a model without If-Match'],
  ['customer-changed-with-old-tag', 'updateCustomer', 'ignores that If-Match has the tag of an older state'],
  ['customer-tag-without-credit', 'getCustomer', 'keeps the tag when the used credit changes'],
  ['machine-tag-of-old-state', 'updateMachine', 'answers with the tag from before the change'],
  ['reservation-without-head', 'getReservation', 'refuses HEAD'],
];

export const lists: readonly Row[] = [
  ['machines-pages-overlap', 'listMachines', 'starts a page with the last machine of the page before'],
  ['models-page-after-last', 'listModels', 'leads from a last page that is full to an empty one'],
  [
    'no-way-back-to-first-page',
    'listModels, listMachines, listCustomers, listReservations, listInvoices',
    'gives the second page no previous one',
  ],
  ['invoices-next-without-filters', 'listInvoices', 'drops filters, order and size in the address of the next page'],
  ['reservations-count-of-page', 'listReservations', 'counts the reservations of one page'],
  ['numbers-sorted-as-texts', 'listModels, listMachines, listCustomers, listReservations, listInvoices', 'sorts numbers as texts'],
  ['models-cheaper-only', 'listModels', 'leaves out models that cost just as much as asked for'],
  ['customers-search-by-case', 'listCustomers', 'finds a name only in its own upper and lower case'],
  ['running-machines-listed-as-free', 'listMachines', 'lists machines as free whose reservation is out'],
  ['first-state-only', 'listReservations', 'uses only the first of the states'],
  ['last-day-not-in-period', 'listReservations', 'leaves out reservations that end on the day'],
  ['due-before-with-its-day', 'listInvoices', 'lists invoices that are due on the day itself'],
];

export const accounts: readonly Row[] = [
  ['reservations-of-others-shown', 'getReservation', 'shows reservations of other companies'],
  ['reservations-of-others-cancelled', 'cancelReservation', 'cancels reservations of other companies'],
  ['customers-of-others-book', 'createReservation', 'books for customers of other companies'],
  ['yard-records-payments', 'recordPayment', 'lets the yard record payments'],
  ['password-not-compared', 'all operations', 'takes any password with a known name'],
  ['race-books-twice', 'createReservation', 'takes two reservations of the same days that are sent at once'],
];

export const secrets: readonly Row[] = [
  ['key-box-code-shown-again', 'getDepot', 'shows the code of the key box after the depot is made'],
  ['pin-shown-after-change', 'updateCustomer', 'shows the PIN of the portal'],
];
