// The league as a bed.
import type { Bed } from '../bed.ts';
import { faults } from './faults.ts';
import { credentials, documentPath, listen } from './server.ts';

export const league: Bed = {
  name: 'league',
  document: documentPath,
  start: listen,
  credentials: Object.fromEntries(Object.entries(credentials).map(([caller, { token }]) => [caller, { LeagueToken: token }])),
  faults,
};
