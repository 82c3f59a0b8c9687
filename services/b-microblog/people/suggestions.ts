// Reads the categories in which the service suggests users to follow.

import type { ContextV1, Deps, Tables } from '../deps.ts';
import { usersWithLatest } from '../posts/latest-v1.ts';
import { NotAllowed } from '../refusals.ts';
import { rows, usersByIds } from './store.ts';
import type { SuggestionRow } from './tables.ts';

const shown = ({ name, slug, users }: SuggestionRow) => ({ name, slug, size: users.length });

async function requireCategory(tables: Tables, slug: string): Promise<SuggestionRow> {
  const [row] = await rows.all(tables, 'b_suggestions', { slug });
  if (row === undefined) throw new NotAllowed('no-object');
  return row;
}

export async function categories({ store }: Deps) {
  const all = await rows.all(store.read, 'b_suggestions', {}, ['position']);
  return { status: 200 as const, body: all.map(shown) };
}

export async function categoryMembers(deps: Deps, context: ContextV1, slug: string) {
  const { users } = await requireCategory(deps.store.read, slug);
  return { status: 200 as const, body: await usersWithLatest(deps, context, await usersByIds(deps.store.read, users)) };
}

export async function category(deps: Deps, context: ContextV1, slug: string) {
  const row = await requireCategory(deps.store.read, slug);
  const { body: users } = await categoryMembers(deps, context, slug);
  return { status: 200 as const, body: { ...shown(row), users } };
}
