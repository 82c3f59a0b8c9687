// Makes the files of data exports in the background.

import type { NewDataExport } from '@octavo/interfaces/f-instalments';
import { sql } from 'kysely';
import { csv } from '../platform/csv.ts';
import { isOf } from '../platform/payload.ts';
import type { Platform } from '../platform/service.ts';
import type { Tables, Unit } from './deps.ts';
import { record } from './events.ts';
import { listedAs } from './identifiers.ts';
import { refusedValue } from './problems.ts';
import { rangeOf, SECOND } from './rules/dates.ts';
import { add, change, find } from './store/rows.ts';
import type { InstalmentsTables, Row } from './tables.ts';

/** How long it takes until the files are there. */
const WORK = 88 * SECOND;

const EXPORT = { service: 'f-instalments', name: 'write-export', accepts: isOf({ id: 'string' }) };

export function handleExports(deps: Platform<InstalmentsTables>): void {
  deps.due.handle(EXPORT, async ({ at, payload: { id } }, tables) => {
    const row = await find(tables, 'f_exports', id);
    if (row === undefined || row.file !== null) return;
    await change(tables, 'f_exports', id, { file: await fileOf(tables, row), updated_at: at });
    await record({ deps, tables, at }, row.shop, [{ type: 'data_export.completed', data: { data_export: id, type: row.type } }]);
  });
}

/** @throws the refusal 400 for a range that ends before it begins */
export async function createExport({ deps, tables, at }: Unit, shop: string, given: NewDataExport): Promise<Row<'f_exports'>> {
  const { from: start_at = null, to: end_at = null } = rangeOf(given);
  if (start_at !== null && end_at !== null && end_at < start_at) {
    throw refusedValue('range_backwards', given.end === undefined ? '/body/end_date' : '/body/end', 'must not be before the start');
  }
  const { type, payout = null, include_child_accounts = false, custom_fields = null } = given;
  const asked = { type, start_at, end_at, payout, include_child_accounts, custom_fields };
  const row = await add(tables, 'f_exports', { ...listedAs(deps, 'export', shop, at), ...asked, updated_at: at });
  await deps.due.schedule(tables, EXPORT, { at: at + WORK, payload: { id: row.id } });
  return row;
}

function fileOf(tables: Tables, row: Row<'f_exports'>): Promise<string> {
  return row.type === 'payments' ? paymentsFile(tables, row) : accountingFile(tables, row);
}

async function paymentsFile(tables: Tables, { shop, start_at, end_at, custom_fields }: Row<'f_exports'>): Promise<string> {
  const found = await tables
    .selectFrom('f_payments')
    .selectAll()
    .where('shop', '=', shop)
    .where(inRange(start_at, end_at))
    .orderBy('position')
    .execute();
  const fields = (custom_fields ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  const lines = found.map((one) => {
    const { custom_data = {} } = one.details;
    const own = fields.map((name) => (Object.hasOwn(custom_data, name) ? textOf(custom_data[name]) : ''));
    const { id, created_at, state, purchase_amount, customer_fee, installments_count, refunded_amount } = one;
    return [id, isoOf(created_at), state, purchase_amount, customer_fee, installments_count, refunded_amount, ...own];
  });
  const header = ['payment', 'created', 'state', 'purchase_amount', 'customer_fee', 'installments_count', 'refunded_amount', ...fields];
  return csv([header, ...lines]);
}

/** All entries of a range, or those of a payout: what was entered since the payout before it, and itself. */
async function accountingFile(tables: Tables, { shop, start_at, end_at, payout: wanted }: Row<'f_exports'>): Promise<string> {
  const ofShop = tables.selectFrom('f_transactions').selectAll().where('shop', '=', shop).orderBy('position');
  const found = await ofShop.where(inRange(start_at, end_at)).execute();
  const payouts = wanted === null ? [] : await ofShop.where('type', '=', 'payout').execute();
  const index = payouts.findIndex(({ payout }) => payout === wanted);
  const [last, before] = [payouts[index]?.position ?? 0, payouts[index - 1]?.position ?? 0];
  const own = wanted === null ? found : found.filter(({ position }) => position <= last && position > before);
  const lines = own.map(({ id, created_at, type, amount, payment, refund, payout }) => {
    return [id, isoOf(created_at), type, amount, 'EUR', payment ?? '', refund ?? '', payout ?? ''];
  });
  return csv([['transaction', 'created', 'type', 'amount', 'currency', 'payment', 'refund', 'payout'], ...lines]);
}

/** Rows that were made in a range; null: open. */
function inRange(start: number | null, end: number | null) {
  return sql<boolean>`created_at between ${start ?? Number.MIN_SAFE_INTEGER} and ${end ?? Number.MAX_SAFE_INTEGER}`;
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
