// Subscribes connections to channels, and ends subscriptions.

import { type PresenceMember, validatePresenceMember } from '@octavo/interfaces/d-events';
import { parseJson } from '@octavo/runtime';
import { cached } from '../cache.ts';
import { MOST_MEMBERS, MOST_USER_INFO_BYTES } from '../limits.ts';
import { join, leave } from '../occupancy/members.ts';
import { loadMembers, type Member } from '../occupancy/queries.ts';
import { subscribe as addSubscription, miss, unsubscribe as removeSubscription } from '../occupancy/subscriptions.ts';
import { channelText, isAuthorized } from '../rules/authorization.ts';
import { type ChannelKind, kindOf, USER_CHANNEL } from '../rules/channels.ts';
import type { Connection, Subscription } from './connection.ts';
import { frame, parse } from './frames.ts';
import { passHeld } from './hub.ts';
import type { Parts } from './parts.ts';

interface Asked {
  readonly channel: string;
  readonly auth?: string;
  readonly channel_data?: string;
}

type FailureType = 'AuthError' | 'LimitReached' | 'ServerError';

/** Why a subscription is refused. */
class SubscriptionRefused extends Error {
  readonly type: FailureType;
  readonly status: number;

  constructor(type: FailureType, status: number, message: string) {
    super(message);
    this.type = type;
    this.status = status;
  }
}

export async function subscribe(connection: Connection, asked: Asked, parts: Parts): Promise<void> {
  const { channel } = asked;
  const { subscriptions, app } = connection;
  if (subscriptions.has(channel)) return connection.reject(`The connection is subscribed to ${channel} already.`);
  const kind = kindOf(channel);
  let subscription: Subscription | undefined;
  try {
    if (subscriptions.size >= parts.limits.subscriptions)
      throw new SubscriptionRefused('LimitReached', 403, `A connection has at most ${parts.limits.subscriptions} subscriptions.`);
    const member = authorize(connection, asked, kind, parts.clock.now());
    const writing = kind.isUser ? Promise.resolve(undefined) : write(parts, connection, channel, member);
    const written = writing.then(
      () => true,
      () => false,
    );
    subscription = { connection, channel, user: member?.id, held: [], members: new Set(), written };
    parts.hub.subscribe(subscription);
    const members = await writing;
    const last = kind.isCache ? await cached(parts.store.read, app.id, channel, parts.clock.now()) : undefined;
    if (subscriptions.get(channel) !== subscription) return;
    for (const { id } of members ?? []) subscription.members.add(id);
    connection.send(frame({ event: 'pusher_internal:subscription_succeeded', channel, data: succeeded(members) }));
    // An event that came in the meantime is a newer one.
    const isNewer = subscription.held?.some(({ event }) => !event.startsWith('pusher_internal:')) === true;
    if (kind.isCache && !isNewer) sendLast(connection, channel, last, parts);
    passHeld(subscription);
  } catch (error) {
    if (subscription !== undefined && subscriptions.get(channel) === subscription) parts.hub.unsubscribe(subscription);
    fail(connection, channel, error, parts);
  }
}

/** Ends a subscription, once its rows are written. */
export function endSubscription(subscription: Subscription, parts: Parts): void {
  const { connection, channel, user, written } = subscription;
  parts.hub.unsubscribe(subscription);
  if (kindOf(channel).isUser) return;
  void written.then((isWritten) => {
    if (!isWritten) return;
    parts.ledger.insist(async (unit) => {
      if (user !== undefined) await leave(unit, connection.app.id, channel, user);
      await removeSubscription(unit, connection.app, channel);
    });
  });
}

/**
 * Checks that the back end has authorized a subscription.
 * @param now on the sandbox clock
 * @returns the member of a presence channel
 * @throws {SubscriptionRefused}
 */
function authorize(connection: Connection, { channel, auth, channel_data }: Asked, kind: ChannelKind, now: number): Member | undefined {
  const { app, id, user } = connection;
  if (kind.isUser) {
    if (user !== undefined && channel === USER_CHANNEL + user.id) return undefined;
    throw new SubscriptionRefused('AuthError', 401, 'Only a connection that is signed in as the user subscribes to this channel.');
  }
  if (!kind.isPrivate) return undefined;
  if (!isAuthorized(app, auth, channelText(id, channel, channel_data), now))
    throw new SubscriptionRefused('AuthError', 401, 'The signature does not match the channel.');
  if (!kind.isPresence) return undefined;
  if (channel_data === undefined && user !== undefined) return user;
  const given = parse(channel_data ?? '');
  if (!validatePresenceMember(given, []) || String(given.user_id) === '')
    throw new SubscriptionRefused(
      'AuthError',
      401,
      'The channel_data of a presence channel must be JSON with a user_id of at most 128 characters, none of them a control character.',
    );
  return memberOf(given);
}

/** @throws {SubscriptionRefused} */
function memberOf({ user_id, user_info }: PresenceMember): Member {
  const info = user_info === undefined ? null : JSON.stringify(user_info);
  if (info !== null && Buffer.byteLength(info) > MOST_USER_INFO_BYTES)
    throw new SubscriptionRefused('LimitReached', 403, `The user_info of a member has at most ${MOST_USER_INFO_BYTES} bytes.`);
  return { id: String(user_id), info };
}

/** Writes the rows of a subscription. @returns the members of a presence channel */
async function write({ ledger }: Parts, { app }: Connection, channel: string, member: Member | undefined) {
  const members = await ledger.make(async (unit) => {
    if (member === undefined) return addSubscription(unit, app, channel);
    const before = await loadMembers(unit.tables, app.id, channel);
    if (before.length >= MOST_MEMBERS && before.every(({ id }) => id !== member.id)) return 'full';
    await addSubscription(unit, app, channel);
    return join(unit, app.id, channel, member, before);
  });
  if (members === 'full') throw new SubscriptionRefused('LimitReached', 403, `A presence channel has at most ${MOST_MEMBERS} members.`);
  return members ?? undefined;
}

function succeeded(members: readonly Member[] | undefined): string {
  if (members === undefined) return '{}';
  const hash = Object.fromEntries(members.map(({ id, info }) => [id, info === null ? null : parseJson(info)]));
  return JSON.stringify({ presence: { ids: members.map(({ id }) => id), hash, count: members.length } });
}

/** Sends the last event of a cache channel, or says that there is none. */
function sendLast(
  connection: Connection,
  channel: string,
  last: { readonly event: string; readonly data: string } | undefined,
  { ledger }: Parts,
): void {
  if (last !== undefined) {
    connection.send(frame({ event: last.event, channel, data: last.data }));
    return;
  }
  connection.send(frame({ event: 'pusher:cache_miss', channel, data: '{}' }));
  ledger.insist((unit) => miss(unit, connection.app.id, channel));
}

function fail(connection: Connection, channel: string, error: unknown, { warn }: Parts): void {
  const isRefused = error instanceof SubscriptionRefused;
  if (!isRefused) warn(`A subscription failed: ${String(error)}`);
  const { type, status, message } = isRefused
    ? error
    : ({ type: 'ServerError', status: 503, message: 'The service cannot subscribe now. Try again in a moment.' } as const);
  connection.send(frame({ event: 'pusher:subscription_error', channel, data: { type, error: message, status } }));
  connection.reject(message);
}
