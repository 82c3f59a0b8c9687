// Faults that show in what one request does to another.
import type { Row } from '../../bed.ts';

export const sequences: readonly Row[] = [
  ['depot-closed-with-machines', 'deleteDepot', 'closes a depot that has machines'],
  ['put-merges-attributes', 'replaceModel', 'keeps attributes that the new body does not have'],
  ['serial-number-twice', 'createMachine', 'takes a serial number that another machine has'],
  ['null-leaves-note', 'updateMachine', 'keeps the note when the patch has null for it'],
  ['booked-machine-deleted', 'deleteMachine', 'deletes a machine that is booked'],
  ['failed-machine-available', 'finishMaintenanceJob, getMachine', 'makes a machine that failed available'],
  ['price-list-never-ends', 'createReservation', 'uses a price list after its last day'],
  ['vat-number-taken-over', 'updateCustomer', 'lets a customer take the VAT number of another one'],
  ['credit-without-running', 'getCustomer, createReservation', 'does not count reservations that are out as used credit'],
  ['blocked-customer-books', 'createReservation', 'books for a customer that is blocked'],
  ['week-from-eight-days', 'createReservation, updateReservation', 'has the price of a week only from eight days on'],
  ['shared-day-booked-twice', 'createReservation, updateReservation', 'lets a period start on the last day of another one'],
  ['cancelled-keeps-its-days', 'createReservation, updateReservation', 'refuses days that a cancelled reservation had'],
  ['moved-onto-another', 'updateReservation', 'moves a reservation onto days of another one'],
  ['reservation-in-its-own-way', 'updateReservation', 'refuses a change of days because of the reservation itself'],
  ['total-of-old-days', 'updateReservation', 'keeps the total when the days change'],
  ['running-reservation-cancelled', 'cancelReservation', 'cancels a reservation that is out'],
  ['pick-up-from-workshop', 'pickUpReservation', 'hands over a machine that is in maintenance'],
  ['returned-machine-stays-out', 'returnReservation, getMachine', 'leaves the machine out after the return'],
  ['returned-to-old-depot', 'returnReservation, getMachine', 'does not move the machine to the depot of the return'],
  ['first-extra-day-free', 'returnReservation, getInvoice', 'does not charge the first extra day'],
  ['payment-recorded-twice', 'recordPayment', 'records a payment again that is sent again'],
  ['invoice-overpaid', 'recordPayment', 'takes a payment of more than what is open'],
];
