// The probes of all faults of the property manager.
import type { TenancyProbes } from './callers.ts';
import { conditions, lists } from './lists.ts';
import { accounts, sequences } from './sequences.ts';
import { responses, richValues, values } from './values.ts';

export const probes: TenancyProbes = { ...values, ...sequences, ...richValues, ...responses, ...conditions, ...lists, ...accounts };
