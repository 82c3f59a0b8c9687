// The faults of checks of values: what each one changes in the service's own copy of the document.
import { type Change, member, parameter, set, shared } from '../limits.ts';

const both =
  (...changes: readonly Change[]): Change =>
  (document) => {
    for (const change of changes) change(document);
  };

export const limits: Readonly<Record<string, Change>> = {
  'title-one-too-long': both(member('Application', 'title', { maxLength: 121 }), member('ApplicationPatch', 'title', { maxLength: 121 })),
  'tags-repeat': both(member('Application', 'tags', { uniqueItems: false }), member('ApplicationPatch', 'tags', { uniqueItems: false })),
  'person-email-any-text': member('Person', 'email', { format: undefined }),
  'registration-number-in-lower-case': member('Organisation', 'registrationNumber', { pattern: '^[A-Za-z]{2}[0-9]{6}$' }),
  'website-not-removable': member('OrganisationPatch', 'website', { type: 'string' }),
  'budget-line-of-nothing': member('BudgetLine', 'cents', { minimum: 0 }),
  'budget-line-of-half-a-cent': member('BudgetLine', 'cents', { type: 'number' }),
  'score-of-six': set('schemas.Review.properties.scores.additionalProperties', { maximum: 6 }),
  'checksum-of-any-length': member('Attachment', 'sha256', { pattern: '^[0-9a-f]+$' }),
  'file-name-with-folders': member('Attachment', 'fileName', { pattern: undefined }),
  'country-of-three-letters': member('Address', 'country', { pattern: '^[A-Z]{2,3}$' }),
  'theme-any-text': set('schemas.Programme.properties.themes.items', { pattern: undefined }),
  'criterion-without-weight': member('Criterion', 'weight', { minimum: 0 }),
  'take-any-number': shared('Take', { maximum: undefined }),
  'skip-below-zero': shared('Skip', { minimum: undefined }),
  'amount-filter-any-text': parameter('/applications', 'get', 'minRequestedCents', { type: ['integer', 'string'] }),
  'state-filter-any-text': parameter('/applications', 'get', 'state', { items: { type: 'string' } }),
  'acting-person-any-text': shared('ActingPerson', { format: undefined }),
  'project-days-any-text': both(
    member('Application', 'startsOn', { format: undefined }),
    member('ApplicationPatch', 'startsOn', { format: undefined }),
  ),
  'note-without-text': member('Note', 'text', { minLength: 0 }),
  'iban-of-spaces': set('schemas.Iban', { pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,30}$' }),
  'rejection-without-reason': set('schemas.Rejection', { required: ['outcome', 'decidedAt'] }),
};
