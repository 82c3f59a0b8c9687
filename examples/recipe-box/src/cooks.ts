// The cooks of the example, by token. Tokens of a real service are secrets, and only their hashes are stored.
import type { Cook } from './store.ts';

export const cooks: ReadonlyMap<string, Cook> = new Map([
  ['saffron', { name: 'Mira', roles: ['statistics'] }],
  ['nutmeg', { name: 'Jonas', roles: [] }],
]);
