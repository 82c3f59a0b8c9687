// Shows lists as version 2 has them: the fields that are asked for, and their owners.

import type { ListField, List as ShownList, UserField } from '@octavo/interfaces/b-microblog';
import type { Deps } from '../deps.ts';
import { type Fields, filled, maskOf, withFields } from '../masks.ts';
import { showUsers } from '../people/expand.ts';
import { usersByIds } from '../people/store.ts';
import type { Shown } from '../responses.ts';
import type { ListRow } from './tables.ts';

/** The parameters of a query that say what is shown of lists. */
export interface ListQuery {
  readonly 'list.fields'?: readonly ListField[] | undefined;
  readonly expansions?: readonly 'owner_id'[] | undefined;
  readonly 'user.fields'?: readonly UserField[] | undefined;
}

const FIELDS: Fields<ListField, ListRow> = {
  created_at: ({ created_at }) => new Date(created_at).toISOString(),
  description: ({ description }) => description,
  follower_count: ({ follower_count }) => follower_count,
  member_count: ({ member_count }) => member_count,
  owner_id: ({ owner }) => owner,
  private: ({ is_private }) => is_private,
};

export async function showLists(
  deps: Pick<Deps, 'store' | 'clock' | 'originOf'>,
  viewer: string | undefined,
  rows: readonly ListRow[],
  query: ListQuery = {},
): Promise<Shown<ShownList>> {
  const expansions = query.expansions ?? [];
  const mask = maskOf(FIELDS, [...(query['list.fields'] ?? []), ...expansions]);
  const data = rows.map(({ id, name }, index) =>
    withFields<ListRow, undefined, ShownList>({ id, name }, mask, rows[index] as ListRow, undefined),
  );
  if (expansions.length === 0) return { data, includes: undefined, errors: [] };
  const owners = [...new Set(rows.map(({ owner }) => owner))];
  const fields = query['user.fields'];
  const shown = await showUsers(deps, viewer, await usersByIds(deps.store.read, owners), fields && { 'user.fields': fields });
  return { data, includes: filled({ users: shown.data }), errors: shown.errors };
}
