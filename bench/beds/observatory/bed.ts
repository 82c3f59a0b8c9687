// The bed of the observatory.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const observatory: Bed = {
  name: 'observatory',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { token }]) => [caller, { InstituteToken: token }])),
  faults,
};
