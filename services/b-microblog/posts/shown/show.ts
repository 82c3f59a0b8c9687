// Shows posts to a caller of version 2, with what they refer to and with what could not be shown.

import type { Post, Problem, ResponseSection } from '@octavo/interfaces/b-microblog';
import { type Deps, originOf } from '../../deps.ts';
import type { Shown } from '../../responses.ts';
import type { Sights } from '../sight.ts';
import type { PostRow } from '../tables.ts';
import { readAround } from './around.ts';
import { showPost } from './fields.ts';
import { showIncludes } from './includes.ts';
import { lookOf, type PostQuery } from './look.ts';

/** What a caller of `showPosts` may know. */
interface Known {
  /** By which it was found out that the viewer sees the posts, so that their authors are not read again. */
  readonly sights?: Sights;
  /** In which part of the response the posts stand. Default: `data`. */
  readonly section?: ResponseSection;
}

/**
 * Posts with the fields and expansions of a query. It reads each type of thing with one query at most, and nothing that the query does not ask for.
 * @param viewer for whom they are; `undefined` for an application
 * @param rows posts that the viewer sees, in the order of the response
 */
export async function showPosts(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  rows: readonly PostRow[],
  query?: PostQuery,
  { sights, section = 'data' }: Known = {},
): Promise<Shown<Post>> {
  const look = lookOf(query);
  const around = await readAround(deps.store.read, viewer, rows, look, sights);
  const problems = new Map<string, Problem>();
  const report = (problem: Problem) => void problems.set(JSON.stringify(problem), problem);
  const view = { viewer, now: deps.clock.now(), around, section, report };
  const data = rows.map((row) => showPost(row, look.own, view));
  const users = { viewer, edges: around.sights.edges, newest: around.newest, origin: originOf(deps) };
  const includes = look.expansions.size === 0 ? undefined : showIncludes(rows, look, { ...view, section: 'includes' }, users);
  return { data, includes, errors: [...problems.values()] };
}
