// Faults of the values that the clinic service takes.
import type { Row } from '../../bed.ts';

export const values: readonly Row[] = [
  ['family-name-empty', 'createPatient', 'An empty family name is taken.'],
  ['license-not-to-the-end', 'createPractitioner, replacePractitioner', 'A license number may have more after its six digits.'],
  ['slot-of-any-minutes', 'createPractitioner, replacePractitioner', 'Slots may be 7 minutes long.'],
  ['lowest-floor-refused', 'createRoom', 'The floor -2 is refused.'],
  ['room-unknown-members-taken', 'updateRoom', 'Members that rooms do not have are taken, and kept.'],
  ['phone-without-plus', 'createPatient', 'A phone number may lack its plus sign.'],
  ['email-null-refused', 'updatePatient', 'The email address cannot be cleared with null.'],
  ['birth-date-any-text', 'updatePatient', 'A birth date may be any text.'],
  ['severity-any-word', 'createPatient, updatePatient', 'The severity of an allergy may be any word.'],
  ['copay-above-hundred', 'putCoverage', 'A patient may pay more than 100 percent.'],
  ['dose-of-nothing', 'createPrescription', 'A dose may have the amount 0.'],
  ['repeats-as-text', 'createPrescription', 'Repeats may be a text with digits.'],
  ['duration-above-limit', 'createAppointment', 'An appointment may last 245 minutes.'],
  ['quantity-limit-refused', 'createInvoice', 'The quantity 99 is refused.'],
  ['limit-above-hundred', 'all lists', 'A page may have more than 100 things.'],
  ['offset-below-zero', 'all lists', 'An offset below 0 is taken.'],
  ['idempotency-key-too-short', 'createAppointment, payInvoice', 'An idempotency key of one character is taken.'],
  ['status-filter-any-word', 'listInvoices', 'The filter by status takes any word.'],
  ['languages-repeat', 'createPractitioner, replacePractitioner', 'A language may be there twice.'],
  ['practitioner-email-any-text', 'createPractitioner, replacePractitioner', 'An email address may be any text.'],
  ['name-limit-in-bytes', 'createPractitioner, replacePractitioner', 'The limit of a name counts bytes.'],
  ['patch-as-plain-json', 'updatePatient', 'A patch may be sent as application/json.'],
  ['physiotherapist-prescribes', 'createPrescription', 'A physiotherapist may prescribe.'],
  ['prescription-ends-before-it-starts', 'createPrescription', 'A prescription may end before it starts.'],
  ['allergy-minds-case', 'createPrescription', 'An allergy in other letters than the medicine is not seen.'],
];

export const richValues: readonly Row[] = [
  ['offset-of-start-dropped', 'createAppointment, updateAppointment', 'The offset of a start is dropped.'],
  ['line-cents-cut', 'createInvoice', 'The cents of some prices are cut, as binary fractions have them.'],
  ['half-cents-cut', 'createInvoice', 'A discount is rounded down.'],
  ['label-names-in-lower-case', 'createPatient', 'The names of labels come back in lower case.'],
  ['copay-zero-lost', 'putCoverage', 'A copay of 0 percent is lost.'],
  ['name-in-latin-letters-only', 'createPractitioner', 'Letters that are not Latin are broken in a name.'],
  ['reminders-sorted-as-texts', 'createAppointment', 'Reminders come back sorted as texts.'],
  ['total-with-comma', 'createInvoice', 'A total from 1000 euros on has a comma.'],
];
