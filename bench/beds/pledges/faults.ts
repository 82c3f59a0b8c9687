// The faults of the crowdfunding service.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['cancelled-place-kept', 'cancel-pledge', 'A pledge that is cancelled keeps its place of a limited reward.'],
  ['last-place-twice', 'make-pledge', 'Two pledges at once can both take the last place of a reward.'],
  ['switched-place-kept', 'change-pledge', 'A pledge that moves to another reward keeps the place of the old one too.'],
  ['backer-by-letter', 'make-pledge', 'An e-mail address in other upper and lower case counts as another backer.'],
  ['failed-not-refunded', 'finish-campaign', 'The pledges of a campaign that fails stay active.'],
  ['payouts-each-alone', 'pay-out', 'Earlier payouts are not taken off what can be paid out.'],
  ['refund-after-payout', 'refund-pledge', 'A pledge can be refunded although the money has been paid out.'],
  ['changed-amount-added', 'change-pledge', 'A new amount is added to what was raised without taking the old one off.'],
  ['goal-changed-while-live', 'change-campaign', 'Goal and currency of a live campaign can be changed.'],
];

const lists: readonly Row[] = [
  ['pages-rounded-down', 'list-campaigns, list-pledges', 'A last page that is not full is not counted.'],
  ['amounts-as-texts', 'list-pledges', 'Amounts are sorted as texts.'],
];

const values: readonly Row[] = [['limit-of-zero', 'add-reward', 'A limit of 0 places is taken.']];

const responses: readonly Row[] = [
  [
    'failed-without-time',
    'finish-campaign, show-campaign, list-campaigns',
    'A campaign that fails does not get the time when it was finished.',
  ],
];

const accounts: readonly Row[] = [['pledges-of-others', 'list-pledges', 'The pledges of campaigns of other platforms can be read.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': [],
  responses,
  conditions: [],
  lists,
  accounts,
  secrets: [],
});
