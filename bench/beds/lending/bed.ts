// The lending desk as a bed.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const lending: Bed = {
  name: 'lending',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { session }]) => [caller, { DeskSession: session }])),
  faults,
};
