// The archive as a bed.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const archive: Bed = {
  name: 'archive',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { key }]) => [caller, { ArchiveKey: key }])),
  faults,
};
