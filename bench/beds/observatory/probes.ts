// The probes of all faults of the observatory.
import { answers } from './probes/answers.ts';
import { sequences } from './probes/sequences.ts';
import type { ObservatoryProbes } from './probes/steps.ts';
import { values } from './probes/values.ts';

export const probes: ObservatoryProbes = { ...values, ...sequences, ...answers };
