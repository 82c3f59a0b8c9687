// Looks up apps by their keys, and has the settings of new ones.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { AppRow, EventsTables } from './tables.ts';

const byKey = prepare((tables: Kysely<EventsTables>, given: Given<{ key: string }>) =>
  tables.selectFrom('d_apps').selectAll().where('key', '=', given('key')),
);

/** The settings of an app to which nothing else is said: all features, and no webhooks. */
export const NEW_APP: Omit<AppRow, 'id' | 'key' | 'secret'> = {
  is_enabled: true,
  requires_tls: false,
  has_client_events: true,
  has_subscription_counts: true,
  most_connections: 10_000,
  messages_per_day: 1_000_000,
  webhook_url: null,
  old_secret: null,
  old_secret_until: null,
};

export function appByKey(tables: Kysely<EventsTables>, key: string): Promise<AppRow | undefined> {
  return byKey.first(tables, { key });
}
