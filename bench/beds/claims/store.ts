// What the insurer keeps in memory, for each agency.
import { createHash } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Claim, File, Payee, Policy } from './things.ts';

/** What one agency has. Maps keep the order of creation. */
export class Agency {
  readonly policies = new Map<string, Policy>();
  readonly payees = new Map<string, Payee>();
  readonly claims = new Map<string, Claim>();
  readonly files = new Map<string, File>();

  claimsOf(policyId: string): Claim[] {
    return [...this.claims.values()].filter((claim) => claim.policyId === policyId);
  }
}

/** All agencies. They share a clock and the ids. */
export class Store extends Clock {
  readonly linden = new Agency();
  readonly aspen = new Agency();
  #count = 0;

  /** Ids do not tell how many things there are, and are the same in each run. */
  id(kind: string): string {
    this.#count++;
    return createHash('sha256').update(`${kind} ${this.#count}`).digest('hex').slice(0, 16);
  }

  /** Finds a thing in any agency, as a service does that forgets whose it is. */
  anywhere<T>(mapOf: (agency: Agency) => ReadonlyMap<string, T>, id: string): T | undefined {
    return mapOf(this.linden).get(id) ?? mapOf(this.aspen).get(id);
  }
}
