// For each fault of the bed `restaurant` what tells it.
import { answers } from './answers.ts';
import type { RestaurantProbes } from './callers.ts';
import { lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { values } from './values.ts';

export const probes: RestaurantProbes = { ...values, ...sequences, ...answers, ...lists };
