// A probe for each fault.
import { accounts } from './accounts.ts';
import { conditions, responses, secrets } from './answers.ts';
import type { Probes } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const probes: Probes = { ...values, ...richValues, ...sequences, ...responses, ...conditions, ...lists, ...accounts, ...secrets };
