// The credentials of callers, such as API keys: found by their hashes, kept in memory, and forgotten in every process as soon as one is revoked.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Action, actionsOf, string } from './action.ts';
import type { Bus, Channel } from './bus/bus.ts';
import { createCache } from './cache.ts';
import { hashOf } from './secrets.ts';
import type { Platform } from './service.ts';

/**
 * Finds what a credential stands for: at once where it is known, otherwise by `load`.
 * @param changed tells all processes whose hashes were revoked or changed
 */
export function credentialFinder<Found>(
  bus: Pick<Bus, 'subscribe'>,
  changed: Channel<string>,
  load: (hash: string) => Promise<Found | undefined>,
): (secret: string) => Found | undefined | Promise<Found | undefined> {
  const found = createCache<Found>(bus, changed);
  return (secret) => {
    const hash = hashOf(secret);
    return found.get(hash, () => load(hash));
  };
}

interface Revocation<Tables> {
  /** `key`: what the action `revoke-key` revokes. */
  readonly noun: string;
  readonly changed: Channel<string>;
  /** Revokes it within a unit of work. @returns whether it was known */
  remove(tables: Kysely<Tables>, hash: string): Promise<boolean>;
}

/** The action that revokes a credential: in all processes at once, after the commit. It refuses with 404 what is not known. */
export function revokeAction<Tables>({ noun, changed, remove }: Revocation<Tables>): Action {
  return actionsOf<Platform<Tables>>()(
    `revoke-${noun}`,
    `Revokes a ${noun}, in all processes at once.`,
    { [noun]: string(`The ${noun}.`) },
    async (input, { store, bus }) => {
      const hash = hashOf(String(input[noun]));
      if (!(await store.write((tables) => remove(tables, hash)))) throw refuse(404, { detail: `There is no such ${noun}.` });
      await bus.publish(changed, hash);
    },
  );
}
