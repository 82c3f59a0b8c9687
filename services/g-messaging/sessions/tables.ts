// Declares the rows of sessions: work that a request has begun and that jobs go on with.

import { integer, key, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const sessions = table('g_sessions', {
  id: key(text),
  account: integer,
  /** What it does, such as `contacts`. */
  kind: text,
  status: textOf<'IN_PROGRESS' | 'FINISHED' | 'ERROR'>(),
  total: integer,
  created: integer,
  updated: integer,
  failed: integer,
  created_at: integer,
});

export const sessionTables = [sessions] as const;

export type SessionRow = RowOf<typeof sessions>;
