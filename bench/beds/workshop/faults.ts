// The faults of the workshop.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['plate-as-written', 'addVehicle, changeVehicle', 'Plates are compared with their spaces, hyphens and upper and lower case.'],
  ['second-job-booked', 'bookJob, moveJob', 'A vehicle that has a booked job can be booked again.'],
  ['started-on-open-quote', 'moveJob', 'Work can be started once the job has any quote, accepted or not.'],
  ['older-quote-stays-open', 'quoteJob', 'A new quote leaves the older one open.'],
  ['cancelled-keeps-parts', 'moveJob', 'The parts of a cancelled job stay reserved.'],
  ['finished-keeps-parts', 'moveJob', 'Parts that were reserved but not used stay reserved when the job is done.'],
  ['overrun-per-line', 'logLine', 'Each line by itself is compared with the quote, not all lines together.'],
  ['finished-car-forgotten', 'deleteCustomer', 'A customer is deleted although a finished car has not been collected.'],
  ['last-part-twice', 'decideQuote', 'Two quotes that are accepted at once can both reserve the last part.'],
];

const lists: readonly Row[] = [
  ['low-by-on-hand', 'listParts', 'The filter low looks at what is on hand, reserved or not.'],
  ['names-in-byte-order', 'listCustomers', 'Names in lower case are sorted behind all others.'],
];

const values: readonly Row[] = [['labour-of-no-time', 'quoteJob, logLine', 'Labour of 0 minutes is taken.']];

const responses: readonly Row[] = [
  ['quarters-to-the-nearest', 'quoteJob, logLine', 'Labour is billed by the nearest quarter of an hour, not by each started one.'],
];

const accounts: readonly Row[] = [['mechanic-decides', 'decideQuote', 'A mechanic can accept and decline quotes.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': [],
  responses,
  conditions: [],
  lists,
  accounts,
  secrets: [],
});
