// Faults of sequences: what one request should change for another one.
import type { Row } from '../../bed.ts';

export const sequences: readonly Row[] = [
  ['submitted-after-closing', 'submitApplication', 'submits an application after its round has closed'],
  ['second-application-in-round', 'submitApplication', 'submits a second application of an organisation in a round'],
  ['withdrawn-application-counts', 'submitApplication', 'refuses another application after the first one was withdrawn'],
  ['submitted-application-edited', 'updateApplication', 'changes an application that is no draft'],
  ['budget-lines-added', 'replaceBudget', 'adds the lines to those that the draft had'],
  ['withdrawn-after-decision', 'withdrawApplication', 'withdraws an application that was decided on'],
  ['registration-number-twice', 'createOrganisation', 'takes a registration number that another organisation has'],
  ['restored-number-twice', 'restoreOrganisation', 'restores an organisation whose registration number was taken'],
  ['applicant-deleted', 'deleteOrganisation', 'deletes an organisation that has an application'],
  ['deleted-organisation-applies', 'createApplication', 'starts an application of a deleted organisation'],
  ['null-ignored-by-patch', 'updateOrganisation', 'keeps the website that a patch removes'],
  ['address-replaced-by-patch', 'updateOrganisation', 'loses the members of the address that a patch does not have'],
  ['rounds-share-a-day', 'createRound', 'lets a round open on the last day of another one'],
  ['review-despite-conflict', 'writeReview', 'takes the review of a reviewer with a conflict of interest'],
  ['replaced-review-stays', 'writeReview', 'keeps the review that another one replaces'],
  ['decided-without-review', 'decideApplication', 'decides on an application without a review'],
  ['round-overspent', 'decideApplication', 'awards more than what remains of the budget of the round'],
  ['repayment-stays-committed', 'recordTransaction, getProgramme', 'does not give repaid amounts back to the budget of the round'],
  ['paid-before-report', 'recordTransaction', 'pays an instalment that waits for a report'],
  ['repeated-request-booked', 'recordTransaction', 'records a repayment a second time that is sent again'],
  [
    'request-id-with-other-content',
    'recordTransaction',
    'answers a request with a used `requestId` and other content as if it was the same',
  ],
  ['returned-report-releases', 'assessReport', 'makes an instalment payable when its report is returned'],
  ['refused-change-made', 'resolveChange', 'makes a change that was refused'],
];
