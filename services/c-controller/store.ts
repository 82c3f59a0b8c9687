// Reads and changes single rows.
import { rowsOf } from '../platform/rows.ts';
import type { ControllerTables } from './tables.ts';

export const { find, insert, put, remove } = rowsOf<ControllerTables>();
