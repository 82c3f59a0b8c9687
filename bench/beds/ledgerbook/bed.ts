// The bed of the books of clubs.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const ledgerbook: Bed = {
  name: 'ledgerbook',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { token }]) => [caller, { ClubToken: token }])),
  faults,
};
