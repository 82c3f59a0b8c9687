// Creates the tables of the event service.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('d_apps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'bigint', (column) => column.notNull())
    .addColumn('requires_tls', 'bigint', (column) => column.notNull())
    .addColumn('has_client_events', 'bigint', (column) => column.notNull())
    .addColumn('has_subscription_counts', 'bigint', (column) => column.notNull())
    .addColumn('most_connections', 'bigint', (column) => column.notNull())
    .addColumn('messages_per_day', 'bigint', (column) => column.notNull())
    .addColumn('webhook_url', 'text')
    .execute();
  await schema
    .createTable('d_processes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('d_channels')
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('empty_since', 'bigint')
    .addColumn('is_miss_reported', 'bigint', (column) => column.notNull())
    .addColumn('counted_at', 'bigint', (column) => column.notNull())
    .addColumn('is_count_due', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_channels_key', ['app_id', 'name'])
    .execute();
  await schema.createIndex('d_channels_empty').on('d_channels').column('empty_since').execute();
  await schema.createIndex('d_channels_due').on('d_channels').columns(['is_count_due', 'counted_at']).execute();
  await schema
    .createTable('d_subscriptions')
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('connections', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_subscriptions_key', ['app_id', 'channel', 'process'])
    .execute();
  await schema.createIndex('d_subscriptions_process').on('d_subscriptions').column('process').execute();
  await schema
    .createTable('d_members')
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('connections', 'bigint', (column) => column.notNull())
    .addColumn('user_info', 'text')
    .addColumn('joined', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_members_key', ['app_id', 'channel', 'user_id', 'process'])
    .execute();
  await schema.createIndex('d_members_process').on('d_members').column('process').execute();
  await schema
    .createTable('d_leaving')
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_leaving_key', ['app_id', 'channel', 'user_id'])
    .execute();
  await schema
    .createTable('d_users')
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('connections', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_users_key', ['app_id', 'user_id', 'process'])
    .execute();
  await schema.createIndex('d_users_process').on('d_users').column('process').execute();
  await schema
    .createTable('d_cache')
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('d_cache_key', ['app_id', 'channel'])
    .execute();
}
