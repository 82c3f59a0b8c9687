// The queries that run each time a connection subscribes or leaves.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { ChannelRow, EventsTables } from '../tables.ts';

type Tables = Kysely<EventsTables>;
interface Place {
  app: string;
  channel: string;
}
interface OwnPlace extends Place {
  process: string;
}

const total = prepare((tables: Tables, given: Given<Place>) =>
  tables
    .selectFrom('d_subscriptions')
    .select(({ fn }) => fn.sum<number | string | null>('connections').as('total'))
    .where('app_id', '=', given('app'))
    .where('channel', '=', given('channel')),
);

/** The connections of all processes that are subscribed to a channel. */
export async function countSubscriptions(tables: Tables, app: string, channel: string): Promise<number> {
  return Number((await total.first(tables, { app, channel }))?.total ?? 0);
}

const channelRow = prepare((tables: Tables, given: Given<Place>) =>
  tables.selectFrom('d_channels').selectAll().where('app_id', '=', given('app')).where('name', '=', given('channel')),
);

export function channelOf(tables: Tables, app: string, channel: string): Promise<ChannelRow | undefined> {
  return channelRow.first(tables, { app, channel });
}

const increment = prepare((tables: Tables, given: Given<OwnPlace & { by: number }>) =>
  tables
    .updateTable('d_subscriptions')
    .set(({ eb, ref }) => ({ connections: eb(ref('connections'), '+', given('by')) }))
    .where('app_id', '=', given('app'))
    .where('channel', '=', given('channel'))
    .where('process', '=', given('process')),
);

/** Adds to the subscriptions of a process. @returns whether it has any */
export async function addTo(tables: Tables, place: OwnPlace, by: number): Promise<boolean> {
  return (await increment.run(tables, { ...place, by })) > 0;
}

const members = prepare((tables: Tables, given: Given<Place>) =>
  tables
    .selectFrom('d_members')
    .select(['user_id', 'user_info', 'process', 'connections'])
    .where('app_id', '=', given('app'))
    .where('channel', '=', given('channel'))
    .orderBy('joined')
    .orderBy('user_id'),
);

export interface Member {
  readonly id: string;
  /** JSON, or null. */
  readonly info: string | null;
}

/** The members of a presence channel in the order in which they joined, each once. */
export async function loadMembers(tables: Tables, app: string, channel: string): Promise<readonly Member[]> {
  const found = new Map<string, Member>();
  for (const { user_id: id, user_info: info } of await members.all(tables, { app, channel }))
    if (!found.has(id)) found.set(id, { id, info });
  return [...found.values()];
}
