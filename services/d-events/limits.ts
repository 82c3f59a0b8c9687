// The limits of connections, which the document names.

export interface SocketLimits {
  /** Bytes of a message that a client sends. */
  readonly frameBytes: number;
  /** Bytes that may wait for a client to read them. */
  readonly unreadBytes: number;
  readonly subscriptions: number;
  /** Bytes of client events whose webhooks wait in memory while the store is away. */
  readonly waitingBytes: number;
  /** Connections of one process, of all apps together. */
  readonly connections: number;
  readonly clientEventsPerSecond: number;
  readonly messagesPerSecond: number;
  /** Messages that a connection may send at once. */
  readonly messageBurst: number;
  /** Seconds without a message after which a side sends `pusher:ping`. */
  readonly activitySeconds: number;
  /** Seconds after which a connection that does not answer a ping is closed. */
  readonly pongSeconds: number;
  /** Seconds without a message after which a connection that knows no ping is closed. */
  readonly idleSeconds: number;
  /** Seconds that a client may take to confirm that the connection is closed. */
  readonly closeSeconds: number;
  /** Seconds for which a process counts as alive after it last said so. */
  readonly aliveSeconds: number;
  /** Seconds after which the back end hears that a channel is vacated, or a member has left. */
  readonly graceSeconds: number;
  /** Seconds between two counts of a channel with more than 100 subscriptions. */
  readonly countSeconds: number;
}

export const LIMITS: SocketLimits = {
  frameBytes: 32_768,
  unreadBytes: 1_048_576,
  subscriptions: 1_000,
  waitingBytes: 16_777_216,
  connections: 20_000,
  clientEventsPerSecond: 10,
  messagesPerSecond: 200,
  messageBurst: 2_000,
  activitySeconds: 120,
  pongSeconds: 30,
  idleSeconds: 86_400,
  closeSeconds: 5,
  aliveSeconds: 15,
  graceSeconds: 2,
  countSeconds: 5,
};

export const MOST_EVENT_BYTES = 10_240;
export const MOST_MEMBERS = 100;
export const MOST_USER_INFO_BYTES = 1_024;
export const MOST_WATCHED = 100;
export const CACHE_SECONDS = 1_800;
