// For each fault a few requests that succeed on the service without faults and show the fault on the service with it.
import { conditions, responses, rights } from './answers.ts';
import { billing, payments } from './billing.ts';
import type { EnergyProbes } from './callers.ts';
import { lists } from './lists.ts';
import { contracts, readings, supply } from './supply.ts';
import { rich, values } from './values.ts';

export const probes: EnergyProbes = {
  ...values,
  ...rich,
  ...responses,
  ...conditions,
  ...lists,
  ...rights,
  ...supply,
  ...readings,
  ...contracts,
  ...billing,
  ...payments,
};
