// Declares what control can do with the event service: add and change apps and rotate their secrets, as their owners do on the pages of a provider.

import { refuse } from '@octavo/runtime';
import { type Action, actionsOf, boolean, integer, optional, requireRange, string } from '../platform/action.ts';
import { DELIVERABLE, isDeliverable } from '../platform/announce.ts';
import type { Platform } from '../platform/service.ts';
import { APPS, NEW_APP } from './apps.ts';
import { messages } from './messages.ts';
import { change, changeAll, find, insert } from './store.ts';
import type { AppRow, EventsTables } from './tables.ts';

const action = actionsOf<Platform<EventsTables>>();

const flag = (description: string) => optional(boolean(description));
const count = (description: string) => optional(integer(description));

const settings = {
  webhook_url: optional(string('Where webhooks go: http or https. Empty: nowhere.')),
  enabled: flag('Whether the app is enabled.'),
  client_events: flag('Whether clients may send events.'),
  subscription_counts: flag('Whether subscriptions are counted.'),
  requires_tls: flag('Whether clients must connect with TLS.'),
  most_connections: count('Connections that the app may have at a time. Those that are open stay.'),
  messages_per_day: count('Messages that the back end may publish in a day.'),
} as const;

/** How long the old secret of an app stays valid at most: 30 days. */
const MOST_OLD_SECONDS = 2_592_000;

export const actions: readonly Action[] = [
  action(
    'add-app',
    'Adds an app, and returns its key and secret. It has all features, 10,000 connections and 1,000,000 messages a day, unless you say else.',
    settings,
    async (input, { store, ids }) => {
      const app: AppRow = { ...NEW_APP, ...changesOf(input), id: ids.text(9, '123456789'), key: ids.hex(20), secret: ids.hex(20) };
      await store.write((tables) => insert(tables, 'd_apps', app));
      return { id: app.id, key: app.key, secret: app.secret };
    },
  ),
  action(
    'change-app',
    'Changes the settings of an app. Its open connections follow; those of an app that is disabled are closed.',
    { app: string('Identifier of the app.'), ...settings },
    async ({ app, ...input }, { store, bus }) => {
      const changes = changesOf(input);
      if (Object.keys(changes).length === 0) throw refuse(400, { detail: 'Name at least one setting.' });
      const changed = await store.write((tables) => changeAll(tables, 'd_apps', { id: app }, changes));
      if (changed === 0) throw refuse(404, { detail: `There is no app ${app}.` });
      const { id, key, secret } = await store.read.selectFrom('d_apps').selectAll().where('id', '=', app).executeTakeFirstOrThrow();
      await tellChange(bus, { id, key });
      return { id, key, secret };
    },
  ),
  action(
    'rotate-secret',
    'Gives an app a new secret, and returns it. Webhooks are signed with it from now on. The old one ends at once, unless you say how long it stays valid for requests and authorizations.',
    {
      app: string('Identifier of the app.'),
      old_seconds: count(`Seconds on the sandbox clock for which the old secret stays valid, at most ${MOST_OLD_SECONDS}. Default: 0.`),
    },
    async ({ app, old_seconds = 0 }, { store, bus, clock, ids }) => {
      requireRange('old_seconds', old_seconds, 0, MOST_OLD_SECONDS);
      const secret = ids.hex(20);
      const until = old_seconds === 0 ? null : clock.now() + old_seconds * 1000;
      const key = await store.write(async (tables) => {
        const row = await find(tables, 'd_apps', app);
        if (row === undefined) throw refuse(404, { detail: `There is no app ${app}.` });
        const old = { old_secret: until === null ? null : row.secret, old_secret_until: until };
        await change(tables, 'd_apps', app, { secret, ...old });
        return row.key;
      });
      await tellChange(bus, { id: app, key });
      return { id: app, key, secret, old_secret_until: until === null ? null : new Date(until).toISOString() };
    },
  ),
];

/** Tells all processes that an app is not as it was, after the commit: for its requests, and for its connections. */
async function tellChange(bus: Platform<EventsTables>['bus'], { id, key }: Pick<AppRow, 'id' | 'key'>): Promise<void> {
  await bus.publish(APPS, key);
  await bus.publish(messages, [{ kind: 'changed', app: id }]);
}

interface Settings {
  readonly webhook_url?: string;
  readonly enabled?: boolean;
  readonly client_events?: boolean;
  readonly subscription_counts?: boolean;
  readonly requires_tls?: boolean;
  readonly most_connections?: number;
  readonly messages_per_day?: number;
}

/** @throws the refusal 400 for a URL that is not one, and for a negative number */
function changesOf({ webhook_url, most_connections, messages_per_day, ...flags }: Settings): Partial<AppRow> {
  if (webhook_url !== undefined && webhook_url !== '' && !isDeliverable(webhook_url))
    throw refuse(400, { detail: `/webhook_url ${DELIVERABLE}.` });
  if ((most_connections ?? 0) < 0 || (messages_per_day ?? 0) < 0) throw refuse(400, { detail: 'Numbers must be 0 or more.' });
  return {
    ...(webhook_url === undefined ? {} : { webhook_url: webhook_url === '' ? null : webhook_url }),
    ...(most_connections === undefined ? {} : { most_connections }),
    ...(messages_per_day === undefined ? {} : { messages_per_day }),
    ...flagOf('is_enabled', flags.enabled),
    ...flagOf('has_client_events', flags.client_events),
    ...flagOf('has_subscription_counts', flags.subscription_counts),
    ...flagOf('requires_tls', flags.requires_tls),
  };
}

function flagOf(column: keyof AppRow, value: boolean | undefined): Partial<AppRow> {
  return value === undefined ? {} : { [column]: value };
}
