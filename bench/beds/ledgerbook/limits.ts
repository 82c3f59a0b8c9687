// Faults of the server's copy of the document.
import { type Change, member, parameter, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'account-name-61': member('AccountCreate', 'name', { maxLength: 61 }),
  'code-open-end': member('AccountCreate', 'code', { pattern: '^[1-9][0-9]{3}' }),
  'tags-repeated': member('AccountUpdate', 'tags', { uniqueItems: false }),
  'line-with-more': whole('LineInput', { additionalProperties: true }),
  'date-of-no-calendar': member('EntryPost', 'date', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'reason-null': member('EntryReverse', 'reason', { type: ['string', 'null'] }),
  'budget-in-cents': member('BudgetSet', 'amount', { multipleOf: 1 }),
  'income-not-listed': parameter('/v1/accounts.list', 'get', 'kind', { enum: ['asset', 'liability', 'equity', 'expense'] }),
  'alert-percent-49': member('BudgetSet', 'alert_percent', { minimum: 49 }),
  'monthly-day-29': member('MonthlySchedule', 'day', { maximum: 29 }),
};
