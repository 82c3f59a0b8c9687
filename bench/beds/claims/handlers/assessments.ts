// What becomes of a claim: assessments, reserves, closing and reopening.
import { totalOf } from '../money.ts';
import { isOpen, limitOf, outstandingOf, paidOf, payableOf, reassess } from '../rules.ts';
import type { Agency, Store } from '../store.ts';
import type { Claim, NewAssessment, NewClosing, Policy } from '../things.ts';
import { allow, type Faults, fit, Refusal } from '../wire.ts';
import { type Call, claimOf, claimReply, type Handlers, requireTag, requireThing } from './call.ts';

type Items = NewAssessment['items'];

const policyBehind = ({ agency }: Call, { policyId }: Claim): Policy => requireThing(agency.policies.get(policyId));

function fitItems({ damages }: Claim, items: Items, faults: Faults): void {
  const numbers = items.map(({ damageNo }) => damageNo);
  const isKnown = numbers.every((number) => damages.some(({ no }) => no === number)) && new Set(numbers).size === numbers.length;
  fit(isKnown && (numbers.length === damages.length || faults.has('damages-left-out')), 'items', 'has to have each damage once');
  const most = new Map(damages.map(({ no, estimate }) => [no, estimate]));
  const isWithin = items.every(({ damageNo, accepted }) => accepted <= (most.get(damageNo) ?? 0));
  fit(isWithin || faults.has('accepted-above-estimate'), 'items', 'accepts more than the estimate');
}

/** Assesses a claim with items that fit. */
export function assess(store: Store, agency: Agency, policy: Policy, claim: Claim, input: NewAssessment, faults: Faults): void {
  const acceptedTotal = totalOf(input.items.map(({ accepted }) => accepted));
  const payable = payableOf(agency, policy, claim, acceptedTotal, faults);
  allow(payable >= paidOf(claim), 'More is paid already.');
  for (const damage of claim.damages) damage.accepted = input.items.find(({ damageNo }) => damageNo === damage.no)?.accepted ?? null;
  const deductible = policy.covers.find(({ code }) => code === claim.cover)?.deductible ?? 0;
  claim.assessment = { acceptedTotal, deductible, payable, assessor: input.assessor, note: input.note, assessedAt: store.now() };
  claim.state = 'assessed';
  claim.reserve = outstandingOf(claim);
}

function allowSettlement(claim: Claim, faults: Faults): void {
  allow(claim.state === 'assessed', 'The claim is not assessed.');
  allow(outstandingOf(claim) === 0 || faults.has('settled-with-outstanding'), 'Something is outstanding.');
  const needsInvoice = (claim.assessment?.payable ?? 0) > 1000 && !faults.has('settled-without-invoice');
  allow(!needsInvoice || claim.documents.some(({ kind }) => kind === 'invoice'), 'An invoice is missing.');
}

function allowRejection(claim: Claim, { reason }: NewClosing, faults: Faults): void {
  allow(isOpen(claim), 'The claim is closed.');
  allow(paidOf(claim) === 0 || faults.has('rejected-after-payments'), 'Something is paid already.');
  const isBelow = claim.state === 'assessed' && claim.assessment?.payable === 0;
  allow(reason !== 'belowDeductible' || isBelow, 'Something may be payable.');
}

/** Closes a claim that may be closed. */
export function close(store: Store, claim: Claim, { outcome, note, reason, letter }: NewClosing, faults: Faults): void {
  claim.state = outcome;
  claim.closing = { outcome, note: note ?? null, reason: reason ?? null, letter: letter ?? null, closedAt: store.now() };
  if (!faults.has('closed-claim-keeps-reserve')) claim.reserve = 0;
}

function reopen(call: Call, claim: Claim, faults: Faults): void {
  const { assessment } = claim;
  claim.state = assessment === null || faults.has('reopened-as-reported') ? 'reported' : 'assessed';
  claim.closing = null;
  claim.reopenings += 1;
  if (assessment !== null) reassess(call.agency, policyBehind(call, claim), claim, assessment, faults);
  claim.reserve = outstandingOf(claim);
}

export const assessments = (store: Store, faults: Faults): Handlers => ({
  assessClaim: (call) => {
    const claim = claimOf(call);
    const input = call.input<NewAssessment>();
    const isTagged = call.header('if-match') !== undefined || faults.has('assessment-without-tag');
    if (!isTagged) throw new Refusal(428, 'If-Match is missing.');
    requireTag(call, claimReply(call, claim, faults));
    allow(isOpen(claim), 'The claim is closed.');
    allow(claim.damages.length > 0, 'The claim has no damages.');
    fitItems(claim, input.items, faults);
    assess(store, call.agency, policyBehind(call, claim), claim, input, faults);
    return claimReply(call, claim, faults);
  },

  setReserve: (call) => {
    const claim = claimOf(call);
    const { amount } = call.input<{ amount: number }>();
    allow(isOpen(claim), 'The claim is closed.');
    fit(amount >= outstandingOf(claim) || faults.has('reserve-below-outstanding'), 'amount', 'does not cover what is outstanding');
    fit(
      amount <= limitOf(policyBehind(call, claim), claim.cover) || faults.has('reserve-above-limit'),
      'amount',
      'is above the limit of the cover',
    );
    claim.reserve = amount;
    return claimReply(call, claim, faults);
  },

  closeClaim: (call) => {
    const claim = claimOf(call);
    const input = call.input<NewClosing>();
    if (input.outcome === 'settled') allowSettlement(claim, faults);
    else allowRejection(claim, input, faults);
    close(store, claim, input, faults);
    return claimReply(call, claim, faults);
  },

  reopenClaim: (call) => {
    const claim = claimOf(call);
    call.input();
    allow(!isOpen(claim), 'The claim is not closed.');
    allow(claim.reopenings < 2 || faults.has('third-reopening'), 'The claim was reopened twice.');
    reopen(call, claim, faults);
    return claimReply(call, claim, faults);
  },
});
