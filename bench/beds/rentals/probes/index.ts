// For each fault a few requests that succeed on the service without faults, and show the fault on the service with it.
import type { Probes } from '../../probes.ts';
import { accounts, secrets } from './accounts.ts';
import { conditions, responses } from './answers.ts';
import type { Bed } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const probes: Probes<Bed> = {
  ...values,
  ...sequences,
  ...richValues,
  ...responses,
  ...conditions,
  ...lists,
  ...accounts,
  ...secrets,
};
