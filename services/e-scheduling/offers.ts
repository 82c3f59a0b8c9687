// Says what can be booked, with whom, and at which times the hosts are free.

import { requireUser } from './access.ts';
import type { Tables } from './deps.ts';
import { hostsFrom } from './rules/pooling.ts';
import { freeTimes, LATEST, overlaps, type Span } from './rules/slots.ts';
import { notFound, requireRow } from './store/rows.ts';
import type { Row } from './tables.ts';

/** An event type that can be booked now. */
export interface Offer {
  readonly type: Row<'e_event_types'>;
  /** Name of the user or of the team. */
  readonly name: string;
  /** At least one: the user, or the members of the team. */
  readonly hosts: readonly Row<'e_users'>[];
  readonly organization: string;
  /** In which its hours are meant. */
  readonly timezone: string;
}

/** @throws the refusal 404 for an event type that cannot be booked */
export async function requireOffer(tables: Tables, id: string): Promise<Offer> {
  const type = await requireRow(tables, 'e_event_types', id);
  if (!type.active || type.deleted_at !== null) throw notFound();
  const { name, organization, hosts } = await requireProfile(tables, type);
  const [first] = hosts;
  if (first === undefined) throw notFound();
  return { type, name, hosts, organization, timezone: first.timezone };
}

/** Who is booked. */
async function requireProfile(tables: Tables, type: Row<'e_event_types'>): Promise<Pick<Offer, 'name' | 'organization' | 'hosts'>> {
  if (type.team_id === null) {
    const { organization_id: organization, ...host } = await requireUser(tables, type.user_id);
    return { name: host.name, organization, hosts: [host] };
  }
  const { name, organization_id: organization } = await requireRow(tables, 'e_teams', type.team_id);
  const members = tables.selectFrom('e_users').innerJoin('e_team_members', 'e_team_members.user_id', 'e_users.id').selectAll('e_users');
  return { name, organization, hosts: await members.where('team_id', '=', type.team_id).orderBy('position').execute() };
}

interface Meeting extends Row<'e_events'> {
  readonly user_id: string;
}

/** The active events of hosts that overlap with a period, for each of these hosts. */
async function meetingsIn(tables: Tables, hosts: readonly Row<'e_users'>[], { start, end }: Span): Promise<Meeting[]> {
  const ids = hosts.map(({ id }) => id);
  return tables
    .selectFrom('e_event_hosts')
    .innerJoin('e_events', 'e_events.id', 'e_event_hosts.event_id')
    .selectAll('e_events')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('status', '=', 'active')
    .where('start_at', '<', end)
    .where('end_at', '>', start)
    .execute();
}

/** Whether an event is one of this type at this time that another invitee can join. */
function hasRoom(event: Row<'e_events'>, type: Row<'e_event_types'>, start: number): boolean {
  return event.event_type_id === type.id && event.start_at === start && event.invitees_active < event.seats;
}

/** The times after `from` at which it can be booked now, the first `most` of them. */
export async function openTimes(tables: Tables, offer: Offer, now: number, from: number, most: number): Promise<number[]> {
  const { type, hosts, timezone } = offer;
  const period = { start: Math.max(from - 1, now), end: now + LATEST };
  const meetings = await meetingsIn(tables, hosts, period);
  const busy = hosts.map(({ id }) =>
    meetings
      .filter((meeting) => meeting.user_id === id && !hasRoom(meeting, type, meeting.start_at))
      .map(({ start_at: start, end_at: end }): Span => ({ start, end })),
  );
  const isFree = (span: Span): boolean => {
    const areFree = busy.map((spans) => !spans.some((one) => overlaps(one, span)));
    return type.pooling_type === 'round_robin' ? areFree.includes(true) : !areFree.includes(false);
  };
  const hours = type.availability;
  return freeTimes({ hours, timezone, minutes: type.duration }, isFree, period, most);
}

/** Who hosts a booking, and the event that it joins where others have booked the same time of a group event. */
export interface Hosting {
  readonly hosts: readonly string[];
  readonly shared: Row<'e_events'> | undefined;
}

/** @returns `undefined` where the time is taken */
export async function hostingAt(tables: Tables, { type, hosts }: Offer, span: Span): Promise<Hosting | undefined> {
  const meetings = await meetingsIn(tables, hosts, span);
  const found = meetings.find((meeting) => hasRoom(meeting, type, span.start));
  const isFree = (user: string) => meetings.every((meeting) => meeting.user_id !== user || meeting.id === found?.id);
  if (found !== undefined) {
    const { user_id: _user, ...shared } = found;
    const own = shared.hosts;
    return own.every(isFree) ? { hosts: own, shared } : undefined;
  }
  const last = type.pooling_type === 'round_robin' ? await lastBookings(tables, type) : new Map<string, number>();
  const members = hosts.map(({ id }) => ({ id, isFree: isFree(id), lastBooked: last.get(id) }));
  const chosen = hostsFrom(members, type.pooling_type);
  return chosen && { hosts: chosen, shared: undefined };
}

/** When each host was given the last booking of an event type. */
async function lastBookings(tables: Tables, { id }: Row<'e_event_types'>): Promise<Map<string, number>> {
  const rows = await tables
    .selectFrom('e_event_hosts')
    .innerJoin('e_events', 'e_events.id', 'e_event_hosts.event_id')
    .select((row) => ['user_id', row.fn.max('created_at').as('last')])
    .where('event_type_id', '=', id)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, last }) => [user_id, Number(last)]));
}
