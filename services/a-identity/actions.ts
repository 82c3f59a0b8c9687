// Declares what control can do with the identity service: users, and the tokens that another address would mint in production.

import { isEmail, refuse } from '@octavo/runtime';
import { actionsOf, boolean, integer, optional, requireRange, string, strings } from '../platform/action.ts';
import { revokeAction } from '../platform/credentials.ts';
import type { Platform } from '../platform/service.ts';
import { signingKey } from './keys.ts';
import { findBy, insert } from './store.ts';
import type { IdentityTables, UserRow } from './tables.ts';
import { type Grant, keepIdToken, mintAccessToken, newIdToken, revokeToken, TOKENS } from './tokens.ts';
import { findUser } from './users.ts';

const action = actionsOf<Platform<IdentityTables>>();

const user = string('Identifier or email address of the user.');
const scopes = optional(strings('Default: openid, userinfo.email and userinfo.profile. Other scopes are allowed, and show no claims.'));
const client = optional(string('Identifier of the client. Default: the client of the examples.'));
const seconds = optional(integer('How long the token is valid, on the sandbox clock. Default: 3600.'));

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
  requireRange('seconds', life, 1, LONGEST_SECONDS);
  return {
    user_id,
    client: audience ?? 'harbour-web.apps.example.com',
    scopes: granted,
    seconds: life,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

export const actions = [
  action(
    'mint-access-token',
    'Mints an access token of a user for a client.',
    { user, scopes, client, seconds },
    async (input, { store, clock, ids }) => {
      const { id } = await findUser(store.read, input.user);
      const grant = grantOf(id, input);
      const now = clock.now();
      const access_token = await store.write((tables) => mintAccessToken(tables, ids, grant, now));
      return { access_token, scope: grant.scopes.join(' '), expires_in: grant.seconds };
    },
  ),
  action(
    'mint-id-token',
    'Mints an ID token of a user for a client: a JWT that the keys at /oauth2/v2/certs verify.',
    {
      user,
      scopes,
      client,
      seconds,
      nonce: optional(string('Nonce of the request for the token.')),
    },
    async (input, platform) => {
      const { store, clock } = platform;
      const found = await findUser(store.read, input.user);
      const grant = grantOf(found.id, input);
      const now = clock.now();
      const id_token = await newIdToken(await signingKey(platform), found, grant, now);
      await store.write((tables) => keepIdToken(tables, id_token, grant, now));
      return { id_token, expires_in: grant.seconds };
    },
  ),
  revokeAction<IdentityTables>({ noun: 'token', changed: TOKENS, remove: revokeToken }),
  action(
    'add-user',
    'Adds a user, to whom tokens can be minted.',
    {
      email: string('Email address.'),
      given_name: string('First name.'),
      family_name: string('Last name.'),
      verified_email: optional(boolean('Whether the user is verified as the owner of the address. Default: true.')),
      locale: optional(string('Language as a BCP 47 tag. Default: en.')),
      hd: optional(string('Domain of the organization that hosts the account. Default: none.')),
    },
    async ({ email, given_name, family_name, verified_email = true, locale = 'en', hd }, { store, ids }) => {
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
        if ((await findBy(tables, 'a_users', { email })) !== undefined)
          throw refuse(400, { detail: `A user with the address ${email} exists.` });
        await insert(tables, 'a_users', row);
      });
      return { id };
    },
  ),
  action('list-users', 'Lists the users.', {}, async (_, { store }) => {
    const users = await store.read.selectFrom('a_users').select(['id', 'email', 'name']).orderBy('email').limit(1000).execute();
    return { users };
  }),
];
