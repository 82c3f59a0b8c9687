// The probes of all faults of the cinemas.
import type { CinemaProbes } from './callers.ts';
import { conditions, lists } from './lists.ts';
import { accounts, sequences } from './sequences.ts';
import { responses, richValues, values } from './values.ts';

export const probes: CinemaProbes = { ...values, ...sequences, ...richValues, ...responses, ...conditions, ...lists, ...accounts };
