// The last event of cache channels.

import type { Kysely } from 'kysely';
import { CACHE_SECONDS } from './limits.ts';
import { kindOf } from './rules/channels.ts';
import { changeAll, put } from './store.ts';
import type { CacheRow, EventsTables } from './tables.ts';

export interface CachedEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
}

/** @param now on the sandbox clock */
export async function cached(tables: Kysely<EventsTables>, app: string, channel: string, now: number): Promise<CacheRow | undefined> {
  const rows = tables.selectFrom('d_cache').selectAll().where('app_id', '=', app).where('channel', '=', channel);
  return await rows.where('expires_at', '>', now).executeTakeFirst();
}

/** The last event of a channel, and for how many seconds it is kept. */
export async function shownCache(tables: Kysely<EventsTables>, app: string, channel: string, now: number) {
  const event = await cached(tables, app, channel, now);
  return event === undefined ? null : { data: event.data, ttl: Math.floor((event.expires_at - now) / 1000) };
}

/** Keeps the last of the events that go to cache channels. */
export async function keep(tables: Kysely<EventsTables>, app: string, events: readonly CachedEvent[], now: number): Promise<void> {
  const last = new Map(events.filter(({ channel }) => kindOf(channel).isCache).map((event) => [event.channel, event]));
  for (const { channel, name, data } of last.values()) {
    const kept = { event: name, data, expires_at: now + CACHE_SECONDS * 1000 };
    await put(tables, 'd_cache', { app_id: app, channel, ...kept }, ['app_id', 'channel']);
    await changeAll(tables, 'd_channels', { app_id: app, name: channel }, { is_miss_reported: false });
  }
}
