// Says who may see and do what: users their own data, the owner and the admins of an organization all of its data. Each of these throws the refusal
// 404 for what does not exist, and 403 for what the caller may not see.

import type {
  ListEventTypesInput,
  ListMembershipsInput,
  ListScheduledEventsInput,
  NewWebhookSubscription,
} from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller, Tables } from './deps.ts';
import type { MemberRow } from './show.ts';
import { notFound, requireRow } from './store/rows.ts';
import type { Row } from './tables.ts';
import { idIn, lastPart } from './uris.ts';

export function forbidden(detail: string): Error {
  return refuse(403, { detail });
}

function isAdmin({ role }: Caller): boolean {
  return role !== 'user';
}

export function requireAdmin(caller: Caller): void {
  if (!isAdmin(caller)) throw forbidden('Only the owner and admins of the organization may do this.');
}

/** Checks that an organization is the caller's. */
export async function requireOrganization(tables: Tables, caller: Caller, id: string): Promise<void> {
  if (id === caller.organization) return;
  await requireRow(tables, 'e_organizations', id);
  throw forbidden('The organization is not that of the token.');
}

export async function loadOrganization(tables: Tables, caller: Caller, id: string): Promise<Row<'e_organizations'>> {
  await requireOrganization(tables, caller, id);
  return requireRow(tables, 'e_organizations', id);
}

/** Checks that the caller manages an organization. */
export async function requireManaged(tables: Tables, caller: Caller, id: string): Promise<string> {
  await requireOrganization(tables, caller, id);
  requireAdmin(caller);
  return id;
}

const memberById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables
    .selectFrom('e_users')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_users.id')
    .selectAll('e_users')
    .select('organization_id')
    .where('e_users.id', '=', given('id')),
);

export async function requireUser(tables: Tables, id: string): Promise<MemberRow> {
  const row = await memberById.first(tables, { id });
  if (row === undefined) throw notFound();
  return row;
}

/** A user of the caller's organization. */
export async function requireMember(tables: Tables, caller: Caller, id: string): Promise<MemberRow> {
  const row = await requireUser(tables, id);
  if (row.organization_id !== caller.organization) throw forbidden("The user is not a member of the caller's organization.");
  return row;
}

/** Refuses an ordinary member who asks for another user's data. */
async function requireOwnData(tables: Tables, caller: Caller, user: string): Promise<void> {
  if (user === caller.user) return;
  await requireMember(tables, caller, user);
  requireAdmin(caller);
}

/** An event type of the caller's organization that was not deleted, with its team or its user. */
export async function requireEventType(
  tables: Tables,
  caller: Caller,
  id: string,
): Promise<{ readonly type: Row<'e_event_types'>; readonly owner: Row<'e_users'> | Row<'e_teams'> }> {
  const type = await requireRow(tables, 'e_event_types', id);
  if (type.deleted_at !== null) throw notFound();
  if (type.team_id === null) return { type, owner: await requireMember(tables, caller, type.user_id) };
  const owner = await requireRow(tables, 'e_teams', type.team_id);
  await requireOrganization(tables, caller, owner.organization_id);
  return { type, owner };
}

/** @param act what the caller wants to do with the event */
export async function requireEvent(tables: Tables, caller: Caller, text: string, act: 'see' | 'cancel'): Promise<Row<'e_events'>> {
  const row = await requireRow(tables, 'e_events', lastPart(text));
  if (!row.hosts.includes(caller.user) && (row.organization_id !== caller.organization || !isAdmin(caller)))
    throw forbidden(`Only its hosts and admins may ${act} an event.`);
  return row;
}

export async function requireInvitee(tables: Tables, caller: Caller, event: string, text: string): Promise<Row<'e_invitees'>> {
  const { id } = await requireEvent(tables, caller, event, 'see');
  const row = await requireRow(tables, 'e_invitees', lastPart(text));
  if (row.event_id !== id) throw notFound();
  return row;
}

export async function requireForm(tables: Tables, caller: Caller, text: string): Promise<Row<'e_forms'>> {
  const row = await requireRow(tables, 'e_forms', lastPart(text));
  await requireManaged(tables, caller, row.organization_id);
  return row;
}

export async function requireSubscription(tables: Tables, caller: Caller, text: string): Promise<Row<'e_subscriptions'>> {
  const row = await requireRow(tables, 'e_subscriptions', lastPart(text));
  await requireOrganization(tables, caller, row.organization_id);
  if (row.user_id !== caller.user) requireAdmin(caller);
  return row;
}

type Subscriber = Pick<NewWebhookSubscription, 'organization' | 'scope' | 'user'>;

/** Whose events a subscription is about; null for all of the organization. */
export async function requireSubscriber(
  tables: Tables,
  caller: Caller,
  { organization, scope, user }: Subscriber,
  where: '/query' | '/body',
): Promise<string | null> {
  await requireOrganization(tables, caller, organizationIn(organization, `${where}/organization`));
  if (scope === 'organization') {
    requireAdmin(caller);
    return null;
  }
  const id = user === undefined ? invalid(`${where}/user`, 'is required with the scope user') : userIn(user, `${where}/user`);
  await requireOwnData(tables, caller, id);
  return id;
}

/**
 * The filters of the memberships that a caller may list.
 * @param text names the organization; where the older path names none, it has the user's URI in the same place
 */
export async function membershipsFor(tables: Tables, caller: Caller, text: string, isOlder: boolean, query: MembershipQuery) {
  const of = isOlder ? idIn('users', text) : undefined;
  if (of !== undefined) await requireMember(tables, caller, of);
  const organization_id = of === undefined ? lastPart(text) : caller.organization;
  await requireOrganization(tables, caller, organization_id);
  const user_id = query.user === undefined ? undefined : userIn(query.user);
  // Ordinary members see their own membership only.
  return { organization_id, 'e_users.id': isAdmin(caller) ? undefined : caller.user, user_id, email: query.email };
}

export type MembershipFilters = Awaited<ReturnType<typeof membershipsFor>>;

/** The filters of the event types that a caller may list, and what checks that the user whom they name is a member. */
export async function eventTypesFor(tables: Tables, caller: Caller, query: EventTypeQuery) {
  const organization = query.organization === undefined ? undefined : organizationIn(query.organization);
  if (organization !== undefined) await requireOrganization(tables, caller, organization);
  const asked = query.user === undefined ? undefined : userIn(query.user);
  const user = asked ?? (organization === undefined ? caller.user : undefined);
  const requireAsked = async () => asked !== undefined && requireMember(tables, caller, asked);
  // A token is looked at only after the user.
  if (query.page_token !== undefined) await requireAsked();
  const flags = { active: query.active, is_admin_managed: query.admin_managed };
  return { filters: { organization: caller.organization, user, ...flags }, requireAsked };
}

export type EventTypeFilters = Awaited<ReturnType<typeof eventTypesFor>>['filters'];

type MembershipQuery = NonNullable<ListMembershipsInput['query']>;
type EventTypeQuery = NonNullable<ListEventTypesInput['query']>;
type EventQuery = NonNullable<ListScheduledEventsInput['query']>;

/** The filters of the events that a caller may list. */
export async function eventsFor(tables: Tables, caller: Caller, query: EventQuery) {
  const { organization, user: asked, min_start_time, max_start_time, status, invitee_email: invitee } = query;
  const managed = organization === undefined ? undefined : organizationIn(organization);
  const organization_id = managed && (await requireManaged(tables, caller, managed));
  const user = asked === undefined ? (organization_id === undefined ? caller.user : undefined) : userIn(asked);
  if (asked !== undefined && user !== undefined) await requireOwnData(tables, caller, user);
  const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  return { user, organization_id, from: timeOf(min_start_time), before: timeOf(max_start_time), status, invitee };
}

export type EventFilters = Awaited<ReturnType<typeof eventsFor>>;

/** The identifier in a parameter that refers to a user. @throws the refusal 400 for another URI */
function userIn(uri: string, place: Place = '/query/user'): string {
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
