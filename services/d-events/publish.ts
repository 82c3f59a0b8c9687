// Publishes events of a back end: checks them all, then keeps them, then sends them to the connections of all processes.

import { refuse } from '@octavo/runtime';
import { keep } from './cache.ts';
import { loadCounts } from './counts.ts';
import type { Caller, Deps } from './deps.ts';
import { MOST_EVENT_BYTES } from './limits.ts';
import { type FrameMessage, type Message, messages } from './messages.ts';
import { kindOf } from './rules/channels.ts';
import { type Count, faultOfInfo } from './rules/info.ts';

export interface EventToPublish {
  readonly name: string;
  readonly data: string;
  readonly channels: readonly string[];
  readonly socket_id?: string | undefined;
  readonly info: readonly Count[];
}

/** Processes cannot reach each other. */
const UNREACHED = 'Only some of the clients could be reached. Try again in a moment.';

/**
 * Publishes all events, or none.
 * @throws the refusals 400, 403 and 413; and 503 where only the connections of this process could be reached
 */
export async function publish({ store, clock, limits, bus }: Deps, app: Caller, events: readonly EventToPublish[]): Promise<void> {
  for (const event of events) check(event, app);
  const cost = events.reduce((sum, { info }) => sum + (info.length > 0 ? 2 : 1), 0);
  const day = { limit: app.messages_per_day, milliseconds: 86_400_000 };
  if (!(await limits.take(`d-events:${app.id}`, [day], cost)).allowed)
    throw refuse(403, { detail: 'The app has no messages left for today.' });
  const cached = events.flatMap(({ channels, name, data }) => channels.map((channel) => ({ channel, name, data })));
  if (cached.some(({ channel }) => kindOf(channel).isCache)) await store.write((tables) => keep(tables, app.id, cached, clock.now()));
  const sent = events.map((event) => frameOf(app.id, event));
  if (!(await bus.publish(messages, sent))) throw refuse(503, { detail: UNREACHED, headers: { 'retry-after': '1' } });
}

/** @throws the refusal 503 where only the connections of this process could be reached */
export async function send(bus: Deps['bus'], message: Message): Promise<void> {
  if (!(await bus.publish(messages, [message]))) throw refuse(503, { detail: UNREACHED, headers: { 'retry-after': '1' } });
}

/** The counts that an event requests, by channel. */
export async function countsAfter({ store }: Deps, app: Caller, { channels, info }: EventToPublish) {
  return await Promise.all(
    [...new Set(channels)].map(async (channel) => [channel, await loadCounts(store.read, app.id, channel, info)] as const),
  );
}

/** @throws the refusals 400 and 413 */
function check({ name, data, channels, info }: EventToPublish, app: Caller): void {
  if (/^pusher(_internal)?:/.test(name)) throw refuse(400, { detail: `The name ${name} is one of the service.` });
  if (Buffer.byteLength(data) > MOST_EVENT_BYTES)
    throw refuse(413, { detail: `The data of an event has at most ${MOST_EVENT_BYTES} bytes.` });
  if (channels.length > 1 && channels.some((channel) => kindOf(channel).isEncrypted))
    throw refuse(400, { detail: 'An event for an encrypted channel goes to no other channel.' });
  for (const channel of channels) {
    const fault = faultOfInfo(channel, info, app.has_subscription_counts);
    if (fault !== undefined) throw refuse(400, { detail: fault });
  }
}

function frameOf(app: string, { name: event, data, channels, socket_id }: EventToPublish): FrameMessage {
  return {
    kind: 'frame',
    app,
    channels: [...new Set(channels)],
    event,
    data,
    ...(socket_id === undefined ? {} : { exceptSocket: socket_id }),
  };
}
