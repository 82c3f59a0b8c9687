// The probes of the clinic bed: each shows the fault of its name.
import type { Probes } from '../../probes.ts';
import { accounts, secrets } from './accounts.ts';
import { conditions, responses } from './answers.ts';
import { listProbes } from './lists.ts';
import { type Callers, callers } from './requests.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export { callers };

export const probes: Probes<Callers> = {
  ...values,
  ...sequences,
  ...richValues,
  ...responses,
  ...conditions,
  ...listProbes,
  ...accounts,
  ...secrets,
};
