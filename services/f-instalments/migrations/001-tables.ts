// Creates the tables of the instalment service.
import type { CreateTableBuilder, Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await people(database);
  await payments(database);
  await reports(database);
}

/** A table whose rows a shop lists, newest first. */
async function listed(
  { schema }: Kysely<unknown>,
  name: string,
  columns: (table: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>,
): Promise<void> {
  const table: CreateTableBuilder<string, string> = schema
    .createTable(name)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('shop', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull());
  await columns(table).execute();
  await schema.createIndex(`${name}_list`).on(name).columns(['shop', 'position']).execute();
}

async function people(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('f_shops')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('api_key', 'text', (column) => column.notNull())
    .execute();
  await listed(database, 'f_customers', (table) =>
    table
      .addColumn('email_key', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('email_verified', 'bigint', (column) => column.notNull())
      .addColumn('phone_verified', 'bigint', (column) => column.notNull())
      .addColumn('card_works', 'bigint', (column) => column.notNull()),
  );
  await schema.createIndex('f_customers_email').on('f_customers').columns(['shop', 'email_key']).execute();
}

async function payments(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await listed(database, 'f_payments', (table) =>
    table
      .addColumn('customer', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('purchase_amount', 'bigint', (column) => column.notNull())
      .addColumn('customer_fee', 'bigint', (column) => column.notNull())
      .addColumn('installments_count', 'bigint', (column) => column.notNull())
      .addColumn('deferred_days', 'bigint', (column) => column.notNull())
      .addColumn('deferred_months', 'bigint', (column) => column.notNull())
      .addColumn('capture_method', 'text', (column) => column.notNull())
      .addColumn('has_trigger', 'bigint', (column) => column.notNull())
      .addColumn('triggered_at', 'bigint')
      .addColumn('captured_at', 'bigint')
      .addColumn('captured_amount', 'bigint', (column) => column.notNull())
      .addColumn('refunded_amount', 'bigint', (column) => column.notNull())
      .addColumn('expired_at', 'bigint')
      .addColumn('details', 'text', (column) => column.notNull()),
  );
  await schema.createIndex('f_payments_customer').on('f_payments').column('customer').execute();
  await schema
    .createTable('f_instalments')
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('purchase_amount', 'bigint', (column) => column.notNull())
    .addColumn('original_amount', 'bigint', (column) => column.notNull())
    .addColumn('customer_fee', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('f_instalments_key', ['payment', 'number'])
    .execute();
  await listed(database, 'f_orders', (table) =>
    table
      .addColumn('payment', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint')
      .addColumn('reference', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('status', 'text')
      .addColumn('is_shipped', 'bigint', (column) => column.notNull())
      .addColumn('shipments', 'text', (column) => column.notNull()),
  );
  await schema.createIndex('f_orders_payment').on('f_orders').column('payment').execute();
  await listed(database, 'f_refunds', (table) =>
    table
      .addColumn('payment', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('merchant_reference', 'text')
      .addColumn('comment', 'text'),
  );
  await schema.createIndex('f_refunds_payment').on('f_refunds').column('payment').execute();
}

async function reports(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await listed(database, 'f_transactions', (table) =>
    table
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('payment', 'text')
      .addColumn('refund', 'text')
      .addColumn('payout', 'text'),
  );
  await listed(database, 'f_exports', (table) =>
    table
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('start_at', 'bigint')
      .addColumn('end_at', 'bigint')
      .addColumn('payout', 'text')
      .addColumn('include_child_accounts', 'bigint', (column) => column.notNull())
      .addColumn('custom_fields', 'text')
      .addColumn('file', 'text'),
  );
  await schema
    .createTable('f_webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('shop', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'text')
    .execute();
  await schema.createIndex('f_webhooks_address').on('f_webhooks').columns(['shop', 'type', 'url']).unique().execute();
  await listed(database, 'f_events', (table) =>
    table
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('payment', 'text')
      .addColumn('body', 'text', (column) => column.notNull()),
  );
  await listed(database, 'f_messages', (table) =>
    table
      .addColumn('payment', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull()),
  );
  await schema
    .createTable('f_answers')
    .addColumn('shop', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('f_answers_key', ['shop', 'key'])
    .execute();
}
