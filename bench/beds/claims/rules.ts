// What follows from what is kept: cover on a day, what is payable, paid and outstanding.
import { dayOf, daysBetween } from './days.ts';
import { euros, totalOf } from './money.ts';
import type { Agency } from './store.ts';
import type { Assessment, Claim, Policy } from './things.ts';
import type { Faults } from './wire.ts';

export const isOpen = ({ state }: Claim): boolean => state === 'reported' || state === 'assessed';

export const paidOf = ({ payments }: Claim): number =>
  totalOf(payments.filter(({ state }) => state === 'executed').map(({ amount }) => amount));

export const outstandingOf = (claim: Claim): number =>
  claim.assessment === null ? 0 : Math.max(0, euros(claim.assessment.payable - paidOf(claim)));

export const recoveredOf = ({ recoveries }: Claim): number => totalOf(recoveries.map(({ amount }) => amount));

export const limitOf = ({ covers }: Policy, code: string): number => covers.find((cover) => cover.code === code)?.limit ?? 0;

/** What is left of the limit of a cover, seen from one of its claims, or from none. */
export function remainingOf(agency: Agency, policy: Policy, code: string, faults: Faults, but?: Claim): number {
  const counts = ({ state }: Claim): boolean =>
    state === 'assessed' || state === 'settled' || (state === 'rejected' && faults.has('rejected-claims-use-limit'));
  const others = agency.claimsOf(policy.id).filter((claim) => claim !== but && claim.cover === code && counts(claim));
  const used = totalOf(others.map(({ assessment }) => assessment?.payable ?? 0));
  return Math.max(0, euros(limitOf(policy, code) - used));
}

/** What is payable on a claim of which so much is accepted. */
export function payableOf(agency: Agency, policy: Policy, claim: Claim, accepted: number, faults: Faults): number {
  const deductible = policy.covers.find(({ code }) => code === claim.cover)?.deductible ?? 0;
  const left = faults.has('limit-for-each-claim') ? limitOf(policy, claim.cover) : remainingOf(agency, policy, claim.cover, faults, claim);
  const loss = faults.has('deductible-not-taken') ? accepted : Math.max(0, euros(accepted - deductible));
  return Math.min(loss, left);
}

/** Works out anew what an assessment makes payable, since other claims may have changed. */
export function reassess(agency: Agency, policy: Policy, claim: Claim, assessment: Assessment, faults: Faults): void {
  assessment.payable = payableOf(agency, policy, claim, assessment.acceptedTotal, faults);
}

/** Whether a policy gives cover on a day, whatever is paid for it. */
export function coversDay({ startsOn, endsOn, cancellation }: Policy, day: string, faults: Faults): boolean {
  const ends = cancellation === null || faults.has('cover-after-cancellation') ? endsOn : cancellation.effectiveOn;
  return day >= startsOn && day < endsOn && day < ends;
}

/** Whether an instalment was due more than 30 days before, and is still open. */
export const isInArrears = ({ instalments }: Policy, day: string): boolean =>
  instalments.some(({ state, dueOn }) => state === 'open' && daysBetween(dueOn, day) > 30);

/** The day of the loss in UTC. */
export const lossDayOf = ({ occurredAt }: { readonly occurredAt: string }): string => dayOf(occurredAt);
