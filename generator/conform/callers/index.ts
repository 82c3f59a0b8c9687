// Tries a service with several callers: a second account, a credential with fewer rights, and requests at once.
import { resourcesOf } from '../sequences/index.ts';
import { tryAccounts } from './accounts.ts';
import type { Desk } from './desk.ts';
import { tryKeys } from './keys.ts';
import { tryRaces } from './races.ts';
import { tryRights } from './rights.ts';

export interface CallersOptions extends Omit<Desk, 'resources' | 'number'> {
  readonly hasOther: boolean;
  readonly hasLimited: boolean;
  /** Whether things may be made. */
  readonly writes: boolean;
}

export async function tryCallers({ hasOther, hasLimited, writes, ...options }: CallersOptions): Promise<void> {
  let number = 0;
  const desk: Desk = { ...options, resources: resourcesOf(options.service, options.edges), number: () => ++number };
  if (hasOther) await tryAccounts(desk);
  if (hasLimited) await tryRights(desk);
  if (!writes) return;
  await tryKeys(desk);
  await tryRaces(desk);
}
