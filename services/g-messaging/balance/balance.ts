// Reads the balance of an account, and pays for messages.

import type { Balance, BalanceChange, GetAccountBalanceHistoryInput } from '@octavo/interfaces/g-messaging';
import { refuse } from '@octavo/runtime';
import { nextPosition } from '../../platform/work/positions.ts';
import type { Tables, Unit } from '../deps.ts';
import { addTo, insert } from '../store.ts';
import { readDays, timeText } from '../times.ts';
import { type ExpenseType, PRICES, UNITS } from './rules.ts';

function accountRow(tables: Tables, account: number) {
  return tables.selectFrom('g_accounts').selectAll().where('id', '=', account).executeTakeFirstOrThrow();
}

export async function readBalance(tables: Tables, account: number): Promise<Balance> {
  const { balance, credit, currency, bonus_emails, bonus_smses } = await accountRow(tables, account);
  return {
    currentBalance: balance / UNITS,
    creditLimit: credit / UNITS,
    currency,
    bonusEmails: bonus_emails,
    bonusSmses: bonus_smses,
  };
}

/** The payments and expenses of some days, by default of the last month, the newest first. @throws the refusal 400 for days in the wrong order */
export async function balanceHistory(
  { tables, at }: Pick<Unit, 'tables' | 'at'>,
  account: number,
  query: GetAccountBalanceHistoryInput['query'] = {},
): Promise<BalanceChange[]> {
  const { from, to } = readDays(query.from, query.to, at);
  const { currency } = await accountRow(tables, account);
  const rows = tables.selectFrom('g_ledger').selectAll().where('account', '=', account).where('at', '>=', from).where('at', '<', to);
  const found = await rows.orderBy('at', 'desc').orderBy('position', 'desc').execute();
  return found.map((row) => ({
    date: timeText(row.at),
    amount: row.amount / UNITS,
    currency,
    type: row.type,
    description: row.description,
  }));
}

/** The column of the pieces that are free of charge. */
const BONUS = { EMAIL: 'bonus_emails', SMS: 'bonus_smses', VIBER: undefined } as const satisfies Record<ExpenseType, string | undefined>;

/**
 * Pays for some pieces, those that are free of charge first. Units of work take turns, so nothing is paid for twice.
 * @returns how many pieces were not free
 * @throws the refusal 400 where the balance and the credit cannot pay
 */
export async function pay(unit: Unit, account: number, type: ExpenseType, pieces: number, description: string): Promise<number> {
  if (pieces === 0) return 0;
  const row = await accountRow(unit.tables, account);
  const column = BONUS[type];
  const free = column === undefined ? 0 : Math.min(row[column], pieces);
  const cost = (pieces - free) * PRICES[type];
  if (row.balance + row.credit < cost)
    throw refuse(400, {
      code: 'not-enough-money',
      detail: `The balance of ${row.balance / UNITS} ${row.currency} cannot pay ${cost / UNITS}.`,
    });
  await book(unit, account, type, { bonus: -free, money: -cost }, description);
  return pieces - free;
}

/** For how many pieces the balance, the credit and what is free of charge can pay. */
export async function piecesLeft(tables: Tables, account: number, type: ExpenseType): Promise<number> {
  const row = await accountRow(tables, account);
  const column = BONUS[type];
  return (column === undefined ? 0 : row[column]) + Math.floor((row.balance + row.credit) / PRICES[type]);
}

/** Gives back what was paid for pieces that were not sent. @param paid how many of them were not free */
export async function giveBack(
  unit: Unit,
  account: number,
  type: ExpenseType,
  { pieces, paid }: { readonly pieces: number; readonly paid: number },
  description: string,
): Promise<void> {
  await book(unit, account, type, { bonus: pieces - paid, money: paid * PRICES[type] }, description);
}

/** Changes the balance, with the row that says why. */
async function book(
  { tables, at }: Unit,
  account: number,
  type: ExpenseType,
  { bonus, money }: { readonly bonus: number; readonly money: number },
  description: string,
): Promise<void> {
  const column = BONUS[type];
  await addTo(tables, 'g_accounts', account, { balance: money, ...(column && { [column]: bonus }) });
  if (money === 0) return;
  await insert(tables, 'g_ledger', { position: nextPosition(), account, at, type, amount: money, description });
}
