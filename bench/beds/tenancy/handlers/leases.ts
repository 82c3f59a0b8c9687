// Leases.
import type { Agency } from '../store.ts';
import type { Lease, LeaseInput } from '../things.ts';
import { leaseView } from '../views.ts';
import { allow, check } from '../wire.ts';
import { correlated, found, type Part, slice } from './call.ts';

interface Query {
  readonly flatId?: string;
  readonly tenantId?: string;
  readonly state?: string;
  readonly startsFrom?: string;
  readonly startsTo?: string;
}

export const leases: Part = (store, faults) => {
  function isNamed(tenantId: string, { tenantIds }: Lease): boolean {
    return faults.has('second-tenant-not-found') ? tenantIds[0] === tenantId : tenantIds.includes(tenantId);
  }

  function startsUntil({ startsOn }: Lease, day: string): boolean {
    return faults.has('starts-to-excluded') ? startsOn < day : startsOn <= day;
  }

  function matches(lease: Lease, { flatId, tenantId, state, startsFrom, startsTo }: Query): boolean {
    const isOf = (flatId === undefined || lease.flatId === flatId) && (tenantId === undefined || isNamed(tenantId, lease));
    const hasState = state === undefined || lease.state === state;
    const isIn = (startsFrom === undefined || lease.startsOn >= startsFrom) && (startsTo === undefined || startsUntil(lease, startsTo));
    return isOf && hasState && isIn;
  }

  function requireReferences(agency: Agency, { flatId, tenantIds }: LeaseInput): void {
    const known = faults.has('flats-of-other-agencies-let') ? store.everywhere((one) => one.flats) : agency.flats;
    check(known.has(flatId), 'flatId', 'leads to nothing');
    const checked = faults.has('only-first-tenant-checked') ? tenantIds.slice(0, 1) : tenantIds;
    check(
      checked.every((id) => agency.tenants.has(id)),
      'tenantIds',
      'leads to nothing',
    );
  }

  function requireTerms({ startsOn, endsOn, deposit, rent }: LeaseInput): void {
    const isInOrder = endsOn === null || endsOn > startsOn || (endsOn === startsOn && faults.has('lease-ends-as-it-starts'));
    check(isInOrder, 'endsOn', 'must be after startsOn');
    check(deposit <= 3 * rent || faults.has('deposit-of-any-size'), 'deposit', 'is more than three times the rent');
  }

  return {
    listLeases: (call) => {
      const query = call.query<Query>();
      const all = [...call.agency.leases.values()].filter((one) => matches(one, query));
      const viewOf = (one: Lease) => ({
        ...leaseView(call.agency, one),
        ...(faults.has('list-without-balance') ? { balance: 0 } : {}),
      });
      return slice(call, all, viewOf, faults);
    },

    createLease: (call) => {
      const input = call.input<LeaseInput>();
      requireReferences(call.agency, input);
      requireTerms(input);
      const lease: Lease = { id: store.id(), ...input, state: 'draft', signedOn: null, terminationReason: null, createdAt: store.now() };
      call.agency.leases.set(lease.id, lease);
      return { status: 201, body: leaseView(call.agency, lease), headers: { location: `/leases/${lease.id}`, ...correlated(call) } };
    },

    getLease: (call) => ({ status: 200, body: leaseView(call.agency, found(call.agency.leases, call.path('leaseId'))) }),

    deleteLease: (call) => {
      const lease = found(call.agency.leases, call.path('leaseId'));
      allow(lease.state === 'draft' || (lease.state === 'active' && faults.has('active-lease-discarded')), 'The lease was signed.');
      call.agency.leases.delete(lease.id);
      return { status: 204 };
    },

    signLease: (call) => {
      const lease = found(call.agency.leases, call.path('leaseId'));
      const { signedOn } = call.input<{ signedOn: string }>();
      allow(lease.state === 'draft' || (lease.state === 'active' && faults.has('signed-twice')), 'The lease is not a draft.');
      const other = call.agency.activeLeaseOf(lease.flatId);
      allow(other === undefined || other.id === lease.id || faults.has('flat-let-twice'), 'The flat has another active lease.');
      const next: Lease = { ...lease, state: 'active', signedOn };
      call.agency.leases.set(lease.id, next);
      return { status: 200, body: leaseView(call.agency, next) };
    },

    terminateLease: (call) => {
      const lease = found(call.agency.leases, call.path('leaseId'));
      const { endsOn, reason } = call.input<{ endsOn: string; reason: string }>();
      allow(lease.state === 'active' || (lease.state === 'draft' && faults.has('draft-terminated')), 'The lease is not active.');
      check(endsOn >= lease.startsOn, 'endsOn', 'is before the start of the lease');
      const next: Lease = { ...lease, state: 'ended', endsOn, terminationReason: reason };
      call.agency.leases.set(lease.id, next);
      return { status: 200, body: leaseView(call.agency, next) };
    },
  };
};
