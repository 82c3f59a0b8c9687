// Reads the address book of an account.

import type { Tables } from '../deps.ts';
import { all, findBy } from '../store.ts';
import type { FieldRow } from './tables.ts';

/** The address book; `undefined` where the account has none. Its fields by their identifiers. */
export async function loadBook(tables: Tables, account: number) {
  const book = await findBy(tables, 'g_books', { account });
  const fields: ReadonlyMap<number, FieldRow> = new Map(
    (await all(tables, 'g_fields', { account }, ['position'])).map((field) => [field.id, field]),
  );
  return { book, fields };
}
