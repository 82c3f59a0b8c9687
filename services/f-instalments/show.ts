// Turns rows into the objects that the document describes.

import type { BalanceTransaction, Customer, DataExport, Instalment, Order, Payment, Refund } from '@octavo/interfaces/f-instalments';
import { seconds } from './rules/dates.ts';
import type { Row } from './tables.ts';

/** What belongs to a payment. */
export interface PaymentParts {
  readonly instalments: readonly Row<'f_instalments'>[];
  readonly orders: readonly Row<'f_orders'>[];
  readonly refunds: readonly Row<'f_refunds'>[];
}

/** The columns of customers that are read with a payment. */
export const OF_CUSTOMER = ['created_at', 'details', 'email_verified', 'phone_verified', 'card_works'] as const;
type OfCustomer = (typeof OF_CUSTOMER)[number];

/** A payment, and columns of its customer, such as `customer_details`; null where it has none. */
export type PaymentWithCustomer = Row<'f_payments'> & {
  readonly [Name in OfCustomer as `customer_${Name}`]: Row<'f_customers'>[Name] | null;
};

/** @param origin where the page of the payment is served, such as `http://127.0.0.1:4016` */
export function paymentRecord(
  row: PaymentWithCustomer,
  { instalments, orders, refunds }: PaymentParts,
  shop: Row<'f_shops'>,
  origin: string,
): Payment {
  const { details } = row;
  const { custom_data = {}, locale, origin: sale = 'online', return_url, preferred_payment_method } = details;
  const { customer_cancel_url = null, ipn_callback_url = null, billing_address = null, shipping_address = null } = details;
  return {
    id: row.id,
    created: seconds(row.created_at),
    url: `${origin}/pay/${row.id}`,
    state: row.state,
    status: row.state,
    origin: sale,
    purchase_amount: row.purchase_amount,
    customer_fee: row.customer_fee,
    customer_interest: 0,
    amount_already_refunded: row.refunded_amount,
    is_completely_refunded: row.refunded_amount > 0 && row.refunded_amount === row.captured_amount,
    kind: kindOf(row),
    installments_count: row.installments_count,
    deferred_days: row.deferred_days,
    deferred_months: row.deferred_months,
    ...(row.has_trigger ? trigger(row, details.deferred_description) : {}),
    capture_method: row.capture_method,
    payment_plan: instalments.map(instalment),
    return_url,
    customer_cancel_url,
    ipn_callback_url,
    custom_data,
    ...(locale === undefined ? {} : { locale }),
    ...customerOf(row),
    billing_address,
    shipping_address,
    orders: orders.map(orderRecord),
    refunds: refunds.map(refundRecord),
    expired_at: row.expired_at === null ? null : seconds(row.expired_at),
    can_be_charged: row.captured_at !== null && instalments.some(({ state }) => state !== 'paid') && row.customer_card_works !== false,
    merchant_id: shop.id,
    merchant_name: shop.name,
    merchant_website: shop.website,
    ...(preferred_payment_method === undefined ? {} : { preferred_payment_method }),
  };
}

/** `P3X` for three instalments, `P1X_D+15` where the first one is deferred by 15 days. */
function kindOf({ installments_count, deferred_days, deferred_months }: Row<'f_payments'>): string {
  const days = deferred_days === 0 ? '' : `_D+${deferred_days}`;
  const months = deferred_months === 0 ? '' : `_M+${deferred_months}`;
  return `P${installments_count}X${days}${months}`;
}

function trigger({ triggered_at }: Row<'f_payments'>, description: string | undefined): Partial<Payment> {
  return {
    deferred_trigger: true,
    deferred_trigger_description: description ?? null,
    deferred_trigger_applied: triggered_at === null ? null : seconds(triggered_at),
  };
}

function instalment({ due_at, purchase_amount, original_amount, customer_fee, state }: Row<'f_instalments'>): Instalment {
  return {
    due_date: seconds(due_at),
    purchase_amount,
    ...(original_amount === purchase_amount ? {} : { original_purchase_amount: original_amount }),
    customer_fee,
    customer_interest: 0,
    total_amount: purchase_amount + customer_fee,
    state,
  };
}

function customerOf(row: PaymentWithCustomer): Pick<Payment, 'customer'> {
  const { customer: id, customer_created_at: created_at, customer_details: details } = row;
  if (id === null || created_at === null || details === null) return {};
  const [email_verified, phone_verified] = [row.customer_email_verified ?? false, row.customer_phone_verified ?? false];
  return { customer: customerRecord({ id, created_at, details, email_verified, phone_verified }) };
}

type ShownCustomer = Pick<Row<'f_customers'>, 'id' | 'created_at' | 'details' | 'email_verified' | 'phone_verified'>;

export function customerRecord({ id, created_at, details, email_verified, phone_verified }: ShownCustomer): Customer {
  return { id, created: seconds(created_at), ...details, email_verified, phone_verified };
}

export function orderRecord(row: Row<'f_orders'>): Order {
  return {
    id: row.id,
    payment: row.payment,
    created: seconds(row.created_at),
    updated: row.updated_at === null ? null : seconds(row.updated_at),
    merchant_reference: row.reference,
    comment: null,
    ...row.details,
    status: row.status,
    is_shipped: row.is_shipped,
    shipments: row.shipments,
  };
}

export function refundRecord({ id, created_at, amount, payment, merchant_reference, comment, reason }: Row<'f_refunds'>): Refund {
  return { id, created: seconds(created_at), amount, payment, payment_id: payment, merchant_reference, comment, reason };
}

export function webhookRecord({ id, type, url, created_at }: Row<'f_webhooks'>) {
  return { id, type, url, created: seconds(created_at) };
}

export function transactionRecord({ id, amount, type, created_at, payment, refund, payout }: Row<'f_transactions'>): BalanceTransaction {
  return { id, amount, type, created: seconds(created_at), payment, refund, payout, currency: 'EUR' };
}

const NO_FILES = { url_csv: null, url_pdf: null, url_xlsx: null, url_xml: null, url_zip: null };

/** The export with the address of one file only. */
export function exportInFormat(row: Row<'f_exports'>, origin: string, format: 'csv' | 'xlsx' | 'pdf' | undefined): DataExport {
  const found = exportRecord(row, origin);
  if (format === undefined) return found;
  const named = found[`url_${format}`] ?? null;
  return { ...found, ...NO_FILES, [`url_${format}`]: named, download_url: named };
}

/** @param origin where the file is served */
export function exportRecord(row: Row<'f_exports'>, origin: string): DataExport {
  const isComplete = row.file !== null;
  return {
    id: row.id,
    type: row.type,
    complete: isComplete,
    status: isComplete ? 'complete' : 'pending',
    created: seconds(row.created_at),
    updated: seconds(row.updated_at),
    start: row.start_at === null ? null : seconds(row.start_at),
    end: row.end_at === null ? null : seconds(row.end_at),
    include_child_accounts: row.include_child_accounts,
    merchant: row.shop,
    ...NO_FILES,
    url_csv: isComplete ? `${origin}/files/${row.id}.csv` : null,
  };
}
