// The probes of all faults of the payroll.
import { answers } from './answers.ts';
import type { PayrollProbes } from './callers.ts';
import { lists } from './lists.ts';
import { payRuns } from './pay.ts';
import { people } from './people.ts';
import { richValues, values } from './values.ts';

export const probes: PayrollProbes = { ...values, ...richValues, ...answers, ...lists, ...people, ...payRuns };
