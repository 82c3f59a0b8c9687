// The faults that can be planted in the courses.
import { faultsOf } from '../../bed.ts';
import { accounts, conditions, lists, responses, secrets } from './answers.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const faults = faultsOf({ values, sequences, 'rich values': richValues, responses, conditions, lists, accounts, secrets });
