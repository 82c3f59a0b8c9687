// The probes of all faults of the studios.
import type { GymProbes } from './callers.ts';
import { conditions, lists } from './lists.ts';
import { accounts, sequences } from './sequences.ts';
import { responses, richValues, values } from './values.ts';

export const probes: GymProbes = { ...values, ...sequences, ...richValues, ...responses, ...conditions, ...lists, ...accounts };
