// Reads posts for version 2: single ones, with the reasons why others are missing.

import type { Post, Problem } from '@octavo/interfaces/b-microblog';
import type { Context, Deps } from '../deps.ts';
import { notAuthorized, notFound } from '../problems.ts';
import { listBody, type Shown, singleBody } from '../responses.ts';
import type { PostQuery } from './shown/look.ts';
import { showPosts } from './shown/show.ts';
import { type Sights, sightsOf } from './sight.ts';
import { postsByIds } from './store.ts';
import type { PostRow } from './tables.ts';

/** Why a viewer does not see a post that a parameter names. */
export function problemOf(post: PostRow | undefined, sights: Sights, parameter: string, value: string): Problem | undefined {
  const sight = post === undefined ? 'suspended' : sights.of(post);
  if (sight === 'seen') return undefined;
  const named = { type: 'tweet', parameter, value } as const;
  return sight === 'hidden' ? notAuthorized(named, 'data') : notFound(named);
}

async function namedPosts(
  deps: Deps,
  { principal }: Context,
  query: PostQuery | undefined,
  parameter: 'id' | 'ids',
  values: readonly string[],
): Promise<Shown<Post>> {
  const found = await postsByIds(deps.store.read, values);
  const sights = await sightsOf(deps.store.read, principal.user, found);
  const byId = new Map(found.map((row) => [row.id, row]));
  const missing = [...new Set(values)].flatMap((value) => problemOf(byId.get(value), sights, parameter, value) ?? []);
  const seen = found.filter((row) => sights.of(row) === 'seen');
  const shown = await showPosts(deps, principal.user, seen, query, { sights });
  return { ...shown, errors: [...missing, ...shown.errors] };
}

export async function onePost(deps: Deps, context: Context, query: PostQuery | undefined, id: string) {
  return { status: 200 as const, body: singleBody(await namedPosts(deps, context, query, 'id', [id])) };
}

export async function severalPosts(deps: Deps, context: Context, query: PostQuery & { readonly ids: readonly string[] }) {
  return { status: 200 as const, body: listBody(await namedPosts(deps, context, query, 'ids', query.ids)) };
}
