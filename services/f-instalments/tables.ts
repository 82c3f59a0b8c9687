// Declares the rows of the instalment service. Amounts are whole cents; times are milliseconds since 1970 on the sandbox clock.

import type {
  Address,
  CaptureMethod,
  CustomerDetails,
  DataExportType,
  Event,
  EventType,
  Instalment,
  OrderDetails,
  PaymentDetails,
  PaymentState,
  Shipment,
  WebhookType,
} from '@octavo/interfaces/f-instalments';
import { answerColumns } from '../platform/answers.ts';
import { messageColumns } from '../platform/messages/messages.ts';
import { flag, integer, json, key, nullable, since, type TablesOf, table, text, textOf } from '../platform/store/table.ts';

/** The fields of a payment that the service only keeps. */
export const KEPT = [
  'return_url',
  'customer_cancel_url',
  'failure_return_url',
  'ipn_callback_url',
  'custom_data',
  'locale',
  'origin',
  'deferred_description',
  'preferred_payment_method',
] as const;

export interface KeptDetails extends Pick<PaymentDetails, (typeof KEPT)[number]> {
  readonly billing_address?: Address;
  readonly shipping_address?: Address;
}

/** The fields of a customer as they are kept. */
export interface KeptCustomer extends CustomerDetails {
  addresses?: Address[];
}

/** What lists are ordered by: the time, and of one time the position, which is higher in rows that were written later. */
const listed = { id: key(text), shop: text, position: integer, created_at: integer };

/** The index of a list. Those of four lists have the time in it since `003-lists`. */
const LIST = ['shop', 'position'] as const;

export const tables = [
  table('f_shops', { id: key(text), name: text, website: text }),
  table(
    'f_keys',
    {
      hash: key(text),
      shop: text,
      /** The key itself, sealed, since deliveries are signed with it. */
      value: text,
      /** Newer keys have higher positions. */
      position: integer,
      is_revoked: flag,
    },
    { indexes: { shop: ['shop', 'position'] } },
  ),
  table(
    'f_customers',
    {
      ...listed,
      /** The email address in lower case. */
      email_key: nullable(text),
      /** The fields of a customer, and the addresses. */
      details: json<KeptCustomer>(),
      email_verified: flag,
      phone_verified: flag,
      /** Whether charges of the card succeed. */
      card_works: flag,
    },
    { indexes: { list: LIST, email: ['shop', 'email_key'] } },
  ),
  table(
    'f_payments',
    {
      ...listed,
      customer: nullable(text),
      state: textOf<PaymentState>(),
      purchase_amount: integer,
      customer_fee: integer,
      installments_count: integer,
      deferred_days: integer,
      deferred_months: integer,
      capture_method: textOf<CaptureMethod>(),
      /** Whether the first instalment waits until the shop triggers it, and when it did. */
      has_trigger: flag,
      triggered_at: nullable(integer),
      /** When the shop was credited, and with how much. */
      captured_at: nullable(integer),
      captured_amount: integer,
      refunded_amount: integer,
      expired_at: nullable(integer),
      /** The fields that the service only keeps. */
      details: json<KeptDetails>(),
    },
    { indexes: { list: LIST, customer: ['customer'] } },
  ),
  table('f_instalments', {
    payment: key(text),
    /** From 0. */
    number: key(integer),
    due_at: integer,
    purchase_amount: integer,
    original_amount: integer,
    customer_fee: integer,
    state: textOf<NonNullable<Instalment['state']>>(),
  }),
  table(
    'f_orders',
    {
      ...listed,
      payment: text,
      updated_at: nullable(integer),
      reference: nullable(text),
      /** The other fields that the shop gave. */
      details: json<OrderDetails>(),
      status: nullable(text),
      is_shipped: flag,
      shipments: json<Shipment[]>(),
    },
    { indexes: { list: LIST, payment: ['payment'] } },
  ),
  table(
    'f_refunds',
    {
      ...listed,
      payment: text,
      amount: integer,
      reason: nullable(text),
      merchant_reference: nullable(text),
      comment: nullable(text),
    },
    { indexes: { list: LIST, payment: ['payment'] } },
  ),
  table(
    'f_transactions',
    {
      ...listed,
      type: textOf<'payment' | 'refund' | 'fee' | 'payout'>(),
      /** Negative: out of the balance of the shop. */
      amount: integer,
      payment: nullable(text),
      refund: nullable(text),
      payout: nullable(text),
    },
    { indexes: { list: LIST } },
  ),
  table(
    'f_exports',
    {
      ...listed,
      type: textOf<DataExportType>(),
      updated_at: integer,
      start_at: nullable(integer),
      end_at: nullable(integer),
      payout: nullable(text),
      include_child_accounts: flag,
      custom_fields: nullable(text),
      /** The file as CSV; null until the export is complete. */
      file: nullable(text),
    },
    { indexes: { list: LIST } },
  ),
  table(
    'f_webhooks',
    {
      id: key(text),
      shop: text,
      type: textOf<WebhookType>(),
      url: text,
      created_at: integer,
      /** The kinds of events; null: all. */
      events: nullable(json<EventType[]>()),
    },
    { unique: { address: ['shop', 'type', 'url'] } },
  ),
  table(
    'f_events',
    {
      ...listed,
      type: textOf<EventType>(),
      payment: nullable(text),
      /** The event as it is delivered. */
      body: json<Event>(),
    },
    { indexes: { list: LIST } },
  ),
  /** A link that was sent to a shopper. */
  table('f_messages', { ...listed, payment: text, ...messageColumns }, { indexes: { list: LIST } }),
  /** The answer to a request with an idempotency key. Each request with one removes those that are forgotten. */
  table(
    'f_answers',
    { shop: key(text), ...answerColumns, holder: since('002-holders', text, '') },
    { indexes: { forgotten: ['shop', 'forgotten_at'] } },
  ),
] as const;

export type InstalmentsTables = TablesOf<typeof tables>;

/** A row of a table: `Row<'f_shops'>`. */
export type Row<Name extends keyof InstalmentsTables> = InstalmentsTables[Name];
