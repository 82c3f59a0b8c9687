// Puts bookmarks into folders, and takes them out.

import type { Tables } from '../deps.ts';

/** Takes a post out of all folders of some users, within a unit of work. */
export async function takeFromFolders(tables: Tables, owners: readonly string[], post_id: string): Promise<void> {
  if (owners.length === 0) return;
  await tables
    .deleteFrom('b_foldered')
    .where('post_id', '=', post_id)
    .where('folder', 'in', (where) =>
      where
        .selectFrom('b_folders')
        .select('id')
        .where('owner', 'in', [...owners]),
    )
    .execute();
}
