// The event service: back ends publish to channels whose subscribers hold sockets, subscribers come and go, and a webhook is told of it.

import { createHmac } from 'node:crypto';
import { createEventsClient, createEventsWebhookReceiver } from '@octavo/interfaces/d-events';
import { unwrap } from '@octavo/runtime';
import { Socket } from '../socket.ts';
import { Counts, oneOf, unique, unlessCutOr, type Worker, type World } from '../worker.ts';

/** An event that was acknowledged. */
interface Event {
  readonly name: string;
  readonly channel: string;
  /** When it was sent, and acknowledged. */
  readonly began: number;
  readonly ended: number;
  readonly isSure: boolean;
}

/** Milliseconds that a connection that was cut may take to come back. */
const AWAY = 20_000;
/** Milliseconds for an event from its acknowledgement to the subscribers. */
const AFTER = 1_000;
const VISITS_AT_ONCE = 4;

export async function eventsWorker({ url, fetch, act, receiver, wasKilledBetween, callers }: World): Promise<Worker> {
  const service = 'd-events';
  const counts = new Counts();
  const faults: string[] = [];
  /** What the webhook was told: `channel_occupied presence-…`. */
  const told = new Set<string>();
  const address = receiver.add(
    '/events',
    createEventsWebhookReceiver(
      {
        channelEvents({ body }) {
          for (const event of body.events) if ('channel' in event) told.add(`${event.name} ${event.channel}`);
          return { status: 200 };
        },
      },
      { secrets: (key) => (key === app.key ? [app.secret] : null) },
    ),
  );
  const added = await act(service, 'add-app', { webhook_url: address, messages_per_day: 100_000_000 });
  const app = { id: String(added.id), key: String(added.key), secret: String(added.secret) };
  const client = createEventsClient({ baseUrl: url(service), fetch: fetch(service), credentials: { signedQuery: app } });
  const path = { app_id: app.id };
  const events: Event[] = [];
  /** How often each event came, by its name. */
  const came = new Map<string, number>();
  /** What the webhook must be told. */
  const wanted: { readonly text: string; readonly at: number }[] = [];

  const channels = Array.from({ length: callers }, () => unique('match-'));
  const newSocket = (channel: string, member?: string) =>
    new Socket({
      url: `${url(service).replace(/^http/, 'ws')}/app/${app.key}?protocol=7&client=soak&version=1.0`,
      channel,
      member,
      sign: (text) => `${app.key}:${createHmac('sha256', app.secret).update(text).digest('hex')}`,
      heard: (event) => came.set(event, (came.get(event) ?? 0) + 1),
    });
  const sockets = new Map(channels.map((channel) => [channel, newSocket(channel)]));
  await Promise.all([...sockets.values()].map((socket) => socket.joined()));

  async function publish(caller: number): Promise<void> {
    const channel = channels[caller] ?? oneOf(channels);
    const names = Math.random() < 0.7 ? [unique('goal-')] : [unique('goal-'), unique('goal-'), unique('goal-')];
    const began = Date.now();
    let isSure = false;
    try {
      isSure = await unlessCutOr(() => trigger(channel, names), false);
    } finally {
      // One that was refused may have reached some.
      const ended = Date.now();
      events.push(...names.map((name) => ({ name, channel, began, ended, isSure })));
    }
    if (isSure) counts.add('events', names.length);
  }

  async function trigger(channel: string, names: readonly string[]): Promise<true> {
    const sent = { channel, data: JSON.stringify({ minute: 12 }) };
    const [name = ''] = names;
    if (names.length === 1) unwrap(await client.triggerEvent({ path, body: { name, ...sent } }), 200);
    else unwrap(await client.triggerBatchEvents({ path, body: { batch: names.map((each) => ({ name: each, ...sent })) } }), 200);
    return true;
  }

  let visits = 0;
  /** A user comes to a channel of their own, and leaves. */
  async function visit(): Promise<void> {
    if (visits >= VISITS_AT_ONCE) return read();
    visits += 1;
    const at = Date.now();
    const channel = unique('presence-box-');
    const socket = newSocket(channel, 'noor');
    try {
      await socket.joined();
      const { users } = unwrap(await client.listChannelUsers({ path: { ...path, channel_name: channel } }), 200);
      if (!wasKilledBetween(at - AWAY, Date.now()) && users.map(({ id }) => id).join() !== 'noor')
        faults.push(`The channel ${channel} has the users ${JSON.stringify(users)}, not noor.`);
      wanted.push({ text: `channel_occupied ${channel}`, at }, { text: `channel_vacated ${channel}`, at });
      wanted.push({ text: `member_added ${channel}`, at }, { text: `member_removed ${channel}`, at });
      counts.add('visits');
    } finally {
      await socket.leave();
      visits -= 1;
    }
  }

  async function read(): Promise<void> {
    if (Math.random() < 0.5) unwrap(await client.listChannels({ path, query: { filter_by_prefix: 'presence-' } }), 200);
    else unwrap(await client.getChannel({ path: { ...path, channel_name: oneOf(channels) } }), 200);
  }

  /** Whether a socket was there for the whole time of an event, and a while after. */
  const mustCome = ({ channel, began, ended, isSure }: Event) =>
    isSure && !wasKilledBetween(began - AWAY, ended + AFTER) && sockets.get(channel)?.wasThere(began, ended + AFTER) === true;
  const late = () => events.filter((event) => mustCome(event) && !came.has(event.name));

  return {
    service,
    act(caller) {
      const chance = Math.random();
      if (chance < 0.5) return publish(caller);
      return chance < 0.9 ? read() : visit();
    },
    acknowledged: () => counts.all(),
    missing: () => [
      ...late().map(({ name }) => `The event ${name} was acknowledged, and came to no subscriber.`),
      ...wanted.filter(({ text }) => !told.has(text)).map(({ text }) => `The webhook was not told ${text}.`),
    ],
    async compare() {
      const known = new Set(events.map(({ name }) => name));
      return [
        ...faults,
        ...[...came].filter(([, count]) => count > 1).map(([name, count]) => `The event ${name} came ${count} times.`),
        ...[...came.keys()].filter((name) => !known.has(name)).map((name) => `The event ${name} came, and was not sent.`),
      ];
    },
    async leave() {
      await Promise.all([...sockets.values()].map((socket) => socket.leave()));
    },
  };
}
