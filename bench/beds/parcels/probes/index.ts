// The probes of all faults of the parcel service.
import type { Probes } from '../../probes.ts';
import { answers } from './answers.ts';
import type { Callers } from './bodies.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export { callers } from './bodies.ts';

export const probes: Probes<Callers> = { ...values, ...sequences, ...answers };
