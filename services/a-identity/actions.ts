// Declares what control can do with the identity service: users, and the tokens that another address would mint in production.

import { isEmail, refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../platform/action.ts';
import { revokeAction } from '../platform/credentials.ts';
import type { Platform } from '../platform/service.ts';
import { signingKey } from './keys.ts';
import type { IdentityTables, UserRow } from './tables.ts';
import { type Grant, keepIdToken, mintAccessToken, newIdToken, revokeToken, TOKENS } from './tokens.ts';
import { findUser } from './users.ts';

type IdentityPlatform = Platform<IdentityTables>;

const user = { type: 'string', description: 'Identifier or email address of the user.' } as const;
const scopes = {
  type: 'strings',
  optional: true,
  description: 'Default: openid, userinfo.email and userinfo.profile. Other scopes are allowed, and show no claims.',
} as const;
const client = { type: 'string', optional: true, description: 'Identifier of the client. Default: the client of the examples.' } as const;
const seconds = {
  type: 'integer',
  optional: true,
  description: 'How long the token is valid, on the sandbox clock. Default: 3600.',
} as const;

interface GrantInput {
  readonly scopes?: readonly string[];
  readonly client?: string;
  readonly seconds?: number;
  readonly nonce?: string;
}

const LONGEST_SECONDS = 10 * 365 * 86_400;

/** @throws the refusal 400 for a value that no token can have */
function grantOf(user_id: string, { scopes: asked, client: audience, seconds: life = 3600, nonce }: GrantInput): Grant {
  const granted = asked ?? ['openid', 'userinfo.email', 'userinfo.profile'];
  // RFC 6749 section 3.3
  if (granted.length === 0 || !granted.every((scope) => /^[!#-[\]-~]+$/.test(scope)))
    throw refuse(400, { detail: '/scopes must have at least one scope, each without spaces, quotes and backslashes.' });
  if (life < 1 || life > LONGEST_SECONDS) throw refuse(400, { detail: `/seconds must be from 1 to ${LONGEST_SECONDS}.` });
  return {
    user_id,
    client: audience ?? 'harbour-web.apps.example.com',
    scopes: granted,
    seconds: life,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

const mintAccess = defineAction(
  { name: 'mint-access-token', summary: 'Mints an access token of a user for a client.', fields: { user, scopes, client, seconds } },
  async (input, { store, clock, ids }: IdentityPlatform): Promise<ActionOutput> => {
    const { id } = await findUser(store.read, input.user);
    const grant = grantOf(id, input);
    const now = clock.now();
    const access_token = await store.write((tables) => mintAccessToken(tables, ids, grant, now));
    return { access_token, scope: grant.scopes.join(' '), expires_in: grant.seconds };
  },
);

const mintId = defineAction(
  {
    name: 'mint-id-token',
    summary: 'Mints an ID token of a user for a client: a JWT that the keys at /oauth2/v2/certs verify.',
    fields: {
      user,
      scopes,
      client,
      seconds,
      nonce: { type: 'string', optional: true, description: 'Nonce of the request for the token.' },
    },
  },
  async (input, platform: IdentityPlatform): Promise<ActionOutput> => {
    const { store, clock } = platform;
    const found = await findUser(store.read, input.user);
    const grant = grantOf(found.id, input);
    const now = clock.now();
    const id_token = await newIdToken(await signingKey(platform), found, grant, now);
    await store.write((tables) => keepIdToken(tables, id_token, grant, now));
    return { id_token, expires_in: grant.seconds };
  },
);

const revoke = revokeAction<IdentityTables>({ noun: 'token', changed: TOKENS, remove: revokeToken });

const addUser = defineAction(
  {
    name: 'add-user',
    summary: 'Adds a user, to whom tokens can be minted.',
    fields: {
      email: { type: 'string', description: 'Email address.' },
      given_name: { type: 'string', description: 'First name.' },
      family_name: { type: 'string', description: 'Last name.' },
      verified_email: {
        type: 'boolean',
        optional: true,
        description: 'Whether the user is verified as the owner of the address. Default: true.',
      },
      locale: { type: 'string', optional: true, description: 'Language as a BCP 47 tag. Default: en.' },
      hd: { type: 'string', optional: true, description: 'Domain of the organization that hosts the account. Default: none.' },
    },
  },
  async ({ email, given_name, family_name, verified_email = true, locale = 'en', hd }, { store, ids }: IdentityPlatform) => {
    if (!isEmail(email)) throw refuse(400, { detail: '/email must be an email address.' });
    if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(locale)) throw refuse(400, { detail: '/locale must be a BCP 47 tag.' });
    const id = `1${ids.text(20, '0123456789')}`;
    const row: UserRow = {
      id,
      email,
      is_email_verified: verified_email,
      name: `${given_name} ${family_name}`,
      given_name,
      family_name,
      link: `https://people.example.com/${id}`,
      picture: `https://images.example.com/${id}.png`,
      gender: null,
      locale,
      hosted_domain: hd ?? null,
    };
    await store.write(async (tables) => {
      const known = await tables.selectFrom('a_users').select('id').where('email', '=', email).executeTakeFirst();
      if (known !== undefined) throw refuse(400, { detail: `A user with the address ${email} exists.` });
      await tables.insertInto('a_users').values(row).execute();
    });
    return { id };
  },
);

const listUsers = defineAction(
  { name: 'list-users', summary: 'Lists the users.', fields: {} },
  async (_input, { store }: IdentityPlatform): Promise<ActionOutput> => {
    const users = await store.read.selectFrom('a_users').select(['id', 'email', 'name']).orderBy('email').limit(1000).execute();
    return { users };
  },
);

export const actions = [mintAccess, mintId, revoke, addUser, listUsers];
