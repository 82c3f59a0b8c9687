// Says who may see and do what: users their own data, the owner and the admins of an organization all of its data.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Caller } from './deps.ts';
import type { EventTypeRow, SchedulingTables, UserRow } from './tables.ts';
import { idIn } from './uris.ts';

type Tables = Kysely<SchedulingTables>;

export function notFound(): Error {
  return refuse(404, { detail: 'The resource does not exist.' });
}

export function isAdmin({ role }: Caller): boolean {
  return role !== 'user';
}

/** @throws the refusal 403 for ordinary members */
export function requireAdmin(caller: Caller): void {
  if (!isAdmin(caller)) throw refuse(403, { detail: 'Only the owner and admins of the organization may do this.' });
}

/**
 * Checks that an organization is the caller's.
 * @throws the refusals 404 where it does not exist, and 403 for another one
 */
export async function requireOrganization(tables: Tables, caller: Caller, id: string): Promise<void> {
  if (id === caller.organization) return;
  const known = await tables.selectFrom('e_organizations').select('id').where('id', '=', id).executeTakeFirst();
  throw known === undefined ? notFound() : refuse(403, { detail: 'The organization is not that of the token.' });
}

/**
 * A user of the caller's organization.
 * @throws the refusals 404 where the user does not exist, and 403 for a user of another organization
 */
export async function memberOf(tables: Tables, caller: Caller, id: string): Promise<UserRow> {
  const row = await tables
    .selectFrom('e_users')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_users.id')
    .selectAll('e_users')
    .select('organization_id')
    .where('e_users.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  if (row.organization_id !== caller.organization) throw refuse(403, { detail: "The user is not a member of the caller's organization." });
  return row;
}

/** @throws the same refusals, and 403 where an ordinary member asks for another user's data */
export async function requireOwnData(tables: Tables, caller: Caller, user: string): Promise<void> {
  await memberOf(tables, caller, user);
  if (user !== caller.user) requireAdmin(caller);
}

/**
 * An event type of the caller's organization that was not deleted.
 * @throws the refusals 404 and 403
 */
export async function eventTypeOf(tables: Tables, caller: Caller, id: string): Promise<EventTypeRow> {
  const row = await tables.selectFrom('e_event_types').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  if (row === undefined) throw notFound();
  await memberOf(tables, caller, row.user_id);
  return row;
}

/** The identifier in a parameter that refers to a user. @throws the refusal 400 for another URI */
export function userIn(uri: string, name = 'user'): string {
  return idIn('users', uri) ?? invalid(name, 'is not the URI of a user');
}

/** The identifier in a parameter that refers to an organization. @throws the refusal 400 for another URI */
export function organizationIn(uri: string): string {
  return idIn('organizations', uri) ?? invalid('organization', 'is not the URI of an organization');
}

/** @throws the refusal 400 */
export function invalid(parameter: string, problem: string): never {
  throw refuse(400, { detail: `${parameter} ${problem}.` });
}
