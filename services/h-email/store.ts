// Reads and changes single rows.
import { rowsOf } from '../platform/rows.ts';
import type { EmailTables } from './tables.ts';

export const { find, findBy, insert, insertMissing, change, changeAll, remove, nextId } = rowsOf<EmailTables>();
