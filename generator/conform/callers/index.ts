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
  // What a PUT has made, the next PUT replaces: each account may have a thing of the same name, and two requests at once may both succeed.
  const resources = resourcesOf(options.service, options.edges).filter(({ create }) => create.method === 'POST');
  const desk: Desk = { ...options, resources, number: () => ++number };
  if (hasOther) await tryAccounts(desk);
  if (hasLimited) await tryRights(desk);
  if (!writes) return;
  await tryKeys(desk);
  await tryRaces(desk);
}
