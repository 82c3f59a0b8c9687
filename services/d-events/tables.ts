// Declares the rows of the event service. Flags are 0 or 1; times are milliseconds since 1970, of the sandbox clock or, where that is said, of wall time.
//
// All processes of the service share what is subscribed: each keeps rows of its own connections, and the unit of work that changes a row sees
// the rows of all, so that it knows who was first and who was last.

export interface EventsTables {
  d_apps: AppRow;
  d_processes: ProcessRow;
  d_channels: ChannelRow;
  d_subscriptions: SubscriptionRow;
  d_members: MemberRow;
  d_leaving: LeavingRow;
  d_users: UserRow;
  d_cache: CacheRow;
}

export interface AppRow {
  readonly id: string;
  readonly key: string;
  /** Signs requests, authorizations and webhooks, so that a hash would not do. */
  readonly secret: string;
  /** The secret before the last rotation, and the time on the sandbox clock until which it is valid too. */
  readonly old_secret: string | null;
  readonly old_secret_until: number | null;
  readonly is_enabled: number;
  readonly requires_tls: number;
  readonly has_client_events: number;
  /** Whether subscriptions are counted for clients, `info` and webhooks. */
  readonly has_subscription_counts: number;
  /** Connections that the app may have at a time, over all processes. */
  readonly most_connections: number;
  readonly messages_per_day: number;
  /** Where webhooks go, if anywhere. */
  readonly webhook_url: string | null;
}

interface ProcessRow {
  readonly id: string;
  /** Wall time. After it, the process counts as dead, and its connections as closed. */
  readonly alive_until: number;
}

/** A channel that is occupied, or whose vacation has not been reported yet. */
export interface ChannelRow {
  readonly app_id: string;
  readonly name: string;
  /** Wall time since when the channel has no subscriber, or null. */
  readonly empty_since: number | null;
  /** Whether a cache miss was reported since the last event. */
  readonly is_miss_reported: number;
  /** Wall time of the last count that was sent, if more than 100 were subscribed. */
  readonly counted_at: number;
  /** Whether a newer count waits to be sent. */
  readonly is_count_due: number;
}

/** The connections of a process that are subscribed to a channel. */
interface SubscriptionRow {
  readonly process: string;
  readonly app_id: string;
  readonly channel: string;
  readonly connections: number;
}

/** A user with connections of a process that are members of a presence channel. */
interface MemberRow {
  readonly process: string;
  readonly app_id: string;
  readonly channel: string;
  readonly user_id: string;
  readonly connections: number;
  /** JSON, or null. */
  readonly user_info: string | null;
  /** Orders members as they joined. */
  readonly joined: number;
}

/** A user who left a presence channel, which is not reported to the back end yet. */
interface LeavingRow {
  readonly app_id: string;
  readonly channel: string;
  readonly user_id: string;
  /** Wall time. */
  readonly since: number;
}

/** A user with connections of a process that are signed in. */
interface UserRow {
  readonly process: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly connections: number;
}

/** The last event of a cache channel. */
export interface CacheRow {
  readonly app_id: string;
  readonly channel: string;
  readonly event: string;
  readonly data: string;
  readonly expires_at: number;
}
