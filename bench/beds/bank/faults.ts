// The faults of the bank.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['key-moves-again', 'createTransfer', 'A request that is repeated with its key moves the money again.'],
  ['reversed-twice', 'reverseTransfer', 'A transfer can be reversed more than once.'],
  ['reversal-leaves-recipient', 'reverseTransfer', 'A reversal does not debit the recipient.'],
  ['reversed-counts-for-limit', 'createTransfer', 'A transfer that was reversed still counts for the limits.'],
  ['savings-unlimited', 'createTransfer', 'More than three transfers can leave a savings account in a month.'],
  ['limit-for-each-payment', 'payByCard', 'The daily limit of a card is compared with each payment alone.'],
  ['closed-account-cards-stay', 'closeAccount', 'The cards of an account stay as they are when it is closed.'],
  ['cancelled-orders-counted', 'createStandingOrder', 'Cancelled standing orders count for the limit of five.'],
  ['overdrawn-at-once', 'createTransfer', 'Transfers that arrive at once can take more than what is available.'],
];

const lists: readonly Row[] = [
  ['last-page-uncounted', 'listAccounts, listEntries', 'The last page is not counted if it is not full.'],
  ['balance-sorted-as-text', 'listAccounts', 'Balances are compared as texts.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [['amount-of-zero', 'createTransfer', 'A transfer of 0.00 is taken.']],
  sequences,
  'rich values': [],
  responses: [['statement-without-cards', 'createStatement', 'Card payments are missing in the total of what went out.']],
  conditions: [],
  lists,
  accounts: [['from-account-of-all', 'createTransfer', 'Money can be sent from accounts of other customers.']],
  secrets: [],
});
