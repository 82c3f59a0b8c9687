// Creates the tables of the identity service.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTable(
    database,
    'a_users',
    {
      id: 'text',
      email: 'text',
      is_email_verified: 'whole',
      name: 'text',
      given_name: 'text',
      family_name: 'text',
      link: 'text',
      picture: 'text',
      gender: 'text?',
      locale: 'text',
      hosted_domain: 'text?',
    },
    ['id'],
  );
  await createTable(
    database,
    'a_tokens',
    {
      hash: 'text',
      kind: 'text',
      user_id: 'text',
      client: 'text',
      scopes: 'text',
      nonce: 'text?',
      issued_at: 'whole',
      expires_at: 'whole',
      is_revoked: 'whole',
    },
    ['hash'],
  );
  await createTable(database, 'a_signing_keys', { kid: 'text', private_jwk: 'text' }, ['kid']);
}
