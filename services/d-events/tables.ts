// Declares the rows of the event service. Times are milliseconds since 1970, of the sandbox clock or, where that is said, of wall time.
//
// All processes of the service share what is subscribed: each keeps rows of its own connections, and the unit of work that changes a row sees
// the rows of all, so that it knows who was first and who was last.

import { flag, integer, key, nullable, type RowOf, since, type TablesOf, table, text, unique } from '../platform/store/table.ts';

const apps = table('d_apps', {
  id: key(text),
  key: unique(text),
  /** Signs requests, authorizations and webhooks, so that a hash would not do. */
  secret: text,
  /** The secret before the last rotation, and the time on the sandbox clock until which it is valid too. */
  old_secret: since('002-old-secrets', nullable(text)),
  old_secret_until: since('002-old-secrets', nullable(integer)),
  is_enabled: flag,
  requires_tls: flag,
  has_client_events: flag,
  /** Whether subscriptions are counted for clients, `info` and webhooks. */
  has_subscription_counts: flag,
  /** Connections that the app may have at a time, over all processes. */
  most_connections: integer,
  messages_per_day: integer,
  /** Where webhooks go, if anywhere. */
  webhook_url: nullable(text),
});

const processes = table('d_processes', {
  id: key(text),
  /** Wall time. After it, the process counts as dead, and its connections as closed. */
  alive_until: integer,
});

/** A channel that is occupied, or whose vacation has not been reported yet. */
const channels = table(
  'd_channels',
  {
    app_id: key(text),
    name: key(text),
    /** Wall time since when the channel has no subscriber, or null. */
    empty_since: nullable(integer),
    /** Whether a cache miss was reported since the last event. */
    is_miss_reported: flag,
    /** Wall time of the last count that was sent, if more than 100 were subscribed. */
    counted_at: integer,
    /** Whether a newer count waits to be sent. */
    is_count_due: flag,
  },
  { indexes: { empty: ['empty_since'], due: ['is_count_due', 'counted_at'] } },
);

/** The connections of a process that are subscribed to a channel. */
const subscriptions = table(
  'd_subscriptions',
  { process: text, app_id: text, channel: text, connections: integer },
  { key: ['app_id', 'channel', 'process'], indexes: { process: ['process'] } },
);

/** A user with connections of a process that are members of a presence channel. */
const members = table(
  'd_members',
  {
    process: text,
    app_id: text,
    channel: text,
    user_id: text,
    connections: integer,
    /** JSON, or null. */
    user_info: nullable(text),
    /** Orders members as they joined. */
    joined: integer,
  },
  { key: ['app_id', 'channel', 'user_id', 'process'], indexes: { process: ['process'] } },
);

/** A user who left a presence channel, which is not reported to the back end yet. */
const leaving = table('d_leaving', {
  app_id: key(text),
  channel: key(text),
  user_id: key(text),
  /** Wall time. */
  since: integer,
});

/** A user with connections of a process that are signed in. */
const users = table(
  'd_users',
  { process: text, app_id: text, user_id: text, connections: integer },
  { key: ['app_id', 'user_id', 'process'], indexes: { process: ['process'] } },
);

/** The last event of a cache channel. */
const cache = table('d_cache', { app_id: key(text), channel: key(text), event: text, data: text, expires_at: integer });

export const tables = [apps, processes, channels, subscriptions, members, leaving, users, cache] as const;

export type EventsTables = TablesOf<typeof tables>;
export type AppRow = RowOf<typeof apps>;
export type ChannelRow = RowOf<typeof channels>;
export type CacheRow = RowOf<typeof cache>;
