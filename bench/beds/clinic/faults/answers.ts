// Faults of single answers, and of requests with conditions.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['room-created-without-location', 'createRoom', 'The answer has no Location.'],
  ['prescription-created-with-200', 'createPrescription', 'The status is 200.'],
  ['delete-room-answers-200', 'deleteRoom', 'The status is 200, with the room.'],
  ['not-found-without-fields', 'all operations', 'An error with 404 has no fields.'],
  ['conflict-with-own-code', 'all operations with 409', 'An error with 409 has a code that is not declared.'],
  ['balance-as-number', 'getInvoice, listInvoices, createInvoice', 'The balance is a number.'],
  ['payments-null-if-none', 'getInvoice, listInvoices, createInvoice', 'Payments are null if there are none.'],
  ['unknown-room-fails', 'createAppointment, updateAppointment', 'A room that is not there leads to 500.'],
];

export const conditions: readonly Row[] = [
  ['none-match-one-tag-only', 'getPatient, getPractitioner', 'If-None-Match with several ETags is not understood.'],
  ['not-modified-without-etag', 'getPatient, getPractitioner', 'An answer with 304 has no ETag.'],
  ['patch-without-if-match', 'updatePatient', 'A patch without If-Match is taken.'],
  ['put-ignores-if-match', 'replacePractitioner', 'An old ETag in If-Match is taken.'],
  ['patient-has-no-head', 'getPatient', 'HEAD is refused.'],
  ['coverage-keeps-etag', 'putCoverage', 'The ETag of a patient stays after a new coverage.'],
];
