// The rows that the examples of the document tell of: an app for the fans of a stadium, and who is on its channels.

import type { Kysely } from 'kysely';
import type { Platform } from '../platform/service.ts';
import { NEW_APP } from './apps.ts';
import type { EventsTables } from './tables.ts';

/** The seeded apps, with what signs for them. `quiet` has nothing switched on, `closed` is disabled, and `spent` may send no messages. */
export const apps = {
  stadium: { id: '60417', key: '2f9c0b7ae41d', secret: 'a-secret-of-your-own' },
  quiet: { id: '60418', key: '7d13e9405bc2', secret: 'a-secret-of-the-quiet-app' },
  closed: { id: '60419', key: 'c80a46f1d935', secret: 'a-secret-of-the-closed-app' },
  spent: { id: '60420', key: '91be5720fa6c', secret: 'a-secret-of-the-spent-app' },
  secure: { id: '60421', key: '4ab7c3d0e816', secret: 'a-secret-of-the-secure-app' },
} as const;

/** Stands for the connections of the story. It never ends. */
const STORY = 'story';
const NEVER = Number.MAX_SAFE_INTEGER;

export async function seed(tables: Kysely<EventsTables>, { story }: Platform<EventsTables>): Promise<void> {
  await tables
    .insertInto('d_apps')
    .values([
      { ...NEW_APP, ...apps.stadium },
      { ...NEW_APP, ...apps.quiet, has_client_events: false, has_subscription_counts: false, most_connections: 2 },
      { ...NEW_APP, ...apps.closed, is_enabled: false },
      { ...NEW_APP, ...apps.spent, messages_per_day: 0 },
      { ...NEW_APP, ...apps.secure, requires_tls: true },
    ])
    .execute();
  await tables.insertInto('d_processes').values({ id: STORY, alive_until: NEVER }).execute();
  const app_id = apps.stadium.id;
  const stands: readonly [string, readonly string[]][] = [
    ['presence-stand-west', ['fan-noor', 'fan-emil']],
    ['presence-stand-east', Array.from({ length: 17 }, (_, index) => `fan-${index + 1}`)],
  ];
  const subscriptions: [string, number][] = [
    ...stands.map(([channel, fans]): [string, number] => [channel, fans.length]),
    ['match-1874', 3120],
    ['cache-scores', 18744],
  ];
  const channel = { app_id, empty_since: null, is_miss_reported: false, counted_at: 0, is_count_due: false };
  await tables
    .insertInto('d_channels')
    .values(subscriptions.map(([name]) => ({ ...channel, name })))
    .execute();
  await tables
    .insertInto('d_subscriptions')
    .values(subscriptions.map(([name, connections]) => ({ process: STORY, app_id, channel: name, connections })))
    .execute();
  const member = { process: STORY, app_id, connections: 1, user_info: null };
  await tables
    .insertInto('d_members')
    .values(stands.flatMap(([name, fans]) => fans.map((user_id, index) => ({ ...member, channel: name, user_id, joined: index }))))
    .execute();
  await tables
    .insertInto('d_cache')
    .values({
      app_id,
      channel: 'cache-scores',
      event: 'score',
      data: '{"match":1874,"score":"2:1"}',
      expires_at: story('2026-11-21T09:58:32Z'),
    })
    .execute();
}
