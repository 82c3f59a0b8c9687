// Creates the tables of the email service.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('h_accounts')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('plan_name', 'text', (column) => column.notNull())
    .addColumn('plan_level', 'bigint', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('period_ends_at', 'bigint', (column) => column.notNull())
    .addColumn('searches_used', 'bigint', (column) => column.notNull())
    .addColumn('verifications_used', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('h_keys')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'bigint')
    .execute();
  await schema
    .createTable('h_domains')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('organization', 'text')
    .addColumn('organization_key', 'text')
    .addColumn('is_disposable', 'bigint', (column) => column.notNull())
    .addColumn('is_webmail', 'bigint', (column) => column.notNull())
    .addColumn('accepts_all', 'bigint', (column) => column.notNull())
    .addColumn('pattern', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('h_domains_organization').on('h_domains').column('organization_key').execute();
  await schema
    .createTable('h_mailboxes')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('exists', 'bigint', (column) => column.notNull())
    .addColumn('is_listed', 'bigint', (column) => column.notNull())
    .addColumn('is_claimed', 'bigint', (column) => column.notNull())
    .addColumn('server', 'text', (column) => column.notNull())
    .addColumn('search_seconds', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('confidence', 'bigint', (column) => column.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('person_key', 'text')
    .addColumn('position', 'text')
    .addColumn('position_raw', 'text')
    .addColumn('seniority', 'text')
    .addColumn('department', 'text')
    .addColumn('profile_url', 'text')
    .addColumn('profile_handle', 'text')
    .addColumn('twitter', 'text')
    .addColumn('phone_number', 'text')
    .addColumn('sources', 'text', (column) => column.notNull())
    .addColumn('verified_at', 'bigint')
    .addColumn('verified_status', 'text')
    .execute();
  await schema.createIndex('h_mailboxes_page').on('h_mailboxes').columns(['domain', 'is_listed', 'confidence', 'address']).execute();
  await schema.createIndex('h_mailboxes_person').on('h_mailboxes').columns(['domain', 'person_key']).execute();
  await schema.createIndex('h_mailboxes_profile').on('h_mailboxes').column('profile_handle').execute();
  await schema
    .createTable('h_verifications')
    .addColumn('account_id', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('ready_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('h_verifications_key', ['account_id', 'address'])
    .execute();
}
