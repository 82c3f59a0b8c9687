// The probes of all faults of the ferry lines.
import { answers } from './probes/answers.ts';
import type { FerryProbes } from './probes/callers.ts';
import { sequences } from './probes/sequences.ts';
import { values } from './probes/values.ts';

export const probes: FerryProbes = { ...values, ...sequences, ...answers };
