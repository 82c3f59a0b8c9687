// The rows that the examples of the document tell of: a furniture shop, Camille's armchair and bookcase, and a café that bought furniture before her.

import type { Event, PaymentEvent } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import type { New } from '../../platform/rows.ts';
import type { Platform } from '../../platform/service.ts';
import { scheduleCharges } from '../charges.ts';
import { findPayment } from '../payments.ts';
import { insert } from '../store/rows.ts';
import type { InstalmentsTables, Row } from '../tables.ts';
import { type At, CAMILLE, customers, keysOfShops, SHOP, shops } from './people.ts';

export { keys } from './people.ts';

export const STORY = '2026-04-01T08:10:00Z';

const ARMCHAIR = 'payment_11wTq8RkZ2bVnD';
const BOOKCASE = 'payment_11wXe2HsD7qNtA';
const REFUND = 'refund_11wWb5LqT9eKsM';

export async function seed(tables: Kysely<InstalmentsTables>, platform: Platform<InstalmentsTables>): Promise<void> {
  const at: At = (seconds) => platform.story(new Date(seconds * 1_000).toISOString());
  await insert(tables, 'f_shops', shops);
  await insert(
    tables,
    'f_keys',
    keysOfShops.map((row) => ({ ...row, value: platform.seal.seal(row.value) })),
  );
  await insert(tables, 'f_customers', customers(at));
  await insert(tables, 'f_payments', payments(at));
  await insert(tables, 'f_instalments', instalments(at));
  await insert(tables, 'f_orders', order(at));
  await insert(tables, 'f_refunds', refund(at));
  await insert(tables, 'f_transactions', transactions(at));
  await insert(tables, 'f_exports', dataExport(at));
  await insert(tables, 'f_webhooks', webhook(at));
  await insert(tables, 'f_events', events(at).map(eventRow));
  const armchair = await findPayment(tables, ARMCHAIR);
  if (armchair !== undefined) await scheduleCharges({ deps: platform, tables, at: platform.clock.now() }, armchair);
}

const HOOK = 'https://fernandoak.example/hooks/payment';
const DONE = 'https://fernandoak.example/checkout/done';

function payments(at: At): New<Row<'f_payments'>>[] {
  const shared = {
    shop: SHOP,
    customer: CAMILLE,
    customer_fee: 0,
    deferred_months: 0,
    has_trigger: false,
  };
  return [
    {
      ...shared,
      id: ARMCHAIR,
      position: 3,
      created_at: at(1772444052),
      state: 'in_progress',
      purchase_amount: 45900,
      installments_count: 3,
      deferred_days: 0,
      capture_method: 'automatic',
      captured_at: at(1772444307),
      captured_amount: 45900,
      refunded_amount: 5900,
      details: {
        return_url: DONE,
        customer_cancel_url: 'https://fernandoak.example/basket',
        ipn_callback_url: HOOK,
        custom_data: { basket: 'b-7719' },
        locale: 'fr',
        preferred_payment_method: 'card',
      },
    },
    {
      ...shared,
      id: BOOKCASE,
      position: 4,
      created_at: at(1773655869),
      state: 'scored_yes',
      purchase_amount: 89000,
      installments_count: 1,
      deferred_days: 30,
      capture_method: 'manual',
      captured_amount: 0,
      refunded_amount: 0,
      details: { return_url: DONE, ipn_callback_url: HOOK, custom_data: { quote: 'Q-311', revision: 2 }, locale: 'fr' },
    },
  ];
}

function instalments(at: At): Row<'f_instalments'>[] {
  const armchair = { payment: ARMCHAIR, purchase_amount: 15300, original_amount: 15300, customer_fee: 0 };
  return [
    { ...armchair, number: 0, due_at: at(1772444052), state: 'paid' },
    { ...armchair, number: 1, due_at: at(1775122452), state: 'pending' },
    { ...armchair, number: 2, due_at: at(1777714452), state: 'pending', purchase_amount: 9400 },
    {
      payment: BOOKCASE,
      number: 0,
      due_at: at(1776247869),
      purchase_amount: 89000,
      original_amount: 92000,
      customer_fee: 0,
      state: 'pending',
    },
  ];
}

function order(at: At): Row<'f_orders'> {
  return {
    id: 'order_11wTq8S3gHyWpC',
    shop: SHOP,
    position: 5,
    created_at: at(1772444052),
    payment: ARMCHAIR,
    updated_at: at(1772612462),
    reference: 'FO-2041',
    details: {
      merchant_url: 'https://fernandoak.example/admin/orders/FO-2041',
      customer_url: 'https://fernandoak.example/account/orders/FO-2041',
    },
    status: 'shipped',
    is_shipped: true,
    shipments: [
      { carrier: 'Rhône Courier', tracking_number: 'RC-7405-1182', tracking_url: 'https://rhonecourier.example/follow/RC-7405-1182' },
    ],
  };
}

function refund(at: At): Row<'f_refunds'> {
  return {
    id: REFUND,
    shop: SHOP,
    position: 6,
    created_at: at(1773331365),
    payment: ARMCHAIR,
    amount: 5900,
    reason: 'A scratch on the left armrest',
    merchant_reference: 'FO-2041-R1',
    comment: 'Agreed with Camille by telephone',
  };
}

function transactions(at: At): New<Row<'f_transactions'>>[] {
  const armchair = { shop: SHOP, payment: ARMCHAIR };
  return [
    { ...armchair, id: 'balance_transaction_11wTr1', position: 7, created_at: at(1772444307), type: 'payment', amount: 45900 },
    { ...armchair, id: 'balance_transaction_11wTr2', position: 8, created_at: at(1772444307), type: 'fee', amount: -1331 },
    {
      ...armchair,
      id: 'balance_transaction_11wWb6',
      position: 9,
      created_at: at(1773331365),
      type: 'refund',
      amount: -5900,
      refund: REFUND,
    },
    {
      ...armchair,
      id: 'balance_transaction_11wYc9',
      position: 10,
      created_at: at(1773824400),
      type: 'payout',
      amount: -38669,
      payment: null,
      payout: 'payout_11wYc9GfX4uTjW',
    },
  ];
}

function dataExport(at: At): New<Row<'f_exports'>> {
  return {
    id: 'export_11wZp4MvC8yGkE',
    shop: SHOP,
    position: 11,
    created_at: at(1775030412),
    type: 'accounting',
    updated_at: at(1775030500),
    start_at: at(1772323200),
    end_at: at(1775001599),
    include_child_accounts: false,
    file: 'transaction,created,type,amount,currency,payment,refund,payout\r\n',
  };
}

function webhook(at: At): Row<'f_webhooks'> {
  return {
    id: 'webhook_11vPz6RjU2xSaH',
    shop: SHOP,
    type: 'events',
    url: 'https://fernandoak.example/hooks/events',
    created_at: at(1772441700),
    events: ['payment.in_progress', 'payment.captured', 'payment.refunded', 'order.shipped'],
  };
}

function events(at: At): Event[] {
  const seconds = (time: number) => Math.floor(at(time) / 1_000);
  const paid = (payment: string) => (id: string, type: PaymentEvent['type'], time: number, data: PaymentEvent['data']) => {
    return { id, type, created: seconds(time), payment, data };
  };
  const [armchair, bookcase] = [paid(ARMCHAIR), paid(BOOKCASE)];
  const shipped = { order: 'order_11wTq8S3gHyWpC', merchant_reference: 'FO-2041', status: 'shipped', is_shipped: true };
  return [
    armchair('event_11wTq8R5', 'payment.created', 1772444052, { state: 'not_started', amount: 45900 }),
    armchair('event_11wTq9A4', 'payment.scored', 1772444218, { state: 'scored_yes', amount: 45900 }),
    armchair('event_11wTr1C9', 'payment.in_progress', 1772444307, { state: 'in_progress', amount: 15300 }),
    { id: 'event_11wUn8J3', type: 'order.status_updated', created: seconds(1772612431), payment: ARMCHAIR, data: shipped },
    { id: 'event_11wUn8K7', type: 'order.shipped', created: seconds(1772612462), payment: ARMCHAIR, data: shipped },
    armchair('event_11wWb5M2', 'payment.refunded', 1773331365, { state: 'in_progress', amount: 5900, refund: REFUND }),
    bookcase('event_11wXe2P3', 'payment.created', 1773655869, { state: 'not_started', amount: 92000 }),
    bookcase('event_11wXe8Q6', 'payment.scored', 1773657300, { state: 'scored_yes', amount: 89000 }),
    {
      id: 'event_11wZp5D6',
      type: 'data_export.completed',
      created: seconds(1775030500),
      data: { data_export: 'export_11wZp4MvC8yGkE', type: 'accounting' },
    },
  ];
}

function eventRow(event: Event, index: number): Row<'f_events'> {
  const { id, type, created } = event;
  const payment = 'payment' in event ? event.payment : null;
  return { id, shop: SHOP, position: 12 + index, created_at: created * 1_000, type, payment, body: event };
}
