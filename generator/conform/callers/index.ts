// Tries a service with several callers: a second account, a credential with fewer rights, and requests at once.
import type { Operation, Service } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Edge } from '../contract/sequence.ts';
import type { Judge } from '../judge/index.ts';
import { resourcesOf } from '../sequences/index.ts';
import { tryAccounts } from './accounts.ts';
import type { Desk } from './desk.ts';
import { tryKeys } from './keys.ts';
import { tryRaces } from './races.ts';
import { tryRights } from './rights.ts';

export interface CallersOptions extends Omit<Desk, 'resources' | 'number'> {
  readonly service: Service;
  readonly judge: Judge;
  readonly edges: readonly Edge[];
  readonly caseOf: (operation: Operation) => Case | undefined;
  readonly send: (one: Case, after?: Exchange) => Promise<Exchange | undefined>;
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
