// What the service keeps in memory, for each agency.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Building, Charge, Flat, Lease, Repair, Tenant, Tradesperson } from './things.ts';

/** What one agency has. Maps keep the order of creation. */
export class Agency {
  readonly buildings = new Map<string, Building>();
  readonly flats = new Map<string, Flat>();
  readonly tenants = new Map<string, Tenant>();
  readonly leases = new Map<string, Lease>();
  /** By lease and month. */
  readonly charges = new Map<string, Charge>();
  readonly tradespeople = new Map<string, Tradesperson>();
  readonly repairs = new Map<string, Repair>();
  /** Emails of tenants who were removed, which a fault does not free. */
  readonly oldEmails = new Set<string>();

  flatsOf(buildingId: string): Flat[] {
    return [...this.flats.values()].filter((flat) => flat.buildingId === buildingId);
  }

  chargesOf(leaseId: string): Charge[] {
    return [...this.charges.values()].filter((charge) => charge.leaseId === leaseId);
  }

  leasesOf(flatId: string): Lease[] {
    return [...this.leases.values()].filter((lease) => lease.flatId === flatId);
  }

  /** The lease that makes a flat occupied. */
  activeLeaseOf(flatId: string): Lease | undefined {
    return this.leasesOf(flatId).find(({ state }) => state === 'active');
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz0123456789';
const four = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** All agencies. They share a clock. */
export class Store extends Clock {
  readonly brook = new Agency();
  readonly castle = new Agency();

  id(): string {
    return `${four()}-${four()}`;
  }

  /** Things of all agencies, as a service has them that forgets whose they are. */
  everywhere<T>(mapOf: (agency: Agency) => ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    return new Map([...mapOf(this.brook), ...mapOf(this.castle)]);
  }
}
