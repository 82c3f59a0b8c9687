// Records events, each for the contact that it tells of.

import type { EventParameter } from '@octavo/interfaces/g-messaging';
import { isEmail } from '@octavo/runtime';
import { nextPosition } from '../../platform/work/positions.ts';
import { findKeys, keyText } from '../contacts/keys.ts';
import { channelKey, channelsOf, type Key, keysOf } from '../contacts/rules.ts';
import type { Tables } from '../deps.ts';
import { insert, insertMissing } from '../store.ts';
import type { EventRow } from './tables.ts';

export interface NewRecord extends Pick<EventRow, 'type' | 'key' | 'at'> {
  /** Default: the contact that the parameters or the key name. */
  readonly contact?: number | undefined;
  readonly params?: readonly EventParameter[] | undefined;
}

/** What may identify the contact of an event: its parameters `contactId`, `externalCustomerId`, `email` and `phone`, then its key. */
function eventKeys({ key, params = [] }: NewRecord): readonly Key[] {
  const texts = new Map(
    params.flatMap(({ name, value }) => (typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [])),
  );
  const id = Number(texts.get('contactId'));
  const phone = texts.get('phone');
  const numbers = channelsOf({ channels: [phone ?? [], key].flat().map((value) => ({ type: 'sms', value })) });
  const addresses = [texts.get('email') ?? [], key].flat().filter(isEmail);
  return [
    ...keysOf({ ...(Number.isSafeInteger(id) ? { id } : {}), externalCustomerId: texts.get('externalCustomerId') ?? '' }),
    ...addresses.map((address) => channelKey('email', address)),
    ...numbers.filter(({ value }) => value !== '').map(({ value }) => channelKey('sms', value)),
    ...keysOf({ externalCustomerId: key }),
  ];
}

/** Records events in a unit of work. A new type is created with its first event. It starts nothing: `reportEvents` does. */
export async function recordEvents(tables: Tables, account: number, events: readonly NewRecord[]): Promise<readonly EventRow[]> {
  if (events.length === 0) return [];
  const types = new Map(events.map(({ type, at }) => [type, at]));
  const ofAccount = [...types].map(([key, created_at]) => ({ account, key, created_at }));
  await insertMissing(tables, 'g_event_types', ofAccount);
  const keys = events.map((event) => (event.contact === undefined ? eventKeys(event) : []));
  const found = await findKeys(tables, account, keys.flat());
  const rows = events.map(({ type, key, contact, at, params = [] }, index): EventRow => {
    const named = keys[index]?.flatMap((one) => found.get(keyText(one))?.id ?? []).at(0);
    return { position: nextPosition(), account, type, key, contact: contact ?? named ?? null, at, params: [...params] };
  });
  await insert(tables, 'g_events', rows);
  return rows;
}
