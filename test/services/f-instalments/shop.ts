// Opens a sandbox of the instalment service for tests, and gives what most of them do with it.

import { createInstalmentsClient, type InstalmentsClient, type NewPayment } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import type { ControlledSandbox, Sandbox } from '../../../services/index.ts';
import type { TestEngine } from '../../support/sandboxes.ts';

export const DAY = 86_400_000;
/** Payments of the seeds: one in progress, one accepted that waits for its capture. */
export const ARMCHAIR = 'payment_11wTq8RkZ2bVnD';
export const BOOKCASE = 'payment_11wXe2HsD7qNtA';

export const customer = { first_name: 'Noé', last_name: 'Petit', email: 'noe@example.com', phone: '+33639980000' };

export function basket(details: Partial<NewPayment['payment']> = {}): NewPayment {
  return { payment: { purchase_amount: 20_000, installments_count: 3, return_url: 'https://shop.example/done', ...details }, customer };
}

export function clientOf(sandbox: Sandbox, key: string = keys.fernAndOak): InstalmentsClient {
  return createInstalmentsClient({ fetch: sandbox.fetch('f-instalments'), credentials: { InstalmentsAuth: key } });
}

export async function openShop(engine: Pick<TestEngine, 'open'>) {
  return shopOf(await engine.open('f-instalments'));
}

export function shopOf(sandbox: ControlledSandbox, client: InstalmentsClient = clientOf(sandbox)) {
  return {
    sandbox,
    client,
    act: (action: string, body: Record<string, string | boolean>) =>
      sandbox.control.runAction({ path: { service: 'f-instalments', action }, body }),
    create: async (details?: Partial<NewPayment['payment']>) => unwrap(await client.createPayment({ body: basket(details) }), 200),
    read: async (id: string) => unwrap(await client.getPayment({ path: { id } }), 200),
    later: (days: number) => sandbox.moveClock(sandbox.clock.now() + days * DAY),
    /** The kinds of events of a payment, the oldest first. */
    eventsOf: async (payment: string) =>
      unwrap(await client.listEvents({ query: { payment } }), 200)
        .data.map(({ type }) => type)
        .toReversed(),
    /** The sum of all balance transactions, in cents. */
    balance: async () => {
      const { data } = unwrap(await client.listBalanceTransactions({ query: { limit: 100 } }), 200);
      return data.reduce((sum, { amount }) => sum + amount, 0);
    },
  };
}
