// The billing service as a bed.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const billing: Bed = {
  name: 'billing',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { key }]) => [caller, { SecretKey: key }])),
  faults,
};
