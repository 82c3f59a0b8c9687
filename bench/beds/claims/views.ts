// What the insurer shows of its things.
import { createHash } from 'node:crypto';
import { without } from '../members.ts';
import { euros, totalOf } from './money.ts';
import { isOpen, outstandingOf, paidOf, recoveredOf, remainingOf } from './rules.ts';
import type { Agency } from './store.ts';
import type { Claim, Cover, File, Payee, Policy } from './things.ts';
import type { Faults } from './wire.ts';

type Shown = Readonly<Record<string, unknown>>;

const link = (href: string): { readonly href: string } => ({ href });

export const showCover = (agency: Agency, policy: Policy, cover: Cover, faults: Faults): Shown => ({
  ...cover,
  remainingLimit: remainingOf(agency, policy, cover.code, faults),
});

export const premiumPaidOf = ({ instalments }: Policy): number =>
  totalOf(instalments.filter(({ state }) => state === 'paid').map(({ amount }) => amount));

function policyLinks({ id, state }: Policy, faults: Faults): Shown {
  const self = `/policies/${id}`;
  const canCancel = state === 'active' || (state === 'draft' && faults.has('cancellation-link-on-drafts'));
  return {
    self: link(self),
    instalments: link(`${self}/instalments`),
    ...(state === 'draft' ? { activation: link(`${self}/activation`) } : {}),
    ...(canCancel ? { cancellation: link(`${self}/cancellation`) } : {}),
  };
}

export function showPolicy(agency: Agency, policy: Policy, faults: Faults): Shown {
  const { holder, premium } = policy;
  const shown: Shown = {
    ...without(policy, 'instalments'),
    holder: { ...holder, phone: holder.phone ?? null, address: holder.address ?? null },
    covers: policy.covers.map((cover) => showCover(agency, policy, cover, faults)),
    premium: faults.has('premium-as-text') ? premium.toFixed(2) : premium,
    premiumPaid: premiumPaidOf(policy),
    claimsPaid: totalOf(agency.claimsOf(policy.id).map(paidOf)),
    _links: policyLinks(policy, faults),
  };
  return faults.has('policy-without-activated-at') && policy.activatedAt === null ? without(shown, 'activatedAt') : shown;
}

export function showPayee(agency: Agency, payee: Payee, faults: Faults): Shown {
  const paid = [...agency.claims.values()].flatMap(({ payments }) => payments).filter(({ payeeId }) => payeeId === payee.id);
  const counted = faults.has('reversal-stays-with-payee') ? paid : paid.filter(({ state }) => state === 'executed');
  return {
    ...(faults.has('iban-is-shown') ? payee : without(payee, 'iban')),
    ibanEnding: payee.iban.slice(-4),
    taxNumber: payee.taxNumber ?? null,
    paidTotal: totalOf(counted.map(({ amount }) => amount)),
    _links: { self: link(`/payees/${payee.id}`) },
  };
}

export function showFile(file: File, faults: Faults): Shown {
  const { bytes, ...others } = file;
  const size = faults.has('file-size-of-its-text') ? bytes.toString('base64').length : bytes.length;
  return { ...others, size, _links: { self: link(`/documents/${file.id}`) } };
}

function claimLinks(claim: Claim): Shown {
  const self = `/claims/${claim.id}`;
  return {
    self: link(self),
    policy: link(`/policies/${claim.policyId}`),
    payments: link(`${self}/payments`),
    ...(isOpen(claim) ? { closing: link(`${self}/closing`) } : {}),
    ...(!isOpen(claim) && claim.reopenings < 2 ? { reopening: link(`${self}/reopening`) } : {}),
  };
}

export function showClaim(agency: Agency, claim: Claim, faults: Faults): Shown {
  const recoveredTotal = recoveredOf(claim);
  const paidTotal = paidOf(claim);
  return {
    ...without(claim, 'payments'),
    policyReference: agency.policies.get(claim.policyId)?.reference ?? '',
    estimateTotal: estimateOf(claim),
    paidTotal,
    outstanding: outstandingOf(claim),
    recoveredTotal,
    netCost: euros(paidTotal - recoveredTotal),
    documents: claim.documents.map((file) => showFile(file, faults)),
    _links: claimLinks(claim),
  };
}

export const estimateOf = ({ damages }: Claim): number => totalOf(damages.map(({ estimate }) => estimate));

const tagOf = (shown: unknown): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20)}"`;

export const tagOfPolicy = (shown: Shown, faults: Faults): string =>
  tagOf(faults.has('policy-tag-ignores-covers') ? without(shown, 'covers', 'premium') : shown);

export const tagOfClaim = (shown: Shown): string => tagOf(shown);
