// The probes of all faults of the podcasts.
import { answers } from './answers.ts';
import type { PodcastProbes } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export const probes: PodcastProbes = { ...values, ...sequences, ...answers, ...lists };
