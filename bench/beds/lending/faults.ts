// The faults of the lending desk.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const sequences: readonly Row[] = [
  ['set-aside-lent', 'lendCopy', 'A copy that is set aside is lent to anybody.'],
  ['last-hold-first', 'returnLoan, addCopy, cancelHold', 'A copy is set aside for the borrower who came last.'],
  ['cancelled-copy-to-shelf', 'cancelHold, closeBorrower', 'The copy of a hold that is cancelled becomes available although others wait.'],
  ['renewed-while-awaited', 'renewLoan', 'A loan is renewed although somebody waits for the title.'],
  ['returned-loans-counted', 'lendCopy', 'Books that were brought back count for the limit of a borrower.'],
  ['late-from-first-due-day', 'returnLoan', 'A renewed book is fined as though it had not been renewed.'],
  ['closed-email-taken', 'closeBorrower, enrolBorrower', 'The address of an account that was closed stays taken.'],
  ['holds-of-closed-left', 'closeBorrower', 'The holds of an account that is closed stay in their queues.'],
  ['copy-lent-twice-at-once', 'lendCopy', 'A copy is lent to two borrowers at once.'],
];

const lists: readonly Row[] = [
  ['titles-by-case', 'listTitles', 'Titles that begin with a small letter come after all others.'],
  ['next-after-full-page', 'listTitles, listLoans', 'The last page has a link to the next one if it is full.'],
];

export const faults: readonly Fault[] = faultsOf({
  values: [['any-check-digit', 'putTitle', 'The check digit of an ISBN is not checked.']],
  sequences,
  'rich values': [],
  responses: [],
  conditions: [['added-again', 'putTitle', 'If-None-Match is ignored.']],
  lists,
  accounts: [['volunteer-waives', 'settleFine', 'A volunteer can waive a fine.']],
  secrets: [],
});
