// Reads and changes single rows.
import { rowsOf } from '../../platform/rows.ts';
import { notFound } from '../problems.ts';
import { type InstalmentsTables, tables } from '../tables.ts';

export const { find, requireRow, all, among, insert, add, change, changeAll, remove, revise } = rowsOf<InstalmentsTables>(
  tables,
  (table, id) =>
    // `f_payments` has payments.
    notFound(table.slice('f_'.length, -'s'.length), id),
);
