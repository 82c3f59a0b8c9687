// Declares the rows of the balance of an account. Amounts are whole ten-thousandths of its currency.

import { integer, key, table, text } from '../../platform/store/table.ts';

/** A payment, or an expense, which is negative. The sum of all is the balance. */
const ledger = table(
  'g_ledger',
  { position: key(integer), account: integer, at: integer, type: text, amount: integer, description: text },
  { indexes: { listed: ['account', 'at', 'position'] } },
);

export const balanceTables = [ledger] as const;
