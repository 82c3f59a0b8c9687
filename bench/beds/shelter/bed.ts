// The bed of the animal shelters.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const shelter: Bed = {
  name: 'shelter',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, login]) => [caller, { ShelterLogin: login }])),
  faults,
};
