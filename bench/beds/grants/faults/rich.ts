// Faults of rich values: amounts, means, days and unions that must fit each other.
import type { Row } from '../../bed.ts';

export const rich: readonly Row[] = [
  ['own-share-requested', 'replaceBudget, getApplication', 'counts what the organisation pays itself as requested'],
  ['overhead-of-the-rest', 'replaceBudget', 'takes 15 % of the lines without overhead as the limit, and so refuses what is allowed'],
  ['scores-without-weights', 'writeReview', 'gives all criteria the same weight'],
  ['average-without-decimals', 'getApplication', 'cuts the decimals of the average'],
  ['instalments-of-another-sum', 'decideApplication', 'takes instalments with another sum than what is awarded'],
  ['instalments-on-one-day', 'decideApplication', 'takes two instalments on the same day'],
  ['rejection-without-reason', 'decideApplication', 'takes a rejection without a reason'],
  ['extension-of-any-length', 'requestChange', 'takes an extension of more than 365 days'],
  ['two-leads', 'createOrganisation, updateOrganisation', 'takes two people who lead'],
];
