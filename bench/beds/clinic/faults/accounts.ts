// Faults of who may do and see what.
import type { Row } from '../../bed.ts';

export const accounts: readonly Row[] = [
  ['desk-prescribes', 'createPrescription', 'The desk can prescribe.'],
  ['desk-changes-rooms', 'updateRoom', 'The desk can change rooms.'],
  ['deleted-key-works', 'deleteKey', 'A deleted key still works.'],
  ['bookings-race', 'createAppointment', 'Two requests at once can book the same time.'],
  ['prescriptions-of-another-clinic-shown', 'listPrescriptions', 'The prescriptions of a patient of another clinic are shown.'],
  ['patient-of-another-clinic-booked', 'createAppointment, updateAppointment', 'A patient of another clinic can be booked.'],
];

export const secrets: readonly Row[] = [
  ['national-id-shown', 'createPatient, getPatient, listPatients', 'The national id of a new patient is shown.'],
  ['unknown-key-repeated', 'all operations', 'The error about an unknown key repeats it.'],
];
