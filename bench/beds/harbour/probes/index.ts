// The probes of the faults of the harbour.
import type { Probes } from '../../probes.ts';
import { conditions, responses, richValues } from './answers.ts';
import type { Callers } from './callers.ts';
import { accounts, lists, secrets } from './lists.ts';
import { settlements } from './settlements.ts';
import { stays } from './stays.ts';
import { values } from './values.ts';

export const probes: Probes<Callers> = {
  ...values,
  ...richValues,
  ...responses,
  ...conditions,
  ...lists,
  ...accounts,
  ...secrets,
  ...stays,
  ...settlements,
};
