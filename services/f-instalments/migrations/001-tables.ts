// Creates the tables of the instalment service.
import type { Kysely } from 'kysely';
import { type ColumnType, createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  await people(database);
  await payments(database);
  await reports(database);
}

/** A table whose rows a shop lists, newest first. */
async function listed(database: Kysely<unknown>, name: string, columns: Readonly<Record<string, ColumnType>>): Promise<void> {
  await createTable(database, name, { id: 'text', shop: 'text', position: 'whole', created_at: 'whole', ...columns }, ['id']);
  await database.schema.createIndex(`${name}_list`).on(name).columns(['shop', 'position']).execute();
}

async function people(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await createTable(database, 'f_shops', { id: 'text', name: 'text', website: 'text' }, ['id']);
  await createTable(database, 'f_keys', { hash: 'text', shop: 'text', value: 'text', position: 'whole', is_revoked: 'whole' }, ['hash']);
  await schema.createIndex('f_keys_shop').on('f_keys').columns(['shop', 'position']).execute();
  await listed(database, 'f_customers', {
    email_key: 'text?',
    details: 'text',
    email_verified: 'whole',
    phone_verified: 'whole',
    card_works: 'whole',
  });
  await schema.createIndex('f_customers_email').on('f_customers').columns(['shop', 'email_key']).execute();
}

async function payments(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await listed(database, 'f_payments', {
    customer: 'text?',
    state: 'text',
    purchase_amount: 'whole',
    customer_fee: 'whole',
    installments_count: 'whole',
    deferred_days: 'whole',
    deferred_months: 'whole',
    capture_method: 'text',
    has_trigger: 'whole',
    triggered_at: 'whole?',
    captured_at: 'whole?',
    captured_amount: 'whole',
    refunded_amount: 'whole',
    expired_at: 'whole?',
    details: 'text',
  });
  await schema.createIndex('f_payments_customer').on('f_payments').column('customer').execute();
  await createTable(
    database,
    'f_instalments',
    {
      payment: 'text',
      number: 'whole',
      due_at: 'whole',
      purchase_amount: 'whole',
      original_amount: 'whole',
      customer_fee: 'whole',
      state: 'text',
    },
    ['payment', 'number'],
  );
  await listed(database, 'f_orders', {
    payment: 'text',
    updated_at: 'whole?',
    reference: 'text?',
    details: 'text',
    status: 'text?',
    is_shipped: 'whole',
    shipments: 'text',
  });
  await schema.createIndex('f_orders_payment').on('f_orders').column('payment').execute();
  await listed(database, 'f_refunds', { payment: 'text', amount: 'whole', reason: 'text?', merchant_reference: 'text?', comment: 'text?' });
  await schema.createIndex('f_refunds_payment').on('f_refunds').column('payment').execute();
}

async function reports(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await listed(database, 'f_transactions', { type: 'text', amount: 'whole', payment: 'text?', refund: 'text?', payout: 'text?' });
  await listed(database, 'f_exports', {
    type: 'text',
    updated_at: 'whole',
    start_at: 'whole?',
    end_at: 'whole?',
    payout: 'text?',
    include_child_accounts: 'whole',
    custom_fields: 'text?',
    file: 'text?',
  });
  await createTable(database, 'f_webhooks', { id: 'text', shop: 'text', type: 'text', url: 'text', created_at: 'whole', events: 'text?' }, [
    'id',
  ]);
  await schema.createIndex('f_webhooks_address').on('f_webhooks').columns(['shop', 'type', 'url']).unique().execute();
  await listed(database, 'f_events', { type: 'text', payment: 'text?', body: 'text' });
  await listed(database, 'f_messages', { payment: 'text', channel: 'text', address: 'text', text: 'text' });
  await createTable(
    database,
    'f_answers',
    { shop: 'text', key: 'text', request: 'text', claimed_until: 'whole', forgotten_at: 'whole', answer: 'text?' },
    ['shop', 'key'],
  );
  // Each request with a key removes those that are forgotten.
  await schema.createIndex('f_answers_forgotten').on('f_answers').columns(['shop', 'forgotten_at']).execute();
}
