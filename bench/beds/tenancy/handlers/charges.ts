// Charges and payments.
import { gap } from '../../clock.ts';
import { byText } from '../../texts.ts';
import type { Charge, ChargeInput, Payment } from '../things.ts';
import { chargeView, statusOf, sumsOf } from '../views.ts';
import { allow, check } from '../wire.ts';
import { correlated, found, type Part, slice } from './call.ts';

const keyOf = (leaseId: string, month: string): string => `${leaseId} ${month}`;

export const charges: Part = (_, faults) => {
  /** What is kept of a charge. With a fault, extras are kept by their text. */
  function keptOf(input: ChargeInput): ChargeInput {
    if (!faults.has('extras-by-text')) return input;
    return { ...input, extras: [...new Map(input.extras.map((extra) => [extra.text, extra])).values()] };
  }

  return {
    listCharges: (call) => {
      const { id } = found(call.agency.leases, call.path('leaseId'));
      const { status } = call.query<{ status?: string }>();
      const all = call.agency.chargesOf(id).filter((one) => status === undefined || statusOf(one) === status);
      const inOrder = faults.has('charges-as-entered') ? all : all.toSorted((a, b) => byText(a.month, b.month));
      return slice(call, inOrder, (one) => chargeView(call.agency, one), faults);
    },

    putCharge: (call) => {
      const lease = found(call.agency.leases, call.path('leaseId'));
      const month = call.path('month');
      const input = keptOf(call.input<ChargeInput>());
      allow(lease.state === 'active' || (lease.state === 'draft' && faults.has('charge-for-draft')), 'The lease is not active.');
      const key = keyOf(lease.id, month);
      const old = call.agency.charges.get(key);
      const isOpen = old === undefined || old.payments.length === 0;
      allow(isOpen || faults.has('paid-charge-replaced'), 'The charge has payments.');
      const charge: Charge = { leaseId: lease.id, month, ...input, payments: [] };
      check(sumsOf(charge).total >= 0, 'extras', 'make the total less than zero');
      call.agency.charges.set(key, charge);
      return { status: old === undefined ? 201 : 200, body: chargeView(call.agency, charge), headers: correlated(call) };
    },

    addPayment: async (call) => {
      const lease = found(call.agency.leases, call.path('leaseId'));
      const charge = found(call.agency.charges, keyOf(lease.id, call.path('month')));
      const payment = call.input<Payment>();
      allow(payment.amount <= sumsOf(charge).due || faults.has('payment-above-total'), 'The payment is more than what is due.');
      if (faults.has('paid-twice-at-once')) await gap();
      charge.payments.push(payment);
      return { status: 201, body: chargeView(call.agency, charge), headers: correlated(call) };
    },
  };
};
