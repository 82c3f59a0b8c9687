// Reads the address book of an account.

import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import type { FieldRow } from './tables.ts';

const bookOf = prepare((tables: Tables, given: Given<{ account: number }>) =>
  tables.selectFrom('g_books').selectAll().where('account', '=', given('account')),
);

const fieldsOf = prepare((tables: Tables, given: Given<{ account: number }>) =>
  tables.selectFrom('g_fields').selectAll().where('account', '=', given('account')).orderBy('position'),
);

/** The address book; `undefined` where the account has none. Its fields by their identifiers. */
export async function loadBook(tables: Tables, account: number) {
  const book = await bookOf.first(tables, { account });
  const fields: ReadonlyMap<number, FieldRow> = new Map((await fieldsOf.all(tables, { account })).map((field) => [field.id, field]));
  return { book, fields };
}
