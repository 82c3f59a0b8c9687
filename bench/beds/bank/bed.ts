// The bed of the bank.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const bank: Bed = {
  name: 'bank',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { session }]) => [caller, { Session: session }])),
  faults,
};
