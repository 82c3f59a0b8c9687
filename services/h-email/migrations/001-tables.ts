// Creates the tables of the email service.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await createTable(
    database,
    'h_accounts',
    {
      id: 'whole',
      first_name: 'text?',
      last_name: 'text?',
      email: 'text',
      plan_name: 'text',
      plan_level: 'whole',
      credits: 'whole',
      period_ends_at: 'whole',
      searches_used: 'whole',
      verifications_used: 'whole',
    },
    ['id'],
  );
  await createTable(database, 'h_keys', { hash: 'text', account_id: 'whole?' }, ['hash']);
  await createTable(
    database,
    'h_domains',
    {
      name: 'text',
      organization: 'text?',
      organization_key: 'text?',
      is_disposable: 'whole',
      is_webmail: 'whole',
      accepts_all: 'whole',
      pattern: 'text?',
      facts: 'text',
    },
    ['name'],
  );
  await schema.createIndex('h_domains_organization').on('h_domains').column('organization_key').execute();
  await createTable(
    database,
    'h_mailboxes',
    {
      address: 'text',
      domain: 'text',
      exists: 'whole',
      is_listed: 'whole',
      is_claimed: 'whole',
      server: 'text',
      search_seconds: 'whole',
      type: 'text',
      confidence: 'whole',
      first_name: 'text?',
      last_name: 'text?',
      person_key: 'text?',
      position: 'text?',
      position_raw: 'text?',
      seniority: 'text?',
      department: 'text?',
      profile_url: 'text?',
      profile_handle: 'text?',
      twitter: 'text?',
      phone_number: 'text?',
      sources: 'text',
      verified_at: 'whole?',
      verified_status: 'text?',
    },
    ['address'],
  );
  await schema.createIndex('h_mailboxes_page').on('h_mailboxes').columns(['domain', 'is_listed', 'confidence', 'address']).execute();
  await schema.createIndex('h_mailboxes_person').on('h_mailboxes').columns(['domain', 'person_key']).execute();
  await schema.createIndex('h_mailboxes_profile').on('h_mailboxes').column('profile_handle').execute();
  await createTable(database, 'h_verifications', { account_id: 'whole', address: 'text', ready_at: 'whole' }, ['account_id', 'address']);
}
