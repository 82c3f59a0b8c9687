// Finds what a path below /book names: the page of a user or of a team, and their event types.

import type { Tables } from '../deps.ts';
import { find, findBy } from '../store/rows.ts';
import type { Row } from '../tables.ts';
import { PAGES } from '../uris.ts';

/** Whose page it is. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export async function profileBySlug(tables: Tables, slug: string): Promise<Profile | undefined> {
  return (await findBy(tables, 'e_users', { slug })) ?? findBy(tables, 'e_teams', { slug });
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
  const type = await findBy(tables, 'e_event_types', { id, active: true });
  if (type === undefined || type.deleted_at !== null) return undefined;
  const { team_id, user_id } = type;
  const owner = team_id === null ? await find(tables, 'e_users', user_id) : await find(tables, 'e_teams', team_id);
  return owner && `${PAGES}/${owner.slug}/${type.slug}`;
}
