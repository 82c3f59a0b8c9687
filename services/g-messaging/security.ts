// Finds the user of a request, which comes by HTTP Basic: with a user name and password, or with a key in the place of the password.

import type { MessagingSecurity } from '@octavo/interfaces/g-messaging';
import { changedKeys } from '../platform/cache.ts';
import { credentialFinder } from '../platform/credentials.ts';
import { hashOf } from '../platform/secrets.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller, MessagingPlatform, Tables } from './deps.ts';
import { findEventToken } from './events/tokens.ts';

/** Credentials that were revoked, by their hashes. */
const CREDENTIALS = changedKeys('g-messaging/credentials');

const userByPassword = prepare((tables: Tables, given: Given<{ hash: string }>) =>
  tables.selectFrom('g_users').select(['account', 'id as user']).where('password_hash', '=', given('hash')),
);

const userByKey = prepare((tables: Tables, given: Given<{ hash: string }>) =>
  tables
    .selectFrom('g_keys')
    .innerJoin('g_users', 'g_users.id', 'g_keys.user')
    .select(['g_users.account', 'g_users.id as user'])
    .where('hash', '=', given('hash')),
);

/** The user name with which the seeds show a key, which is valid with any. */
export const ANY_USER = 'any';

/** The hash of a user name with a password. Upper and lower case do not matter in a user name. */
export function passwordHash(username: string, password: string): string {
  return hashOf(`${username.toLowerCase()}:${password}`);
}

/** The operation that takes a token for events in the place of the password. */
const REPORTING = 'triggerEvent';

/** The same credentials are valid for both documents. A token for events is valid for one operation of the main one. */
export function security({
  store,
  bus,
  clock,
  refuses,
}: Pick<MessagingPlatform, 'store' | 'bus' | 'clock' | 'refuses'>): MessagingSecurity<Caller> {
  const find = credentialFinder<Caller>(bus, CREDENTIALS, (hash) => userByPassword.first(store.read, { hash }));
  const findByKey = credentialFinder<Caller>(bus, CREDENTIALS, (hash) => userByKey.first(store.read, { hash }));

  async function reporter(token: string): Promise<Caller | null> {
    const row = await findEventToken({ tables: store.read, at: clock.now() }, token);
    return row === undefined ? null : { account: row.account, user: 0, reporter: { contact: row.contact, types: row.types } };
  }

  return {
    async basic({ username, password }, { operation }) {
      // The platform knows the key of the seeds with one user name.
      if (refuses(`${ANY_USER}:${password}`)) return null;
      const found = (await find(`${username.toLowerCase()}:${password}`)) ?? (await findByKey(password));
      return found ?? (operation.id === REPORTING ? await reporter(password) : null);
    },
  };
}
