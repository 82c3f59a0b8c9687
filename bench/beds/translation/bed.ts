// The bed of the translation agency.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const translation: Bed = {
  name: 'translation',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { token }]) => [caller, { AgencyToken: token }])),
  faults,
};
