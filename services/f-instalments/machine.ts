// Shows the states of payments, and what leads from one to another, as `rules/states.ts` has them.

import { defineMachine } from '../platform/machine.ts';
import type { Platform } from '../platform/service.ts';
import { STATES, TRANSITIONS } from './rules/states.ts';
import type { InstalmentsTables } from './tables.ts';

export const paymentMachine = defineMachine(
  {
    name: 'payment',
    title: 'Payments',
    states: STATES,
    transitions: TRANSITIONS,
  },
  async ({ store }: Platform<InstalmentsTables>, most) => {
    const rows = await store.read
      .selectFrom('f_payments')
      .select(['id', 'state', 'purchase_amount', 'installments_count'])
      .orderBy('position', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ id, state, purchase_amount: cents, installments_count: count }) => ({
      id,
      state,
      title: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} EUR in ${count} ${count === 1 ? 'instalment' : 'instalments'}`,
    }));
  },
);
