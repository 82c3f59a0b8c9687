// Faults of answers, conditions, lists, accounts and secrets.
import type { Row } from '../../bed.ts';

export const responses: readonly Row[] = [
  ['draft-without-location', 'createApplication', 'answers without a Location'],
  ['decision-without-time', 'decideApplication, getApplication', 'leaves out when it was decided'],
  ['paid-amount-as-text', 'getGrant, listGrants', 'shows what was paid as a text'],
  ['conflict-without-code', 'submitApplication and others', 'leaves out the code of a conflict'],
  ['invalid-without-fields', 'createOrganisation and others', 'leaves out which values are wrong'],
  ['patch-keeps-time', 'updateOrganisation', 'does not change the time of the last change'],
  ['no-challenge', 'all operations', 'refuses a wrong token without WWW-Authenticate'],
];

export const conditions: readonly Row[] = [
  ['budget-outside-of-tag', 'replaceBudget, getApplication', 'gives a draft with another budget the same tag'],
  ['patch-ignores-tag', 'updateApplication', 'ignores If-Match'],
  ['delete-ignores-tag', 'deleteOrganisation', 'ignores If-Match'],
  ['known-application-sent', 'getApplication', 'ignores If-None-Match'],
  ['not-modified-without-tag', 'getApplication', 'answers 304 without an ETag'],
  ['grant-without-head', 'getGrant', 'refuses HEAD'],
];

export const lists: readonly Row[] = [
  ['total-of-the-part', 'all lists', 'counts only the things of the part'],
  ['next-after-full-part', 'all lists', 'names a next part after a last one that is full'],
  ['last-part-empty', 'all lists', 'names an empty part as the last one where the parts are full'],
  ['links-without-filters', 'all lists', 'leaves the filters out of the links'],
  ['grants-from-the-lowest-on', 'listGrants', 'ignores the minus of `sort`'],
  ['amounts-sorted-as-texts', 'listApplications', 'sorts requested amounts as texts'],
  ['first-state-only', 'listApplications', 'ignores all states of the filter but the first'],
  ['most-excluded', 'listApplications', 'leaves out applications for exactly `maxRequestedCents`'],
  ['deleted-in-list', 'listOrganisations', 'lists deleted organisations without being asked'],
  ['part-of-name-by-case', 'listOrganisations', 'finds a part of a name only in the same case'],
  ['paid-instalment-due', 'listGrants', 'counts paid instalments as due'],
];

export const accounts: readonly Row[] = [
  ['application-of-any-foundation', 'getApplication', 'shows applications of other foundations'],
  ['grants-of-all-foundations', 'listGrants', 'lists grants of other foundations'],
  ['conflict-in-another-foundation', 'createReviewer', 'takes a conflict of interest with an organisation of another foundation'],
  ['decided-by-assistant', 'decideApplication', 'lets an assistant decide'],
  ['deleted-by-assistant', 'deleteOrganisation', 'lets an assistant delete an organisation'],
  ['one-request-twice-at-once', 'recordTransaction', 'records a request twice that comes twice at once'],
];

export const secrets: readonly Row[] = [
  ['iban-shown', 'getOrganisation, listOrganisations and others', 'shows the IBAN'],
  ['iban-in-error', 'createOrganisation, updateOrganisation', 'repeats the body with the IBAN in an error'],
];
