// Claims as they are reported, with their damages.
import { instant, millisecondsOf } from '../../clock.ts';
import type { Key } from '../../texts.ts';
import { dayOf } from '../days.ts';
import { coversDay, isInArrears, isOpen, lossDayOf, paidOf } from '../rules.ts';
import type { Agency, Store } from '../store.ts';
import type { Claim, ClaimInput, Damage, NewClaim, NewDamage, Policy } from '../things.ts';
import { estimateOf, showClaim } from '../views.ts';
import { allow, type Faults, fit } from '../wire.ts';
import { type Call, claimOf, claimReply, type Handlers, hal, requireTag, requireThing, unlessKnown } from './call.ts';
import { paged, sorted } from './lists.ts';

interface Query {
  readonly state?: readonly string[];
  readonly policyId?: string;
  readonly cover?: string;
  readonly occurredFrom?: string;
  readonly occurredTo?: string;
  readonly tag?: string;
  readonly sort?: string;
}

function isBefore(day: string, until: string | undefined, faults: Faults): boolean {
  return until === undefined || (faults.has('last-day-of-losses-excluded') ? day < until : day <= until);
}

function found(agency: Agency, query: Query, faults: Faults): Claim[] {
  const { policyId, cover, occurredFrom, occurredTo, tag, sort } = query;
  const states = faults.has('first-state-alone') ? query.state?.slice(0, 1) : query.state;
  const all = [...agency.claims.values()].filter(
    (claim) =>
      (states === undefined || states.includes(claim.state)) &&
      (policyId === undefined || claim.policyId === policyId) &&
      (cover === undefined || claim.cover === cover) &&
      (occurredFrom === undefined || lossDayOf(claim) >= occurredFrom) &&
      isBefore(lossDayOf(claim), occurredTo, faults) &&
      (tag === undefined || claim.tags.includes(tag)),
  );
  const keyOf = (claim: Claim, name: string): Key => (name === 'occurredAt' ? millisecondsOf(claim.occurredAt) : estimateOf(claim));
  return sorted(all, sort, keyOf);
}

/** The policy that a claim names. */
function namedPolicy({ agency }: Call, store: Store, { policyId }: NewClaim, faults: Faults): Policy {
  const policy = faults.has('policy-of-another-agency') ? store.anywhere((one) => one.policies, policyId) : agency.policies.get(policyId);
  fit(policy !== undefined, 'policyId', 'is not a policy of the agency');
  return requireThing(policy);
}

function fitLoss(policy: Policy, { cover, insuredNo, occurredAt }: NewClaim, faults: Faults): void {
  fit(policy.covers.some(({ code }) => code === cover) || faults.has('cover-that-policy-lacks'), 'cover', 'is not a cover of the policy');
  const isItem = insuredNo === null || policy.insured.some(({ no }) => no === insuredNo);
  fit(isItem, 'insuredNo', 'is not an insured item of the policy');
  const isPast = millisecondsOf(occurredAt) <= Date.now() || faults.has('losses-in-the-future');
  fit(isPast, 'occurredAt', 'is in the future');
  const day = faults.has('day-of-loss-by-its-offset') ? dayOf(occurredAt) : dayOf(instant(occurredAt));
  fit(coversDay(policy, day, faults), 'occurredAt', 'is not in the time of cover');
}

const cut = (text: string, faults: Faults): string => (faults.has('long-descriptions-cut') ? text.slice(0, 1000) : text);

export function newClaim(store: Store, policy: Policy, input: NewClaim, faults: Faults): Claim {
  policy.claimCount += 1;
  return {
    ...input,
    id: store.id('claim'),
    no: policy.claimCount,
    occurredAt: instant(input.occurredAt),
    description: cut(input.description, faults),
    state: 'reported',
    damages: [],
    assessment: null,
    reserve: 0,
    payments: [],
    recoveries: [],
    documents: [],
    closing: null,
    reopenings: 0,
    reportedAt: store.now(),
  };
}

/** Takes back the assessment of a claim that has a new damage. */
function takeBack(claim: Claim): void {
  claim.state = 'reported';
  claim.assessment = null;
  for (const damage of claim.damages) damage.accepted = null;
}

export const claims = (store: Store, faults: Faults): Handlers => ({
  listClaims: (call) => {
    const reply = paged(call, 'claims', found(call.agency, call.query(), faults), (claim) => showClaim(call.agency, claim, faults), faults);
    return faults.has('list-as-plain-json') ? { ...reply, type: 'application/json' } : reply;
  },

  reportClaim: (call) => {
    const input = call.input<NewClaim>();
    const policy = namedPolicy(call, store, input, faults);
    allow(policy.state !== 'draft', 'The policy is a draft.');
    fitLoss(policy, input, faults);
    const isSuspended = isInArrears(policy, dayOf(instant(input.occurredAt)));
    allow(!isSuspended || faults.has('arrears-ignored'), 'The premium is in arrears.');
    const claim = newClaim(store, policy, input, faults);
    call.agency.claims.set(claim.id, claim);
    return claimReply(call, claim, faults, 201);
  },

  getClaim: (call) => {
    const id = call.part('claimId');
    const claim = faults.has('claim-of-another-agency') ? requireThing(store.anywhere((one) => one.claims, id)) : claimOf(call);
    return unlessKnown(call, claimReply(call, claim, faults), faults);
  },

  updateClaim: (call) => {
    const claim = claimOf(call);
    const { contact = {}, ...patch } = call.input<Partial<ClaimInput>>();
    if (!faults.has('tag-of-claim-not-checked')) requireTag(call, claimReply(call, claim, faults));
    allow(isOpen(claim), 'The claim is closed.');
    Object.assign(claim, patch, { contact: { ...claim.contact, ...contact } });
    return claimReply(call, claim, faults);
  },

  addDamage: (call) => {
    const claim = claimOf(call);
    const input = call.input<NewDamage>();
    const isOld = input.incurredOn !== undefined && input.incurredOn < lossDayOf(claim);
    fit(!isOld || faults.has('expense-before-loss'), 'incurredOn', 'is before the loss');
    allow(isOpen(claim), 'The claim is closed.');
    allow(claim.damages.length < 30, 'The claim has 30 damages.');
    allow(claim.state === 'reported' || paidOf(claim) === 0, 'Something is paid already.');
    const damage: Damage = { no: claim.damages.length + 1, ...input, accepted: null };
    claim.damages.push(damage);
    if (!faults.has('assessment-outlives-damages')) takeBack(claim);
    return hal(201, damage);
  },
});
