// Finds the user of a token: a personal access token, or an access token that the user has granted to an application.

import type { SchedulingSecurity } from '@octavo/interfaces/e-scheduling';
import { changedKeys } from '../platform/cache.ts';
import { credentialFinder } from '../platform/credentials.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Caller, Tables } from './deps.ts';
import type { SchedulingTables } from './tables.ts';

/** Tokens that were revoked, and those of users whose membership changed, by their hashes. */
export const TOKENS = changedKeys('e-scheduling/tokens');

const callerByHash = prepare((tables: Tables, given: Given<{ hash: string }>) =>
  tables
    .selectFrom('e_tokens')
    .innerJoin('e_memberships', 'e_memberships.user_id', 'e_tokens.user_id')
    .select(['e_tokens.user_id', 'application_id', 'expires_at', 'organization_id', 'role'])
    .where('hash', '=', given('hash')),
);

interface Found {
  readonly caller: Caller;
  readonly expires: number;
}

export function security({ store, bus, clock }: Pick<Platform<SchedulingTables>, 'store' | 'bus' | 'clock'>): SchedulingSecurity<Caller> {
  const find = credentialFinder(bus, TOKENS, async (hash): Promise<Found | undefined> => {
    const row = await callerByHash.first(store.read, { hash });
    if (row === undefined) return undefined;
    const { user_id: user, organization_id: organization, role, application_id: application, expires_at } = row;
    return { caller: { user, organization, role, application, token: hash }, expires: expires_at ?? Number.POSITIVE_INFINITY };
  });

  async function findCaller(token: string): Promise<Caller | null> {
    const found = await find(token);
    return found === undefined || found.expires <= clock.now() ? null : found.caller;
  }
  return { personalToken: findCaller, oauth2: findCaller };
}
