// Creates the tables of the event service.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await createTable(
    database,
    'd_apps',
    {
      id: 'text',
      key: 'text',
      secret: 'text',
      is_enabled: 'whole',
      requires_tls: 'whole',
      has_client_events: 'whole',
      has_subscription_counts: 'whole',
      most_connections: 'whole',
      messages_per_day: 'whole',
      webhook_url: 'text?',
    },
    ['id'],
    ['key'],
  );
  await createTable(database, 'd_processes', { id: 'text', alive_until: 'whole' }, ['id']);
  await createTable(
    database,
    'd_channels',
    { app_id: 'text', name: 'text', empty_since: 'whole?', is_miss_reported: 'whole', counted_at: 'whole', is_count_due: 'whole' },
    ['app_id', 'name'],
  );
  await schema.createIndex('d_channels_empty').on('d_channels').column('empty_since').execute();
  await schema.createIndex('d_channels_due').on('d_channels').columns(['is_count_due', 'counted_at']).execute();
  await createTable(database, 'd_subscriptions', { process: 'text', app_id: 'text', channel: 'text', connections: 'whole' }, [
    'app_id',
    'channel',
    'process',
  ]);
  await schema.createIndex('d_subscriptions_process').on('d_subscriptions').column('process').execute();
  await createTable(
    database,
    'd_members',
    { process: 'text', app_id: 'text', channel: 'text', user_id: 'text', connections: 'whole', user_info: 'text?', joined: 'whole' },
    ['app_id', 'channel', 'user_id', 'process'],
  );
  await schema.createIndex('d_members_process').on('d_members').column('process').execute();
  await createTable(database, 'd_leaving', { app_id: 'text', channel: 'text', user_id: 'text', since: 'whole' }, [
    'app_id',
    'channel',
    'user_id',
  ]);
  await createTable(database, 'd_users', { process: 'text', app_id: 'text', user_id: 'text', connections: 'whole' }, [
    'app_id',
    'user_id',
    'process',
  ]);
  await schema.createIndex('d_users_process').on('d_users').column('process').execute();
  await createTable(database, 'd_cache', { app_id: 'text', channel: 'text', event: 'text', data: 'text', expires_at: 'whole' }, [
    'app_id',
    'channel',
  ]);
}
