// Declares the rows of the instalment service. Amounts are whole cents; times are milliseconds since 1970 on the sandbox clock.

import type { CaptureMethod, DataExportType, EventType, Instalment, PaymentState, WebhookType } from '@octavo/interfaces/f-instalments';
import type { Message } from '../platform/messages/messages.ts';

export interface InstalmentsTables {
  f_shops: ShopRow;
  f_keys: KeyRow;
  f_customers: CustomerRow;
  f_payments: PaymentRow;
  f_instalments: InstalmentRow;
  f_orders: OrderRow;
  f_refunds: RefundRow;
  f_transactions: TransactionRow;
  f_exports: ExportRow;
  f_webhooks: WebhookRow;
  f_events: EventRow;
  f_messages: MessageRow;
  f_answers: AnswerRow;
}

export interface ShopRow {
  readonly id: string;
  readonly name: string;
  readonly website: string;
}

export interface KeyRow {
  readonly hash: string;
  readonly shop: string;
  /** The key itself, sealed, since deliveries are signed with it. */
  readonly value: string;
  /** Newer keys have higher positions. */
  readonly position: number;
  readonly is_revoked: number;
}

/** What lists are ordered by: newer rows have higher positions. */
interface Listed {
  readonly id: string;
  readonly shop: string;
  readonly position: number;
  readonly created_at: number;
}

export interface CustomerRow extends Listed {
  /** The email address in lower case. */
  readonly email_key: string | null;
  /** JSON: the fields of a customer, and the addresses. */
  readonly details: string;
  readonly email_verified: number;
  readonly phone_verified: number;
  /** Whether charges of the card succeed. */
  readonly card_works: number;
}

export interface PaymentRow extends Listed {
  readonly customer: string | null;
  readonly state: PaymentState;
  readonly purchase_amount: number;
  readonly customer_fee: number;
  readonly installments_count: number;
  readonly deferred_days: number;
  readonly deferred_months: number;
  readonly capture_method: CaptureMethod;
  /** Whether the first instalment waits until the shop triggers it, and when it did. */
  readonly has_trigger: number;
  readonly triggered_at: number | null;
  /** When the shop was credited, and with how much. */
  readonly captured_at: number | null;
  readonly captured_amount: number;
  readonly refunded_amount: number;
  readonly expired_at: number | null;
  /** JSON: the fields that the service only keeps. */
  readonly details: string;
}

export interface InstalmentRow {
  readonly payment: string;
  /** From 0. */
  readonly number: number;
  readonly due_at: number;
  readonly purchase_amount: number;
  readonly original_amount: number;
  readonly customer_fee: number;
  readonly state: NonNullable<Instalment['state']>;
}

export interface OrderRow extends Listed {
  readonly payment: string;
  readonly updated_at: number | null;
  readonly reference: string | null;
  /** JSON: the other fields that the shop gave. */
  readonly details: string;
  readonly status: string | null;
  readonly is_shipped: number;
  /** JSON: a list. */
  readonly shipments: string;
}

export interface RefundRow extends Listed {
  readonly payment: string;
  readonly amount: number;
  readonly reason: string | null;
  readonly merchant_reference: string | null;
  readonly comment: string | null;
}

export interface TransactionRow extends Listed {
  readonly type: 'payment' | 'refund' | 'fee' | 'payout';
  /** Negative: out of the balance of the shop. */
  readonly amount: number;
  readonly payment: string | null;
  readonly refund: string | null;
  readonly payout: string | null;
}

export interface ExportRow extends Listed {
  readonly type: DataExportType;
  readonly updated_at: number;
  readonly start_at: number | null;
  readonly end_at: number | null;
  readonly payout: string | null;
  readonly include_child_accounts: number;
  readonly custom_fields: string | null;
  /** The file as CSV; null until the export is complete. */
  readonly file: string | null;
}

export interface WebhookRow {
  readonly id: string;
  readonly shop: string;
  readonly type: WebhookType;
  readonly url: string;
  readonly created_at: number;
  /** JSON: the kinds of events; null: all. */
  readonly events: string | null;
}

export interface EventRow extends Listed {
  readonly type: EventType;
  readonly payment: string | null;
  /** JSON: the event as it is delivered. */
  readonly body: string;
}

/** A link that was sent to a shopper. */
export interface MessageRow extends Listed, Message {
  readonly payment: string;
}

/** The answer to a request with an idempotency key. */
export interface AnswerRow {
  readonly shop: string;
  readonly key: string;
  /** A hash of the request. */
  readonly request: string;
  /** Names the request that is being processed. */
  readonly holder: string;
  /** Until when it has the key for itself, in wall time. Its process prolongs this until there is an answer. */
  readonly claimed_until: number;
  /** When the key is forgotten, on the sandbox clock. */
  readonly forgotten_at: number;
  /** JSON: the answer or refusal; null while there is none. */
  readonly answer: string | null;
}
