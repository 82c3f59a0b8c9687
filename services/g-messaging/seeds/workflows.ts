// The workflows of the examples.

import type { Tables } from '../deps.ts';
import { insert } from '../store.ts';
import { DAY } from '../times.ts';

const HOUR = DAY / 24;

export async function seedWorkflows(tables: Tables, account: number): Promise<void> {
  await insert(tables, 'g_workflows', [
    {
      id: 610,
      account,
      name: 'Welcome to Papaver Books',
      is_active: true,
      event_type: 'customerWelcomed',
      steps: [{ send: 2417 }, { wait: 3 * DAY }, { send: 2420 }],
    },
    {
      id: 611,
      account,
      name: 'Books left in the cart',
      is_active: false,
      event_type: 'cartUpdated',
      steps: [{ wait: HOUR }, { send: 2422 }],
    },
  ]);
}
