// What control can do with access: tokens, access levels, and how limits are counted.

import { refuse } from '@octavo/runtime';
import { string } from '../../platform/action.ts';
import { hashOf } from '../../platform/secrets.ts';
import { isLevel } from '../access/levels.ts';
import { scopesOf } from '../access/scopes.ts';
import { addSigningToken, addTokens, forgetTokens, newSigningToken, newTokens, revokeFamily } from '../access/tokens.ts';
import { factorOf, setOption } from '../options.ts';
import { action, app, known, requireApp, username } from './known.ts';

export const accessActions = [
  action(
    'mint-token',
    'Makes the tokens that a user would grant to an application.',
    { app, username, scopes: string('Scopes, separated by spaces.') },
    async (input, { store, clock, ids }) => {
      const scopes = scopesOf(input.scopes);
      if (scopes === undefined) throw refuse(400, { detail: '/scopes must be scopes of the document, separated by spaces.' });
      const text = scopes.join(' ');
      const [made, family, now] = [newTokens(ids, text), ids.uuid(), clock.now()];
      await store.write(async (tables) => {
        const { id: user_id } = await known(tables, input.username);
        await requireApp(tables, input.app);
        await addTokens(tables, { app_id: input.app, user_id, scopes: text, family }, made, now);
      });
      return { access_token: made.access, ...(made.refresh !== undefined && { refresh_token: made.refresh }) };
    },
  ),
  action(
    'mint-signing-token',
    'Makes a token and a secret that sign requests of version 1.1 for a user.',
    { app, username },
    async (input, { store, ids, seal }) => {
      const { id: user_id } = await known(store.read, input.username);
      const made = newSigningToken(ids, seal, user_id);
      await store.write(async (tables) => {
        await requireApp(tables, input.app);
        await addSigningToken(tables, input.app, user_id, made);
      });
      return { token: made.token, secret: made.secret };
    },
  ),
  action(
    'revoke-token',
    'Revokes a token with all others of its grant, in all processes at once.',
    { token: string('The token.') },
    async ({ token }, { store, bus }) => {
      const hashes = await store.write(async (tables) => {
        const row = await tables.selectFrom('b_tokens').select('family').where('hash', '=', hashOf(token)).executeTakeFirst();
        if (row === undefined) throw refuse(404, { detail: 'There is no such token.' });
        return revokeFamily(tables, row.family);
      });
      await forgetTokens(bus, hashes);
    },
  ),
  action(
    'set-level',
    'Sets the access level of an application.',
    { app, level: string('free, basic, pro, academic or enterprise.') },
    async ({ app: id, level }, { store, bus }) => {
      if (!isLevel(level)) throw refuse(400, { detail: '/level must be free, basic, pro, academic or enterprise.' });
      const hashes = await store.write(async (tables) => {
        await requireApp(tables, id);
        await tables.updateTable('b_apps').set({ level }).where('id', '=', id).execute();
        return tables.selectFrom('b_tokens').select('hash').where('app_id', '=', id).execute();
      });
      await forgetTokens(
        bus,
        hashes.map(({ hash }) => hash),
      );
    },
  ),
  action(
    'set-limits',
    'Sets how the limits of both documents are counted.',
    { limits: string('`off`, `record` (as the documents say), or a number by which each limit is multiplied.') },
    async ({ limits }, platform) => {
      if (limits !== 'off' && limits !== 'record' && String(factorOf(limits)) !== limits)
        throw refuse(400, { detail: '/limits must be off, record, or a number above 0.' });
      await setOption(platform, 'limits', limits);
    },
  ),
];
