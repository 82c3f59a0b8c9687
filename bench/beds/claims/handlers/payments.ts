// Payments of claims, their reversals, and recoveries.
import { gap } from '../../clock.ts';
import { euros } from '../money.ts';
import { limitOf, lossDayOf, outstandingOf, paidOf, recoveredOf } from '../rules.ts';
import type { Store } from '../store.ts';
import type { Claim, NewPayment, NewRecovery, Payee, Payment } from '../things.ts';
import { allow, type Faults, fit } from '../wire.ts';
import { type Call, claimOf, type Handlers, hal, requireThing } from './call.ts';
import { paged } from './lists.ts';

/** The payee that a payment names. */
function namedPayee({ agency }: Call, store: Store, { payeeId }: NewPayment, faults: Faults): Payee {
  const payee = faults.has('payee-of-another-agency') ? store.anywhere((one) => one.payees, payeeId) : agency.payees.get(payeeId);
  fit(payee !== undefined, 'payeeId', 'is not a payee of the agency');
  return requireThing(payee);
}

function allowPayment(claim: Claim, { amount, reference }: NewPayment, faults: Faults): void {
  allow(claim.state === 'assessed', 'The claim is not assessed.');
  const most = faults.has('each-part-up-to-payable') ? (claim.assessment?.payable ?? 0) : outstandingOf(claim);
  allow(amount <= most, 'The amount is more than what is outstanding.');
  const isKnown = claim.payments.some((payment) => payment.reference === reference);
  allow(!isKnown || faults.has('payment-reference-twice'), 'The reference is used already.');
}

/** Pays an amount that may be paid. */
export function pay(store: Store, claim: Claim, payee: Payee, input: NewPayment, faults: Faults): Payment {
  const payment: Payment = {
    no: claim.payments.length + 1,
    ...input,
    payeeName: payee.name,
    state: 'executed',
    paidAt: store.now(),
    reversal: null,
  };
  claim.payments.push(payment);
  if (!faults.has('reserve-stays-after-payment')) claim.reserve = Math.max(0, euros(claim.reserve - input.amount));
  return payment;
}

function reverse({ agency }: Call, store: Store, claim: Claim, payment: Payment, reason: string): void {
  payment.state = 'reversed';
  payment.reversal = { reason, reversedAt: store.now() };
  const policy = requireThing(agency.policies.get(claim.policyId));
  claim.reserve = Math.min(euros(claim.reserve + payment.amount), limitOf(policy, claim.cover));
}

export const payments = (store: Store, faults: Faults): Handlers => ({
  listPayments: (call) => {
    const { state } = call.query<{ state?: string }>();
    const found = claimOf(call).payments.filter((payment) => state === undefined || payment.state === state);
    return paged(call, 'payments', found, (payment) => payment, faults);
  },

  payClaim: async (call) => {
    const claim = claimOf(call);
    const input = call.input<NewPayment>();
    const payee = namedPayee(call, store, input, faults);
    allow(!payee.blocked || faults.has('blocked-payee-paid'), 'The payee is blocked.');
    allowPayment(claim, input, faults);
    if (faults.has('two-payments-at-once')) await gap();
    return hal(201, pay(store, claim, payee, input, faults));
  },

  reversePayment: (call) => {
    const claim = claimOf(call);
    const payment = requireThing(claim.payments.find(({ no }) => no === Number(call.part('paymentNo'))));
    const { reason } = call.input<{ reason: string }>();
    allow(claim.state === 'assessed', 'The claim is not assessed.');
    allow(payment.state === 'executed' || faults.has('reversed-twice'), 'The payment is reversed.');
    const isFree = euros(paidOf(claim) - payment.amount) >= recoveredOf(claim) || faults.has('reversal-below-recoveries');
    allow(isFree, 'More was recovered.');
    reverse(call, store, claim, payment, reason);
    return hal(200, payment);
  },

  recordRecovery: (call) => {
    const claim = claimOf(call);
    const input = call.input<NewRecovery>();
    fit(input.receivedOn >= lossDayOf(claim), 'receivedOn', 'is before the loss');
    allow(claim.state === 'assessed' || claim.state === 'settled', 'The claim is not assessed or settled.');
    const before = faults.has('recoveries-one-by-one') ? 0 : recoveredOf(claim);
    allow(euros(before + input.amount) <= paidOf(claim), 'The recoveries are more than what is paid.');
    const recovery = { no: claim.recoveries.length + 1, ...input };
    claim.recoveries.push(recovery);
    return hal(201, recovery);
  },
});
