// Says who may see and do what: users their own data, the owner and the admins of an organization all of its data.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller } from './deps.ts';
import type { EventTypeRow, SchedulingTables, TeamRow, UserRow } from './tables.ts';
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

const memberById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables
    .selectFrom('e_users')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_users.id')
    .selectAll('e_users')
    .select('organization_id')
    .where('e_users.id', '=', given('id')),
);

export const usersByIds = prepare((tables: Tables, given: Given<{ readonly ids: readonly string[] }>) =>
  tables.selectFrom('e_users').selectAll().where('id', 'in', given.list('ids')),
);

/**
 * A user of the caller's organization.
 * @throws the refusals 404 where the user does not exist, and 403 for a user of another organization
 */
export async function requireMember(tables: Tables, caller: Caller, id: string): Promise<UserRow> {
  const row = await memberById.first(tables, { id });
  if (row === undefined) throw notFound();
  if (row.organization_id !== caller.organization) throw refuse(403, { detail: "The user is not a member of the caller's organization." });
  return row;
}

/** @throws the same refusals, and 403 where an ordinary member asks for another user's data */
export async function requireOwnData(tables: Tables, caller: Caller, user: string): Promise<void> {
  if (user === caller.user) return;
  await requireMember(tables, caller, user);
  requireAdmin(caller);
}

const eventTypeById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_event_types').selectAll().where('id', '=', given('id')).where('deleted_at', 'is', null),
);
const teamById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_teams').selectAll().where('id', '=', given('id')),
);

/**
 * An event type of the caller's organization that was not deleted, with its team or its user.
 * @throws the refusals 404 and 403
 */
export async function requireEventType(
  tables: Tables,
  caller: Caller,
  id: string,
): Promise<{ readonly type: EventTypeRow; readonly owner: UserRow | TeamRow }> {
  const type = await eventTypeById.first(tables, { id });
  if (type === undefined) throw notFound();
  return { type, owner: await requireOwner(tables, caller, type) };
}

/**
 * The team of an event type, or its user.
 * @throws the refusals 404 and 403
 */
async function requireOwner(tables: Tables, caller: Caller, { user_id, team_id }: EventTypeRow): Promise<UserRow | TeamRow> {
  if (team_id === null) return requireMember(tables, caller, user_id);
  const team = await teamById.first(tables, { id: team_id });
  if (team === undefined) throw notFound();
  await requireOrganization(tables, caller, team.organization_id);
  return team;
}

/** The identifier in a parameter that refers to a user. @throws the refusal 400 for another URI */
export function userIn(uri: string, place: Place = '/query/user'): string {
  return idIn('users', uri) ?? invalid(place, 'is not the URI of a user');
}

/** The identifier in a parameter that refers to an organization. @throws the refusal 400 for another URI */
export function organizationIn(uri: string, place: Place = '/query/organization'): string {
  return idIn('organizations', uri) ?? invalid(place, 'is not the URI of an organization');
}

/** JSON pointer to a parameter or a field. */
type Place = `/${'query' | 'body'}/${string}`;

/**
 * @param detail what is wrong with the value, as the end of a sentence
 * @throws the refusal 400, which names the parameter or field as the server's own refusals do
 */
export function invalid(pointer: Place, detail: string): never {
  throw refuse(400, { detail: 'A parameter or a field is invalid.', issues: [{ pointer, detail }] });
}
