// The faults of the festival service, by class. Each is off until the service is started with its id.
import { faultsOf } from '../../bed.ts';
import { accounts, secrets } from './accounts.ts';
import { conditions, responses } from './answers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { rich, values } from './values.ts';

export const faults = faultsOf({ values, sequences, 'rich values': rich, responses, conditions, lists, accounts, secrets });
