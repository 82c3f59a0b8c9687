// Puts bookmarks into folders, and takes them out.

import { refuse } from '@octavo/runtime';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows } from '../people/store.ts';
import { hasEdge } from '../relations.ts';
import { nextPlace } from '../rules/identifiers.ts';

/**
 * Puts a bookmark into the folder with a name, which is made if its owner has none.
 * @returns the identifier of the folder
 * @throws the refusal 409 where the user has not bookmarked the post
 */
export async function putInFolder({ store, clock, ids }: MicroblogPlatform, owner: string, post_id: string, name: string): Promise<string> {
  const now = clock.now();
  const made = newIdentifier(ids, now);
  return store.write(async (tables) => {
    if (!(await hasEdge(tables, 'bookmark', owner, post_id)))
      throw refuse(409, { detail: `The user has not bookmarked the post ${post_id}.` });
    const folders = await rows.all(tables, 'b_folders', { owner }, ['seq']);
    const found = folders.find((folder) => folder.name === name);
    const folder = found?.id ?? made;
    if (found === undefined) await rows.insert(tables, 'b_folders', { id: made, owner, name, seq: nextPlace(now, folders.at(-1)?.seq) });
    const inside = await rows.all(tables, 'b_foldered', { folder }, ['seq']);
    if (!inside.some((row) => row.post_id === post_id))
      await rows.insert(tables, 'b_foldered', { folder, post_id, owner, seq: nextPlace(now, inside.at(-1)?.seq) });
    return folder;
  });
}

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
