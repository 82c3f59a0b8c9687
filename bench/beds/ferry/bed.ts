// The bed of the ferry lines.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { documentPath, listen, tokens } from './server.ts';

export const ferry: Bed = {
  name: 'ferry',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(tokens).map(([caller, token]) => [caller, { LineToken: token }])),
  faults,
};
