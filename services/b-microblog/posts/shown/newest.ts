// Finds the newest posts of users.

import type { Tables } from '../../deps.ts';
import { type Sights, sightsOf } from '../sight.ts';
import { latestOf } from '../store.ts';

/** The identifiers of the newest posts, by their authors; without those that the viewer does not see. */
export async function newestPostsOf(tables: Tables, viewer: string | undefined, sights: Sights): Promise<ReadonlyMap<string, string>> {
  const users = [...sights.authors.keys()].filter((author) => sights.of({ author, is_for_subscribers: false }) === 'seen');
  const found = await latestOf(tables, users);
  const reposts = found.filter(({ reposted }) => reposted !== null);
  const others = reposts.length === 0 ? sights : await sightsOf(tables, viewer, reposts);
  const seen = found.filter((post) => post.reposted === null || others.of(post) === 'seen');
  return new Map(seen.map(({ author, id }) => [author, id]));
}
