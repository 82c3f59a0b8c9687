// The planted faults of the grants.
import { faultsOf } from '../../bed.ts';
import { accounts, conditions, lists, responses, secrets } from './others.ts';
import { rich } from './rich.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export const faults = faultsOf({ values, sequences, 'rich values': rich, responses, conditions, lists, accounts, secrets });
