// The rows that the examples of the document tell of: two users, and tokens with different scopes.

import type { Kysely } from 'kysely';
import { hashOf } from '../platform/secrets.ts';
import type { Platform, Story } from '../platform/service.ts';
import type { IdentityTables, TokenRow, UserRow } from './tables.ts';

const CLIENT = 'harbour-web.apps.example.com';

/** Tokens that are valid for ten years, so that a sandbox which is kept can be used for as long. */
export const lastingTokens = {
  allScopes: 'at-8Rw5nJd2Tq7',
  profileOnly: 'at-3Pc9xLb6Yv1',
  emailOnly: 'at-5Gz7hKs4Mf0',
} as const;

/**
 * Seeded tokens of the examples, which are valid for an hour. The ID token is the one in the document; the private key that signed it was deleted.
 */
export const tokens = {
  allScopes: 'at-7Qm4rT0pLx2',
  profileOnly: 'at-2Vb8kWn3Zc6',
  emailOnly: 'at-9Hd1sFy5Ju7',
  noScopes: 'at-4Xe6mGq8Ra0',
  expired: 'at-1Kt3pDl9Bw5',
  revoked: 'at-6Nf2vCh7Os4',
  idToken:
    'eyJhbGciOiJSUzI1NiIsImtpZCI6InN0b3J5IiwidHlwIjoiSldUIn0.eyJlbWFpbCI6ImluZXMudmFyZ2FAbHVtZW4uZXhhbXBsZSIsImVtYWlsX3ZlcmlmaWVkIjp0cnVlLCJpc3MiOiJodHRwczovL2F1dGguZXhhbXBsZS5jb20iLCJzdWIiOiIxMDQ4MTA1MjM5MDYxMTc0MjI5NTMiLCJhdWQiOiJoYXJib3VyLXdlYi5hcHBzLmV4YW1wbGUuY29tIiwiaWF0IjoxNzk1MjUxNjAwLCJleHAiOjE3OTUyNTUyMDB9.E8adDw455PYxnJ2IIZQXU85ilPSJOo_Pt2Qxb_ko0vILWzBOTW2BITAdbYT_H-l_i1kPWWBS5ywvnojLqAt0FJV8oFs_OXt3p_OLrc8HBKkXAoGeJuX_o7iQqKmhubpJ0wCjZtz8u5l2bNCZty9wlNo1vGUFmBiPygI1RcNa5nhPeNbyVLdIvvJaB_LwHXZ3KiIjte-ykf6kMxiN1GMOSJgRGKunLYeCJ9-yin6_JFWr12vMUDJBpE8QitUeDSqhVpXlZh5CpbTGZ2cUQgqu64ohH4DAyZlXv2CDZa6oNr7A36RI-U0u4lmjOuQsJGCxzmCQBwtD6XaBcZZhGtfq6g',
} as const;

export async function seed(tables: Kysely<IdentityTables>, { story }: Platform<IdentityTables>): Promise<void> {
  await tables.insertInto('a_users').values(users).execute();
  await tables.insertInto('a_tokens').values(tokenRows(story)).execute();
}

const INES = '104810523906117422953';

const users: readonly UserRow[] = [
  {
    id: INES,
    email: 'ines.varga@lumen.example',
    is_email_verified: true,
    name: 'Ines Varga',
    given_name: 'Ines',
    family_name: 'Varga',
    link: `https://people.example.com/${INES}`,
    picture: `https://images.example.com/${INES}.png`,
    gender: 'female',
    locale: 'pt-PT',
    hosted_domain: 'lumen.example',
  },
  {
    id: '117203448190562738401',
    email: 'kofi.mensah@postbox.example',
    is_email_verified: false,
    name: 'Kofi Mensah',
    given_name: 'Kofi',
    family_name: 'Mensah',
    link: 'https://people.example.com/117203448190562738401',
    picture: 'https://images.example.com/117203448190562738401.png',
    gender: null,
    locale: 'en-GB',
    hosted_domain: null,
  },
];

const TEN_YEARS = 3652 * 86_400_000;

function tokenRows(story: Story): TokenRow[] {
  const issued_at = story('2026-11-21T09:15:14Z');
  const token = (text: string, scopes: string): TokenRow => ({
    hash: hashOf(text),
    kind: 'access',
    user_id: INES,
    client: CLIENT,
    scopes,
    nonce: null,
    issued_at,
    expires_at: issued_at + 3_600_000,
    is_revoked: false,
  });
  const lasting = (text: string, scopes: string): TokenRow => ({ ...token(text, scopes), expires_at: issued_at + TEN_YEARS });
  const idTokenIssued = story('2026-11-21T09:00:00Z');
  return [
    token(tokens.allScopes, 'openid userinfo.email userinfo.profile'),
    token(tokens.profileOnly, 'userinfo.profile'),
    token(tokens.emailOnly, 'userinfo.email'),
    lasting(lastingTokens.allScopes, 'openid userinfo.email userinfo.profile'),
    lasting(lastingTokens.profileOnly, 'userinfo.profile'),
    lasting(lastingTokens.emailOnly, 'userinfo.email'),
    token(tokens.noScopes, 'calendar.read'),
    { ...token(tokens.expired, 'openid userinfo.profile'), expires_at: issued_at },
    { ...token(tokens.revoked, 'openid userinfo.profile'), is_revoked: true },
    {
      ...token(tokens.idToken, 'openid userinfo.email'),
      kind: 'id',
      issued_at: idTokenIssued,
      expires_at: idTokenIssued + 3_600_000,
    },
  ];
}
