// Faults of what one request leads to in the next.
import type { Row } from '../../bed.ts';

export const sequences: readonly Row[] = [
  [
    'overlap-by-start-only',
    'createAppointment, updateAppointment',
    'An appointment that starts before another one and reaches into it is not seen as taken.',
  ],
  ['no-appointment-right-after', 'createAppointment, updateAppointment', 'An appointment cannot start when another one ends.'],
  ['room-booked-twice', 'createAppointment, updateAppointment', 'A room can have two appointments at a time.'],
  ['cancelled-keeps-its-time', 'createAppointment, updateAppointment', 'The time of a cancelled appointment stays taken.'],
  ['moved-onto-another', 'updateAppointment', 'A move does not look whether the time is taken.'],
  ['move-collides-with-itself', 'updateAppointment', 'An appointment cannot move to a time that overlaps its old one.'],
  ['checked-in-still-moves', 'updateAppointment', 'An appointment that is checked in can still be changed.'],
  ['completed-without-check-in', 'moveAppointment', 'An appointment that is booked can be completed.'],
  ['inactive-practitioner-booked', 'createAppointment, updateAppointment', 'A practitioner who is not active can be booked.'],
  ['room-deleted-under-checked-in', 'deleteRoom', 'A room can be deleted while somebody is checked in.'],
  ['prescriptions-outlive-patient', 'deletePatient', 'The prescriptions of a deleted patient are still there.'],
  ['patient-deleted-with-debts', 'deletePatient', 'A patient can be deleted with an invoice that is not paid.'],
  ['license-checked-on-create-only', 'replacePractitioner', 'A replaced practitioner can get the license number of another one.'],
  ['room-name-minds-case', 'createRoom, updateRoom', 'A room can have the name of another one in other letters.'],
  ['idempotency-other-body', 'createAppointment, payInvoice', 'An idempotency key with another body gets the first answer.'],
  ['payment-key-ignored', 'payInvoice', 'A payment that is sent again with its key is recorded again.'],
  ['dispensed-once-too-often', 'dispense', 'A medicine can be handed out once more than its repeats allow.'],
  ['second-invoice', 'createInvoice', 'An appointment can have two invoices.'],
  ['payment-up-to-the-total', 'payInvoice', 'A payment may be as high as the total, whatever was paid before.'],
  ['put-keeps-hours', 'replacePractitioner', 'Working hours that are left out stay.'],
  ['patch-address-as-a-whole', 'updatePatient', 'A patch of one member of the address drops the others.'],
  ['coverage-keeps-old-members', 'putCoverage', 'Members of the coverage before stay.'],
  ['end-stays-when-length-changes', 'updateAppointment', 'The end stays if only the duration changes.'],
];
