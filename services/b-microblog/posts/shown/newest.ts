// Finds the newest posts of users.

import type { Tables } from '../../deps.ts';
import type { Sights } from '../sight.ts';
import { latestOf } from '../store.ts';

/** The identifiers of the newest posts, by their authors; without users whose posts the viewer does not see. */
export async function newestPostsOf(tables: Tables, sights: Sights): Promise<ReadonlyMap<string, string>> {
  const users = [...sights.authors.keys()].filter((author) => sights.of({ author, is_for_subscribers: false }) === 'seen');
  return new Map((await latestOf(tables, users)).map(({ author, id }) => [author, id]));
}
