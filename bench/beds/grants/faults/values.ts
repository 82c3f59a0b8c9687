// Faults of values: what the checks of a request let through, or refuse without a reason.
import type { Row } from '../../bed.ts';

export const values: readonly Row[] = [
  ['title-one-too-long', 'createApplication, updateApplication', 'takes a title of 121 characters'],
  ['tags-repeat', 'createApplication, updateApplication', 'takes a tag twice'],
  ['person-email-any-text', 'createOrganisation, updateOrganisation', 'takes any text as the email address of a person'],
  ['registration-number-in-lower-case', 'createOrganisation', 'takes a registration number in lower case'],
  ['website-not-removable', 'updateOrganisation', 'refuses null for the website'],
  ['iban-of-spaces', 'createOrganisation, updateOrganisation', 'takes an IBAN with spaces'],
  ['budget-line-of-nothing', 'replaceBudget', 'takes a line of 0 cents'],
  ['budget-line-of-half-a-cent', 'replaceBudget', 'takes a line with a fraction of a cent'],
  ['score-of-six', 'writeReview', 'takes a score of 6'],
  ['checksum-of-any-length', 'addAttachment', 'takes a checksum of fewer or more than 64 digits'],
  ['file-name-with-folders', 'addAttachment', 'takes a file name with slashes'],
  ['country-of-three-letters', 'createOrganisation', 'takes a country of three letters in an address'],
  ['theme-any-text', 'createProgramme', 'takes a theme with spaces and capitals'],
  ['criterion-without-weight', 'createProgramme', 'takes a criterion of the weight 0'],
  ['take-any-number', 'all lists', 'takes more than 100 for `take`'],
  ['skip-below-zero', 'all lists', 'takes a negative `skip`'],
  ['amount-filter-any-text', 'listApplications', 'takes a text for `minRequestedCents`, and then finds nothing'],
  ['state-filter-any-text', 'listApplications', 'takes a state that does not exist as a filter'],
  ['acting-person-any-text', 'createApplication, submitApplication, createNote', 'takes an `Acting-Person` that is no email address'],
  ['project-days-any-text', 'createApplication, updateApplication', 'takes a first day that does not exist'],
  ['note-without-text', 'createNote', 'takes an empty text'],
  ['patch-of-any-media-type', 'updateOrganisation, updateApplication', 'takes a patch as application/json'],
];
