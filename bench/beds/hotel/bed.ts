// The bed of the hotel.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const hotel: Bed = {
  name: 'hotel',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { key }]) => [caller, { PropertyKey: key }])),
  faults,
};
