// Shows the states of payments, and what leads from one to another, as `rules/states.ts` has them.

import { machinesOf } from '../platform/machine.ts';
import { STATES, TRANSITIONS } from './rules/states.ts';
import type { InstalmentsTables } from './tables.ts';

export const machines = [
  machinesOf<InstalmentsTables>()(
    { name: 'payment', title: 'Payments', table: 'f_payments', by: 'position', states: STATES, transitions: TRANSITIONS },
    ({ state, purchase_amount: cents, installments_count: count }) => ({
      state,
      title: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} EUR in ${count} ${count === 1 ? 'instalment' : 'instalments'}`,
    }),
  ),
];
