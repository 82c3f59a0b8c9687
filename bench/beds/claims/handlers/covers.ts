// The covers of a policy.
import { premiumOf } from '../money.ts';
import type { Store } from '../store.ts';
import type { CoverTerms, Policy } from '../things.ts';
import { showCover } from '../views.ts';
import { allow, type Faults, notFound } from '../wire.ts';
import { type Handlers, hal, policyOf } from './call.ts';
import { fitCover } from './policies.ts';

function requireDraft({ state }: Policy, faults: Faults): void {
  const isFree = state === 'draft' || (state === 'active' && faults.has('covers-change-when-active'));
  allow(isFree, 'The covers are fixed once a policy is active.');
}

export const covers = (_: Store, faults: Faults): Handlers => ({
  putCover: (call) => {
    const policy = policyOf(call);
    const code = call.part('coverCode');
    const cover = { code, ...call.input<CoverTerms>() };
    fitCover(policy.product, code, cover, faults);
    requireDraft(policy, faults);
    const index = policy.covers.findIndex((one) => one.code === code);
    policy.covers.splice(index === -1 ? policy.covers.length : index, 1, cover);
    if (!faults.has('premium-without-new-covers')) policy.premium = premiumOf(policy, policy.covers, faults);
    return hal(index === -1 ? 201 : 200, showCover(call.agency, policy, cover, faults));
  },

  removeCover: (call) => {
    const policy = policyOf(call);
    const code = call.part('coverCode');
    if (!policy.covers.some((cover) => cover.code === code)) throw notFound();
    requireDraft(policy, faults);
    allow(policy.covers.length > 1 || faults.has('last-cover-removed'), 'A policy keeps at least one cover.');
    policy.covers = policy.covers.filter((cover) => cover.code !== code);
    policy.premium = premiumOf(policy, policy.covers, faults);
    return { status: 204 };
  },
});
