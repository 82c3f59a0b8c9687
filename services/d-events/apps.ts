// Has the settings of new apps, and names those that have changed.

import { changedKeys } from '../platform/cache.ts';
import type { AppRow } from './tables.ts';

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

/** Apps whose settings or secrets have changed, by their keys. */
export const APPS = changedKeys('d-events/apps');
