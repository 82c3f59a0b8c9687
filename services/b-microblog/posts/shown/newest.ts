// Finds the newest posts of users.

import { type Given, prepare } from '../../../platform/store/prepare.ts';
import type { Tables } from '../../deps.ts';
import type { Sights } from '../sight.ts';

const newestOf = prepare((tables: Tables, given: Given<{ users: readonly string[] }>) =>
  tables
    .selectFrom('b_users')
    .select((user) => [
      'b_users.id as author',
      user
        .selectFrom('b_posts')
        .select('b_posts.id')
        .whereRef('b_posts.author', '=', 'b_users.id')
        .where('b_posts.is_newest', '=', true)
        .where('b_posts.is_nullcast', '=', false)
        .where('b_posts.is_for_subscribers', '=', false)
        .orderBy('b_posts.seq', 'desc')
        .limit(1)
        .as('id'),
    ])
    .where('b_users.id', 'in', given.list('users')),
);

/** The identifiers of the newest posts, by their authors; without users whose posts the viewer does not see. */
export async function newestPostsOf(tables: Tables, sights: Sights): Promise<ReadonlyMap<string, string>> {
  const users = [...sights.authors.keys()].filter((author) => sights.of({ author, is_for_subscribers: false }) === 'seen');
  if (users.length === 0) return new Map();
  const found = await newestOf.all(tables, { users });
  return new Map(found.flatMap(({ author, id }) => (id === null ? [] : [[author, id]])));
}
