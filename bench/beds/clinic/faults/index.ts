// The faults of the clinic service, by class.
import { faultsOf } from '../../bed.ts';
import { accounts, secrets } from './accounts.ts';
import { conditions, responses } from './answers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const faults = faultsOf({ values, sequences, 'rich values': richValues, responses, conditions, lists, accounts, secrets });
