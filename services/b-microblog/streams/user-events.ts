// Tells streams what changed of users, so that apps that store them can follow.

import type { Tables } from '../deps.ts';
import type { UserRow } from '../people/tables.ts';
import { addEvents, momentOf } from './events.ts';

type Standing = Pick<UserRow, 'is_protected' | 'is_suspended'>;

/** Tells that a user was protected or suspended, or that this has ended, within a unit of `writeInOrder`. */
export async function tellOfStanding(tables: Tables, id: string, before: Standing, after: Standing, at: number): Promise<void> {
  const change = { event_at: momentOf(at), user: { id } };
  const changes = [
    ...(before.is_protected === after.is_protected ? [] : [after.is_protected ? { user_protect: change } : { user_unprotect: change }]),
    ...(before.is_suspended === after.is_suspended ? [] : [after.is_suspended ? { user_suspend: change } : { user_unsuspend: change }]),
  ];
  await addEvents(
    tables,
    'user',
    at,
    changes.map((data) => ({ subject: id, data })),
  );
}

/** The fields of profiles, with the columns that hold them. */
const PROFILE = { name: 'name', description: 'description', location: 'location', url: 'url', profile_image_url: 'image_url' } as const;

/** Tells which fields of a profile changed, within a unit of `writeInOrder`. A field that was emptied has an empty text. */
export async function tellOfProfile(tables: Tables, row: UserRow, set: Partial<UserRow>, at: number): Promise<void> {
  const changed = Object.entries(PROFILE).filter(([, column]) => column in set && set[column] !== row[column]);
  const events = changed.map(([profile_field, column]) => ({
    subject: row.id,
    data: {
      user_profile_modification: { event_at: momentOf(at), user: { id: row.id }, profile_field, new_value: set[column] ?? '' },
    },
  }));
  await addEvents(tables, 'user', at, events);
}
