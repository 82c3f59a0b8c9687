// Keeps the searches that users save to run them again. Only the user sees them.

import type { SavedSearch } from '@octavo/interfaces/b-microblog-v1';
import type { Deps, Tables } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { timestampOf } from '../rules/time.ts';
import { rows } from './store.ts';
import type { SavedSearchRow } from './tables.ts';

const MOST = 25;

/** The name of a search is the query itself. */
function showSearch({ id, query, created_at }: SavedSearchRow): SavedSearch {
  return { id: BigInt(id), id_str: String(id), name: query, query, position: null, created_at: timestampOf(created_at) };
}

const answer = (row: SavedSearchRow) => ({ status: 200 as const, body: showSearch(row) });

/** @throws {NotAllowed} for a search of somebody else */
async function requireSearch(tables: Tables, user_id: string, id: string): Promise<SavedSearchRow> {
  const row = await tables
    .selectFrom('b_saved_searches')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (row === undefined || String(row.id) !== id) throw new NotAllowed('no-object');
  return row;
}

export async function savedSearches({ store }: Deps, user_id: string) {
  const all = await rows.all(store.read, 'b_saved_searches', { user_id }, ['id']);
  return { status: 200 as const, body: all.map(showSearch) };
}

export async function savedSearch({ store }: Deps, user_id: string, id: string) {
  return answer(await requireSearch(store.read, user_id, id));
}

/** A query that is saved already is not saved twice. */
export async function saveSearch({ store, clock }: Deps, user_id: string, query: string) {
  const created_at = clock.now();
  const row = await store.write(async (tables) => {
    const all = await rows.all(tables, 'b_saved_searches', { user_id });
    const same = all.find((one) => one.query === query);
    if (same !== undefined) return same;
    if (all.length >= MOST) throw new NotAllowed('too-many-searches');
    const made = { id: await rows.nextId(tables, 'b_saved_searches'), user_id, query, created_at };
    // As in `addEdge`: with another one at the same time, PostgreSQL runs the unit again.
    await rows.insertMissing(tables, 'b_saved_searches', made);
    return made;
  });
  return answer(row);
}

export async function deleteSearch({ store }: Deps, user_id: string, id: string) {
  const row = await store.write(async (tables) => {
    const found = await requireSearch(tables, user_id, id);
    await rows.remove(tables, 'b_saved_searches', { id: found.id });
    return found;
  });
  return answer(row);
}
