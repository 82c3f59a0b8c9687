// What things show to clients.
import { createHash } from 'node:crypto';
import { without } from '../members.ts';
import type { Agency } from './store.ts';
import type { Building, Charge, Faults, Flat, Lease, Tenant, Tradesperson } from './things.ts';

export type View = Readonly<Record<string, unknown>>;

/** The tag of what a thing shows. */
export function tagOf(view: View, faults: Faults): string {
  const shown = faults.has('flat-tag-ignores-vacancy') ? without(view, 'vacant') : view;
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)}"`;
}

export const buildingView = (agency: Agency, building: Building): View => ({
  ...building,
  flatCount: agency.flatsOf(building.id).length,
});

export const isVacant = (agency: Agency, { id }: Flat): boolean => agency.activeLeaseOf(id) === undefined;

export const flatView = (agency: Agency, flat: Flat): View => ({ ...flat, vacant: isVacant(agency, flat) });

export function tenantView(tenant: Tenant, faults: Faults): View {
  const view = { ...tenant };
  return view.phone === null && faults.has('tenant-without-empty-phone') ? without(view, 'phone') : view;
}

/** The amounts of a charge. */
export function sumsOf({ rent, serviceCharge, extras, payments }: Omit<Charge, 'leaseId' | 'month' | 'note'>): {
  total: number;
  due: number;
} {
  const total = rent + serviceCharge + extras.reduce((sum, { amount }) => sum + amount, 0);
  return { total, due: total - payments.reduce((sum, { amount }) => sum + amount, 0) };
}

export function statusOf(charge: Charge): 'open' | 'partly_paid' | 'paid' {
  if (sumsOf(charge).due === 0) return 'paid';
  return charge.payments.length === 0 ? 'open' : 'partly_paid';
}

export function chargeView(agency: Agency, charge: Charge): View {
  const day = String(agency.leases.get(charge.leaseId)?.dueDay ?? 1).padStart(2, '0');
  return { ...charge, ...sumsOf(charge), status: statusOf(charge), dueOn: `${charge.month}-${day}` };
}

export const leaseView = (agency: Agency, lease: Lease): View => ({
  ...lease,
  balance: agency.chargesOf(lease.id).reduce((sum, charge) => sum + sumsOf(charge).due, 0),
});

export const tradespersonView = (tradesperson: Tradesperson, faults: Faults): View =>
  faults.has('created-at-as-number') ? { ...tradesperson, createdAt: Date.parse(tradesperson.createdAt) } : { ...tradesperson };
