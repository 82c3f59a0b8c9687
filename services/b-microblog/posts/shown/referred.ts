// Shows the posts to which users or messages refer, with a problem for each that is not there or that the viewer may not see.

import type { Post, PostField, Problem } from '@octavo/interfaces/b-microblog';
import type { Deps } from '../../deps.ts';
import { notAuthorized, notFound } from '../../problems.ts';
import { type Sights, sightsOf } from '../sight.ts';
import { postsByIds } from '../store.ts';
import { showPosts } from './show.ts';

interface Referred {
  readonly posts: readonly Post[];
  readonly errors: readonly Problem[];
}

/**
 * @param referred the fields that refer to posts, by the identifiers of these
 * @param known what tells who sees posts, where the authors of all of them are among those
 */
export async function showReferred(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  referred: ReadonlyMap<string, string>,
  fields: readonly PostField[] | undefined,
  known?: Sights,
): Promise<Referred> {
  if (referred.size === 0) return { posts: [], errors: [] };
  const found = new Map((await postsByIds(deps.store.read, [...referred.keys()])).map((row) => [row.id, row]));
  const rows = [...found.values()];
  const isKnown = known !== undefined && rows.every(({ reposted }) => reposted === null);
  const sights = isKnown ? known : await sightsOf(deps.store.read, viewer, rows);
  const seen = rows.filter((row) => sights.of(row) === 'seen');
  const missing = [...referred].flatMap(([value, parameter]): Problem[] => {
    const row = found.get(value);
    const named = { type: 'tweet', parameter, value } as const;
    if (row === undefined || sights.of(row) === 'suspended') return [notFound(named)];
    return sights.of(row) === 'hidden' ? [notAuthorized(named, 'includes')] : [];
  });
  const shown = await showPosts(deps, viewer, seen, fields && { 'tweet.fields': fields }, { sights, section: 'includes' });
  return { posts: shown.data, errors: [...missing, ...shown.errors] };
}
