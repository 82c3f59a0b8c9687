// The probes of all faults of the shops.
import type { ShopProbes } from './callers.ts';
import { conditions, filters } from './lists.ts';
import { accounts, sequences } from './sequences.ts';
import { responses, richValues, values } from './values.ts';

export const probes: ShopProbes = { ...values, ...sequences, ...richValues, ...responses, ...conditions, ...filters, ...accounts };
