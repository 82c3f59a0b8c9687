// The faults of the shelters.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['animal-name-41', 'createAnimal', 'A name may have 41 characters.'],
  ['chip-open-end', 'updateAnimal', 'A chip may have more than 15 digits, and anything after them.'],
  ['reference-email-any', 'createAdopter', 'The email address of a reference may be any text.'],
  ['feature-quiet-refused', 'putKennel', 'The feature quiet is refused.'],
  ['animal-note-null-refused', 'updateAnimal', 'A note that is null is refused.'],
  ['address-unknown-member', 'createAdopter', 'An address may have members that the document does not have.'],
  ['doses-of-61', 'createVisit', 'A medication may have 61 doses.'],
  ['kennel-code-small', 'getKennel, putKennel, deleteKennel', 'The code in the path may have small letters.'],
  ['limit-over-100', 'listKennels, listAnimals', 'A page may have up to 1000 entries.'],
  ['dry-run-any', 'moveAnimals', 'The header X-Dry-Run may have any value.'],
  ['donation-as-json', 'createDonation', 'A body in JSON is taken as well.'],
];

const sequences: readonly Row[] = [
  ['returned-stays-adopted', 'takeStep', 'An animal that is returned stays adopted.'],
  ['approve-uninspected', 'takeStep', 'An adoption with a home visit is approved without an inspection.'],
  ['handover-keeps-kennel', 'takeStep', 'An animal that is handed over stays in its kennel.'],
  ['unfit-keeps-adoption', 'createVisit', 'The open adoption of an animal that is found unfit stays open.'],
  ['return-without-note', 'takeStep', 'A return is taken without a note.'],
  ['history-newest-only', 'takeStep', 'The history has only the step that was taken last.'],
];

const rich: readonly Row[] = [
  ['caption-in-code-units', 'addPhoto', 'The length of a caption is counted in UTF-16 code units.'],
  ['empty-traits-ignored', 'updateAnimal', 'An empty list of traits leaves the old ones.'],
  ['bare-donor-empty', 'createDonation', 'A donor that is left out becomes an empty text.'],
  ['amount-32-bits', 'createDonation', 'The amount is kept in 32 bits.'],
];

const responses: readonly Row[] = [
  ['unfit-location', 'createVisit', 'Location of a visit with the outcome unfit lacks the animal.'],
  ['refused-without-reason', 'moveAnimals', 'A result that is refused for the species lacks its reason.'],
  ['empty-export-plain', 'exportDonations', 'An export without donations is sent as plain text.'],
];

const conditions: readonly Row[] = [
  ['only-new-ignored', 'putKennel', 'If-None-Match is ignored.'],
  ['tag-without-occupied', 'getKennel', 'The ETag does not change with the number of animals.'],
];

const lists: readonly Row[] = [
  ['total-of-all', 'listAnimals', 'The total counts animals that do not match the filters.'],
  ['names-by-case', 'listAnimals', 'Names that begin with a capital letter come before the others.'],
  ['species-first-only', 'listAnimals', 'Only the first of several species is searched for.'],
  ['free-with-full', 'listKennels', 'Full kennels are listed as free ones.'],
];

const accounts: readonly Row[] = [
  ['visits-of-all', 'getVisit', 'Visits of animals of other shelters can be read.'],
  ['adoption-at-once', 'createAdoption', 'Two adoptions of an animal are taken at once.'],
];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
