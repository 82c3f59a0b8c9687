// Runs several statements at once.

import { type Kysely, sql } from 'kysely';
import { perEngine } from './per-engine.ts';

/** Runs statements without parameters one after another. To PostgreSQL, they go in one message. */
export async function runAll<Tables>(tables: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  const messages = perEngine(tables, {
    sqlite: () => statements,
    postgres: () => (statements.length === 0 ? [] : [statements.join(';\n')]),
  });
  for (const message of messages) await sql.raw(message).execute(tables);
}
