// What control can do with the microblogging service: users, their requests, tokens, access levels, and how limits are counted.

import { refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../platform/action.ts';
import { hashOf } from '../platform/secrets.ts';
import { isLevel } from './access/levels.ts';
import { scopesOf } from './access/scopes.ts';
import { addSigningToken, addTokens, forgetTokens, newSigningToken, newTokens, revokeFamily } from './access/tokens.ts';
import type { MicroblogPlatform, Tables } from './deps.ts';
import { factorOf, setOption } from './options.ts';
import { newUser } from './people/new-user.ts';
import { findUserByName } from './people/store.ts';
import type { UserRow } from './people/tables.ts';
import { answerRequest } from './people/write.ts';

const username = { type: 'string', description: 'Username, without the `@`.' } as const;
const app = { type: 'string', description: 'Identifier of the application.' } as const;

/** @throws the refusal 404 */
async function known(tables: Tables, name: string): Promise<UserRow> {
  const row = await findUserByName(tables, name);
  if (row === undefined) throw refuse(404, { detail: `There is no user ${name}.` });
  return row;
}

const addUser = defineAction(
  {
    name: 'add-user',
    summary: 'Adds a user.',
    fields: {
      username,
      name: { type: 'string', optional: true, description: 'Display name. Default: the username.' },
      protected: { type: 'boolean', optional: true, description: 'Whether only followers see the posts. Default: no.' },
    },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    if (!/^[A-Za-z0-9_]{1,15}$/.test(input.username)) throw refuse(400, { detail: '/username must be 1 to 15 letters, digits and _.' });
    const { username, name = username } = input;
    return { id: await newUser(platform, { username, name, is_protected: input.protected === true }) };
  },
);

const changeUser = defineAction(
  {
    name: 'change-user',
    summary: 'Protects, suspends or verifies a user, or ends this.',
    fields: {
      username,
      protected: { type: 'boolean', optional: true, description: 'Whether only followers see the posts.' },
      suspended: { type: 'boolean', optional: true, description: 'Whether the account is suspended.' },
      verified: { type: 'boolean', optional: true, description: 'Whether the account is verified.' },
    },
  },
  async (input, { store }: MicroblogPlatform): Promise<ActionOutput> => {
    const { protected: is_protected, suspended: is_suspended, verified } = input;
    await store.write(async (tables) => {
      const { id, ...row } = await known(tables, input.username);
      const verified_type = verified === undefined ? row.verified_type : verified ? 'blue' : 'none';
      const set = { is_protected: is_protected ?? row.is_protected, is_suspended: is_suspended ?? row.is_suspended, verified_type };
      await tables.updateTable('b_users').set(set).where('id', '=', id).execute();
    });
    return {};
  },
);

const answer = defineAction(
  {
    name: 'answer-request',
    summary: 'Lets a protected user accept or decline a request to follow.',
    fields: {
      username: { type: 'string', description: 'Username of the protected user.' },
      follower: { type: 'string', description: 'Username of the user who has asked.' },
      accept: { type: 'boolean', optional: true, description: 'Whether the request is accepted. Default: yes.' },
    },
  },
  async (input, platform: MicroblogPlatform): Promise<ActionOutput> => {
    const { read } = platform.store;
    const [target, source] = [await known(read, input.username), await known(read, input.follower)];
    if (!(await answerRequest(platform, source.id, target.id, input.accept !== false)))
      throw refuse(404, { detail: `${input.follower} has not asked to follow ${input.username}.` });
    return {};
  },
);

const mintToken = defineAction(
  {
    name: 'mint-token',
    summary: 'Makes the tokens that a user would grant to an application.',
    fields: { app, username, scopes: { type: 'string', description: 'Scopes, separated by spaces.' } },
  },
  async (input, { store, clock, ids }: MicroblogPlatform): Promise<ActionOutput> => {
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
);

/** @throws the refusal 404 */
async function requireApp(tables: Tables, id: string): Promise<void> {
  const row = await tables.selectFrom('b_apps').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw refuse(404, { detail: `There is no application ${id}.` });
}

const mintSigningToken = defineAction(
  {
    name: 'mint-signing-token',
    summary: 'Makes a token and a secret that sign requests of version 1.1 for a user.',
    fields: { app, username },
  },
  async (input, { store, ids, seal }: MicroblogPlatform): Promise<ActionOutput> => {
    const { id: user_id } = await known(store.read, input.username);
    const made = newSigningToken(ids, seal, user_id);
    await store.write(async (tables) => {
      await requireApp(tables, input.app);
      await addSigningToken(tables, input.app, user_id, made);
    });
    return { token: made.token, secret: made.secret };
  },
);

const revokeToken = defineAction(
  {
    name: 'revoke-token',
    summary: 'Revokes a token with all others of its grant, in all processes at once.',
    fields: { token: { type: 'string', description: 'The token.' } },
  },
  async ({ token }, { store, bus }: MicroblogPlatform): Promise<ActionOutput> => {
    const hashes = await store.write(async (tables) => {
      const row = await tables.selectFrom('b_tokens').select('family').where('hash', '=', hashOf(token)).executeTakeFirst();
      if (row === undefined) throw refuse(404, { detail: 'There is no such token.' });
      return revokeFamily(tables, row.family);
    });
    await forgetTokens(bus, hashes);
    return {};
  },
);

const setLevel = defineAction(
  {
    name: 'set-level',
    summary: 'Sets the access level of an application.',
    fields: { app, level: { type: 'string', description: 'free, basic, pro, academic or enterprise.' } },
  },
  async ({ app: id, level }, { store, bus }: MicroblogPlatform): Promise<ActionOutput> => {
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
    return {};
  },
);

const setLimits = defineAction(
  {
    name: 'set-limits',
    summary: 'Sets how the limits of both documents are counted.',
    fields: {
      limits: { type: 'string', description: '`off`, `record` (as the documents say), or a number by which each limit is multiplied.' },
    },
  },
  async ({ limits }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    if (limits !== 'off' && limits !== 'record' && String(factorOf(limits)) !== limits)
      throw refuse(400, { detail: '/limits must be off, record, or a number above 0.' });
    await setOption(platform, 'limits', limits);
    return {};
  },
);

export const actions = [addUser, changeUser, answer, mintToken, mintSigningToken, revokeToken, setLevel, setLimits];
