// The bed `workshop`.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const workshop: Bed = {
  name: 'workshop',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { key }]) => [caller, { GarageKey: key }])),
  faults,
};
