// The bed of the farm shop wholesale.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const farm: Bed = {
  name: 'farm',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { key }]) => [caller, { hub_key: key }])),
  faults,
};
