// Reads and changes single rows.
import { rowsOf } from '../platform/rows.ts';
import type { IdentityTables } from './tables.ts';

export const { find, findBy, insert, insertMissing, changeAll } = rowsOf<IdentityTables>();
