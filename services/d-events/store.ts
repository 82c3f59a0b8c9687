// Reads and changes single rows.
import { rowsOf } from '../platform/rows.ts';
import type { EventsTables } from './tables.ts';

export const { find, findBy, insert, put, change, changeAll } = rowsOf<EventsTables>();
