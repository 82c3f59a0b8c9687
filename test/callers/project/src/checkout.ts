// Takes payments in instalments, and refunds them.
import {
  createInstalmentsClient,
  type InstalmentsClient,
  type NewPayment,
  type NewRefund,
  type Payment,
  type PaymentState,
} from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';

export interface Basket {
  readonly cents: number;
  readonly instalments: number;
  readonly email: string;
}

export function shop(key: string): InstalmentsClient {
  return createInstalmentsClient({ credentials: { InstalmentsAuth: key } });
}

export function paymentFor({ cents, instalments, email }: Basket): NewPayment {
  return {
    payment: {
      purchase_amount: cents,
      installments_count: instalments,
      return_url: 'https://shop.example.com/thanks',
      custom_data: { basket: 'b-1' },
    },
    customer: { email },
  };
}

export async function pay(client: InstalmentsClient, basket: Basket): Promise<string> {
  const payment = unwrap(await client.createPayment({ header: { 'Idempotency-Key': 'k-1' }, body: paymentFor(basket) }), 200);
  return payment.url;
}

/** What a person reads of the state of a payment. */
export function words(state: PaymentState): string {
  switch (state) {
    case 'paid':
      return 'Paid.';
    case 'in_progress':
      return 'Some instalments are still due.';
    case 'late_dunning':
      return 'An instalment is late.';
    default:
      return 'Not begun, or stopped.';
  }
}

export async function refundAll(client: InstalmentsClient, { id, purchase_amount: amount }: Payment, reason: string): Promise<number> {
  const refund: NewRefund = { payment_id: id, amount, reason };
  const result = await client.refunds.create({ body: refund });
  if (result.status === 409) throw new Error(`The payment ${id} cannot be refunded now.`);
  if (result.status !== 200) throw new Error('The refund was refused.');
  return result.body.amount;
}

export async function stateOf(client: InstalmentsClient, id: string): Promise<string> {
  const result = await client.getPayment({ path: { id } });
  if (result.status === 404) return 'unknown';
  const { state } = unwrap(result, 200);
  return words(state);
}

/** The payments of a customer, the newest first. */
export async function history(client: InstalmentsClient, customer_email: string): Promise<readonly string[]> {
  const { data } = unwrap(await client.listPayments({ query: { customer_email, limit: 20, state: ['paid', 'late_dunning'] } }), 200);
  return data.map((payment) => `${payment.id}: ${payment.purchase_amount} cents, ${payment.state}`);
}

export async function cancel(client: InstalmentsClient, id: string): Promise<boolean> {
  const { status } = await client.cancelPayment({ path: { id } });
  return status === 200;
}

/** Whether nothing more will come of a payment. Each state has to be decided. */
export function isDone(payment: Payment): boolean {
  switch (payment.state) {
    case 'paid':
    case 'stopped':
    case 'scored_no':
    case 'collection_done':
      return true;
    case 'not_ready':
    case 'not_started':
    case 'scored_maybe':
    case 'scored_yes':
    case 'in_progress':
    case 'late_dunning':
    case 'late_contact_customer':
    case 'default':
      return false;
  }
}

const CALM: Readonly<Partial<Record<PaymentState, string>>> = { in_progress: 'Runs as planned.', not_ready: 'Waits for the shopper.' };

/** A word of comfort, where there is one. */
export function comfortOf(state: PaymentState): string {
  if (state === 'default') return 'Somebody will call.';
  return state === 'in_progress' ? 'All is well.' : (CALM[state] ?? '');
}
