// Finds what a path below /book names: the page of a user or of a team, and their event types.

import type { Kysely } from 'kysely';
import type { Row, SchedulingTables } from '../tables.ts';
import { PAGES } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

/** Whose page it is. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export async function profileBySlug(tables: Tables, slug: string): Promise<Profile | undefined> {
  const user = await tables.selectFrom('e_users').select(['id', 'name', 'slug']).where('slug', '=', slug).executeTakeFirst();
  return user ?? tables.selectFrom('e_teams').select(['id', 'name', 'slug']).where('slug', '=', slug).executeTakeFirst();
}

/** The event types on the page of a user or of a team that can be booked now; those that are secret only on demand. */
export function offered(tables: Tables, owner: string, withSecret: boolean): Promise<Row<'e_event_types'>[]> {
  let rows = tables
    .selectFrom('e_event_types')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('active', '=', true)
    .where('deleted_at', 'is', null);
  if (!withSecret) rows = rows.where('is_secret', '=', false);
  return rows.orderBy('name').orderBy('id').execute();
}

/** The path of the booking page of an event type; `undefined` where it cannot be booked. */
export async function pathOfType(tables: Tables, id: string): Promise<string | undefined> {
  const type = await tables.selectFrom('e_event_types').selectAll().where('id', '=', id).where('active', '=', true).executeTakeFirst();
  if (type === undefined || type.deleted_at !== null) return undefined;
  const { team_id, user_id } = type;
  const owner =
    team_id === null
      ? await tables.selectFrom('e_users').select('slug').where('id', '=', user_id).executeTakeFirst()
      : await tables.selectFrom('e_teams').select('slug').where('id', '=', team_id).executeTakeFirst();
  return owner && `${PAGES}/${owner.slug}/${type.slug}`;
}
