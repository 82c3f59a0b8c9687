// The term of a policy: activation, cancellation and instalments.
import { daysBetween } from '../days.ts';
import { scheduleOf, totalOf } from '../money.ts';
import { lossDayOf } from '../rules.ts';
import type { Agency, Store } from '../store.ts';
import type { Cancellation, Instalment, Policy } from '../things.ts';
import { allow, type Faults, fit } from '../wire.ts';
import { type Handlers, hal, policyOf, policyReply, requireThing } from './call.ts';

export function activate(store: Store, policy: Policy, faults: Faults): void {
  policy.state = 'active';
  policy.activatedAt = store.now();
  policy.instalments = scheduleOf(policy, policy.premium, faults);
}

function fitCancellation(
  { startsOn, endsOn, noticeDays }: Policy,
  { receivedOn, effectiveOn, reason }: Cancellation,
  faults: Faults,
): void {
  fit(effectiveOn > startsOn && effectiveOn < endsOn, 'effectiveOn', 'has to be after the start and before the end');
  const notice = reason === 'loss' ? 0 : noticeDays;
  const least = faults.has('notice-short-by-a-day') ? Math.max(0, notice - 1) : notice;
  fit(daysBetween(receivedOn, effectiveOn) >= least, 'effectiveOn', `has to be ${notice} days after the notice`);
}

function allowCancellation(agency: Agency, policy: Policy, { effectiveOn, reason }: Cancellation, faults: Faults): void {
  allow(policy.state === 'active', 'The policy is not active.');
  const needsNoClaim = reason !== 'loss' || faults.has('loss-without-claim');
  allow(needsNoClaim || policy.claimCount > 0, 'The policy has no claim.');
  const isLate = agency.claimsOf(policy.id).some((claim) => lossDayOf(claim) >= effectiveOn);
  allow(!isLate || faults.has('cancelled-before-its-claims'), 'A claim occurred on that day or later.');
}

function waive({ instalments }: Policy, effectiveOn: string, faults: Faults): void {
  for (const instalment of instalments) {
    const isAfter = faults.has('due-on-the-day-stays-open') ? instalment.dueOn > effectiveOn : instalment.dueOn >= effectiveOn;
    if (isAfter && instalment.state === 'open') instalment.state = 'waived';
  }
}

/** The total of the instalments in a state. */
const totalIn = (instalments: readonly Instalment[], state: Instalment['state']): number =>
  totalOf(instalments.filter((one) => one.state === state).map(({ amount }) => amount));

function schedule({ id, instalments }: Policy, state: string | undefined, faults: Faults): object {
  const shown = instalments.filter((one) => state === undefined || one.state === state);
  const counted = faults.has('schedule-totals-of-the-filter') ? shown : instalments;
  return {
    total: totalOf(counted.map(({ amount }) => amount)),
    paid: totalIn(counted, 'paid'),
    open: totalIn(counted, 'open'),
    waived: totalIn(counted, 'waived'),
    _embedded: { instalments: shown },
    _links: { self: { href: `/policies/${id}/instalments` }, policy: { href: `/policies/${id}` } },
  };
}

export const terms = (store: Store, faults: Faults): Handlers => ({
  activatePolicy: (call) => {
    const policy = policyOf(call);
    allow(policy.state === 'draft', 'The policy is not a draft.');
    allow(policy.insured.length > 0 || faults.has('active-without-insured'), 'Nothing is insured.');
    activate(store, policy, faults);
    return policyReply(call, policy, faults);
  },

  cancelPolicy: (call) => {
    const policy = policyOf(call);
    const cancellation = call.input<Cancellation>();
    fitCancellation(policy, cancellation, faults);
    allowCancellation(call.agency, policy, cancellation, faults);
    policy.state = 'cancelled';
    policy.cancellation = cancellation;
    if (!faults.has('cancelled-instalments-stay-open')) waive(policy, cancellation.effectiveOn, faults);
    return policyReply(call, policy, faults);
  },

  listInstalments: (call) => hal(200, schedule(policyOf(call), call.query<{ state?: string }>().state, faults)),

  payInstalment: (call) => {
    const policy = policyOf(call);
    const instalment = requireThing(policy.instalments.find(({ no }) => no === Number(call.part('instalmentNo'))));
    const { amount, paidOn } = call.input<{ amount: number; paidOn: string }>();
    fit(amount === instalment.amount || faults.has('instalment-paid-in-part'), 'amount', `has to be ${instalment.amount}`);
    allow(instalment.state === 'open', `The instalment is ${instalment.state}.`);
    const isNext = !policy.instalments.some(({ no, state }) => no < instalment.no && state === 'open');
    allow(isNext || faults.has('instalments-in-any-order'), 'An earlier instalment is open.');
    instalment.state = 'paid';
    instalment.paidOn = paidOn;
    return hal(200, instalment);
  },
});
