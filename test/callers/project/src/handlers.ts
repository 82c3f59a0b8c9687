// A service of instalments that keeps refunds in memory.
import { type CreateRefundInput, createInstalmentsServer, type InstalmentsHandlers, type Refund } from '@octavo/interfaces/f-instalments';

const refunds = new Map<string, Refund>();

export function refundOf({ body }: CreateRefundInput): Refund {
  const refund: Refund = {
    id: `refund_${refunds.size}`,
    created: 1_700_000_000,
    amount: body.amount ?? 0,
    payment: body.payment_id,
    comment: body.comment ?? null,
  };
  refunds.set(refund.id, refund);
  return refund;
}

const handlers: InstalmentsHandlers = {
  createRefund: (input) =>
    refunds.size > 100
      ? { status: 409, body: { error_code: 'too_many', message: 'There are too many refunds.' } }
      : { status: 200, body: refundOf(input) },
  cancelPayment({ path }) {
    return { status: 404, body: { error_code: 'not_found', message: `There is no payment ${path.id}.` } };
  },
};

export const server = createInstalmentsServer(handlers, { security: { InstalmentsAuth: () => ({ principal: undefined }) } });
