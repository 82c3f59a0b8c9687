// For each fault of the grants, requests that show it.
import type { Probes } from '../../probes.ts';
import { accounts, conditions, responses, secrets } from './answers.ts';
import type { Callers } from './callers.ts';
import { lists } from './lists.ts';
import { rich } from './rich.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export const probes: Probes<Callers> = {
  ...values,
  ...sequences,
  ...rich,
  ...responses,
  ...conditions,
  ...lists,
  ...accounts,
  ...secrets,
};
