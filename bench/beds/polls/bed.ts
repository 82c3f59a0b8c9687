// The bed `polls`.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const polls: Bed = {
  name: 'polls',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { token }]) => [caller, { Token: token }])),
  faults,
};
