// What octavo conform finds of the mocks, each with the reason. An entry that no document needs fails the test.
import type { Waiver } from '../../generator/conform/contract/waiver.ts';

export const waivers: readonly Waiver[] = [
  { check: 'refuses-credential', case: 'credential-wrong', reason: 'Prism checks that there is a credential, and knows none.' },
  { check: 'idempotency-key', reason: 'Prism keeps no state, so it does not know a key again.' },
];
