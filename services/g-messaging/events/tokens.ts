// Makes tokens by which pages and apps report events of one contact, without the password of the account.

import type { EventTokenRequest } from '@octavo/interfaces/g-messaging';
import { hashOf } from '../../platform/secrets.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { findContact } from '../contacts/find.ts';
import type { Tables, Unit } from '../deps.ts';
import { insert, invalid } from '../store.ts';

const HOUR = 3_600_000;

/** Makes a token that is valid for an hour. @throws the refusal 400 for an unknown contact, or none */
export async function createEventToken({ deps, tables, at }: Unit, account: number, request: EventTokenRequest): Promise<string> {
  const { email, phone, externalCustomerId, eventTypeKeys } = request;
  const given = externalCustomerId ?? email ?? phone;
  if (given === undefined) throw invalid('Give email, phone or externalCustomerId.');
  const contact = await findContact(tables, account, { externalId: externalCustomerId, email, phone });
  if (contact === undefined) throw invalid(`The contact ${given} does not exist.`);
  const token = `ev-${contact}-${deps.ids.hex(32)}`;
  const row = { hash: hashOf(token), account, contact, types: eventTypeKeys ?? null, expires_at: at + HOUR };
  await tables.deleteFrom('g_event_tokens').where('account', '=', account).where('expires_at', '<=', at).execute();
  await insert(tables, 'g_event_tokens', row);
  return token;
}

const tokenByHash = prepare((tables: Tables, given: Given<{ hash: string; at: number }>) =>
  tables.selectFrom('g_event_tokens').selectAll().where('hash', '=', given('hash')).where('expires_at', '>', given('at')),
);

/** What a token is valid for; `undefined` where it is unknown or too old. */
export function findEventToken({ tables, at }: Pick<Unit, 'tables' | 'at'>, token: string) {
  return tokenByHash.first(tables, { hash: hashOf(token), at });
}
