// The bed `pledges`.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const pledges: Bed = {
  name: 'pledges',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, login]) => [caller, { Platform: login }])),
  faults,
};
