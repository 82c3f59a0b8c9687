// Faults of values.
import type { Row } from '../../bed.ts';

export const values: readonly Row[] = [
  ['depot-name-one-longer', 'createDepot', 'takes a name of 61 characters'],
  ['holidays-repeated', 'createDepot', 'takes the same holiday twice'],
  ['hour-25', 'createDepot', 'takes 25:00 as a time'],
  ['depot-closes-before-it-opens', 'createDepot', 'does not compare the two times'],
  [
    'country-in-small-letters',
    'createDepot, createCustomer, updateCustomer, createReservation, updateReservation',
    'takes "de" as a country',
  ],
  [
    'latitude-beyond-the-pole',
    'createDepot, createCustomer, updateCustomer, createReservation, updateReservation',
    'takes a latitude of 91',
  ],
  ['serial-number-of-three', 'createMachine', 'takes a serial number of three characters'],
  ['quarter-hours', 'updateMachine, returnReservation', 'takes hours with a quarter'],
  ['weight-of-nothing', 'createModel, replaceModel', 'takes a weight of 0'],
  ['licence-as-text', 'createModel, replaceModel', 'takes a text where the schema has true or false'],
  ['contact-email-not-checked', 'createCustomer, updateCustomer', 'takes any text as the email of a contact'],
  ['contact-without-roles', 'createCustomer, updateCustomer', 'takes a contact with an empty list of roles'],
  ['customer-name-null', 'updateCustomer', 'takes null as the name'],
  ['reservation-with-anything', 'createReservation', 'takes members that the schema does not have'],
  ['no-accessories', 'createReservation, updateReservation', 'takes an accessory with a quantity of 0'],
  ['note-of-501', 'createReservation', 'takes a note of 501 characters'],
  ['period-of-91-days', 'createReservation, updateReservation', 'takes a period of 91 days'],
  ['booked-in-the-past', 'createReservation, updateReservation', 'takes a period that starts before today'],
  ['damage-that-earns', 'returnReservation', 'takes a damage with a cost below 0'],
  ['payment-of-nothing', 'recordPayment', 'takes an amount of 0'],
  ['page-size-of-101', 'listModels, listMachines, listCustomers, listReservations, listInvoices', 'takes a page size of 101'],
  ['machines-any-order', 'listMachines', 'takes any text as an order'],
  ['request-id-of-any-form', 'all operations', 'takes a Request-Id that is no UUID'],
  ['any-media-type', 'all operations with a body', 'takes a body of any media type'],
];

export const richValues: readonly Row[] = [
  ['electric-without-voltage', 'createModel, replaceModel', 'takes electric power without its voltage'],
  ['voltage-110', 'createModel, replaceModel', 'takes a voltage that is not in the list'],
  ['diesel-with-voltage', 'createModel, replaceModel', 'takes diesel power with members of another kind'],
  ['iban-not-checked', 'recordPayment', 'takes any text as the IBAN of a transfer'],
  ['attributes-of-any-type', 'createModel, replaceModel', 'takes attributes that are no texts'],
  ['thirteen-attributes', 'createModel, replaceModel', 'takes one attribute more than the most'],
  ['model-name-trimmed', 'createModel', 'cuts spaces off the ends of a name'],
  ['method-without-details', 'recordPayment, getInvoice', 'keeps only the type of a method of payment'],
];
