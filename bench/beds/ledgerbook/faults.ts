// The faults of the books of clubs.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['account-name-61', 'createAccount', 'A name may have 61 characters.'],
  ['code-open-end', 'createAccount', 'A code may go on after its four digits.'],
  ['tags-repeated', 'updateAccount', 'A tag may come twice.'],
  ['line-with-more', 'postEntry, createTemplate', 'A line may have members that the document does not have.'],
  ['date-of-no-calendar', 'postEntry', 'A date may be one that the calendar does not have, such as the 30th of February.'],
  ['reason-null', 'reverseEntry', 'The reason may be null.'],
  ['budget-in-cents', 'setBudget', 'The amount may be other than whole euros.'],
  ['income-not-listed', 'listAccounts', 'The kind income is refused as a filter.'],
  ['alert-percent-49', 'setBudget', 'An alert may be at 49 percent.'],
  ['monthly-day-29', 'createTemplate', 'A monthly schedule may have day 29.'],
];

const sequences: readonly Row[] = [
  ['reversed-again', 'reverseEntry', 'An entry that is reversed can be reversed again.'],
  ['reversed-by-nothing', 'reverseEntry, getEntry', 'An entry that is reversed does not tell by which one.'],
  ['closed-in-any-order', 'closePeriod', 'A period can be closed while an earlier one is open.'],
  ['spent-of-all-years', 'setBudget, getBudget', 'What is spent counts entries of other years.'],
  ['archive-keeps-budgets', 'archiveAccount, getBudget', 'The budgets of an account that is archived stay.'],
  ['deleted-name-stays', 'deleteTemplate, createTemplate', 'The name of a deleted template stays taken.'],
  ['key-without-comparison', 'createAccount, postEntry, runTemplate', 'A key with other arguments gets the first answer.'],
  ['opening-with-first-day', 'statement', 'The opening balance counts the lines of the first day.'],
];

const rich: readonly Row[] = [
  ['empty-memo-null', 'postEntry, createTemplate', 'An empty memo becomes null.'],
  ['metadata-merged', 'updateAccount', 'Metadata are merged with the old ones.'],
  ['yearly-each-month', 'runTemplate', 'A yearly schedule has its day in each month.'],
];

const responses: readonly Row[] = [
  ['unbalanced-without-field', 'postEntry, createTemplate', 'The error not_balanced lacks its field.'],
  ['closed-at-local', 'closePeriod, listPeriods', 'The time at which a period was closed has no offset.'],
  ['last-cursor-empty', 'listAccounts, listEntries', 'The last page has an empty text as its next cursor.'],
];

const conditions: readonly Row[] = [
  ['tag-without-balance', 'getAccount', 'The ETag does not change with the lines of the account.'],
  ['stale-is-changed', 'updateAccount', 'An account is changed although the answer is 412.'],
  ['head-without-tag', 'getAccount', 'HEAD lacks the ETag.'],
];

const lists: readonly Row[] = [
  ['to-is-excluded', 'listEntries', 'Entries of the last day are left out.'],
  ['day-by-number', 'listEntries', 'The newest entries of a day come last.'],
  ['cursor-after-full-page', 'listAccounts, listEntries', 'A last page that is full has a next cursor.'],
  ['total-with-archived', 'listAccounts', 'The total counts archived accounts that are not listed.'],
];

const accounts: readonly Row[] = [['auditor-sees-contacts', 'listAccounts', 'Auditors see the contact addresses in the list.']];

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
