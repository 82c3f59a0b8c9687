// The probes of all faults of the insurer.
import { answers } from './answers.ts';
import type { ClaimProbes } from './callers.ts';
import { listResponses, lists } from './lists.ts';
import { sequences } from './sequences.ts';
import { terms } from './terms.ts';
import { files, richValues, secrets, values } from './values.ts';

export const probes: ClaimProbes = {
  ...values,
  ...richValues,
  ...files,
  ...secrets,
  ...answers,
  ...lists,
  ...listResponses,
  ...terms,
  ...sequences,
};
