// The probes of all faults of the tracker.
import { answers } from './answers.ts';
import type { TrackerProbes } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export const probes: TrackerProbes = { ...values, ...sequences, ...answers, ...lists };
