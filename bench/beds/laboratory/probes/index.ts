// The probes of all faults of the laboratory.
import { accounts, conditions, lists, responses, secrets } from './answers.ts';
import type { LaboratoryProbes } from './callers.ts';
import { invoices, reports } from './reports.ts';
import { sequences } from './sequences.ts';
import { richValues, values } from './values.ts';

export const probes: LaboratoryProbes = {
  ...values,
  ...richValues,
  ...responses,
  ...conditions,
  ...lists,
  ...accounts,
  ...secrets,
  ...sequences,
  ...reports,
  ...invoices,
};
