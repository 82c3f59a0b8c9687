// The faults of the laboratory by class.
import { type Fault, faultsOf } from '../../bed.ts';
import { accounts, conditions, lists, responses, secrets } from './answers.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const faults: readonly Fault[] = faultsOf({
  ...{ values, sequences, 'rich values': richValues, responses },
  ...{ conditions, lists, accounts, secrets },
});
