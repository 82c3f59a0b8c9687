// The probes of all faults of the museum.
import { answers } from './answers.ts';
import type { MuseumProbes } from './callers.ts';
import { exhibitions } from './exhibitions.ts';
import { lists } from './lists.ts';
import { loans } from './loans.ts';
import { objects } from './objects.ts';
import { richValues, values } from './values.ts';

export const probes: MuseumProbes = { ...values, ...richValues, ...answers, ...lists, ...objects, ...exhibitions, ...loans };
