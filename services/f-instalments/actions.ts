// What control can do with the instalment service: what shoppers do, and what was sent to them.

import { refuse } from '@octavo/runtime';
import { type Action, defineAction } from '../platform/action.ts';
import type { Platform } from '../platform/service.ts';
import { chargeOverdue, trigger } from './charges.ts';
import { checkOut } from './checkout.ts';
import { findPayment, type Loaded, reload, type Unit } from './payments.ts';
import { notFound } from './problems.ts';
import { seconds } from './rules/dates.ts';
import type { InstalmentsTables } from './tables.ts';

type InstalmentsPlatform = Platform<InstalmentsTables>;

const PAYMENT = { payment: { type: 'string', description: 'Identifier of the payment.' } } as const;

/** Does something with a payment in a unit of work, and gives its state. */
async function act(
  deps: InstalmentsPlatform,
  id: string,
  work: (unit: Unit, loaded: Loaded) => Promise<unknown>,
): Promise<{ state: string }> {
  const at = deps.clock.now();
  return deps.store.write(async (tables) => {
    const loaded = await findPayment(tables, id);
    if (loaded === undefined) throw notFound('payment', id);
    const unit = { deps, tables, at };
    await work(unit, loaded);
    return { state: (await reload(unit, loaded)).row.state };
  });
}

export const actions: readonly Action[] = [
  defineAction(
    { name: 'check-out', summary: 'Confirms a payment on its page, as a shopper does.', fields: PAYMENT },
    ({ payment }, platform: InstalmentsPlatform) => act(platform, payment, (unit, loaded) => checkOut(unit, loaded, {})),
  ),
  defineAction(
    {
      name: 'set-card',
      summary: 'Makes the card of the customer of a payment fail, or work again. What is overdue is charged when it works.',
      fields: { ...PAYMENT, works: { type: 'boolean', description: 'Whether charges succeed.' } },
    },
    ({ payment, works }, platform: InstalmentsPlatform) =>
      act(platform, payment, async (unit, loaded) => {
        const { customer } = loaded.row;
        if (customer === null) throw refuse(409, { detail: 'The payment has no customer yet.' });
        await unit.tables
          .updateTable('f_customers')
          .set({ card_works: works ? 1 : 0 })
          .where('id', '=', customer)
          .execute();
        if (works) await chargeOverdue(unit, loaded);
      }),
  ),
  defineAction(
    { name: 'trigger-payment', summary: 'Starts the instalments of a payment that was deferred until its trigger.', fields: PAYMENT },
    ({ payment }, platform: InstalmentsPlatform) =>
      act(platform, payment, (unit, loaded) => {
        const { has_trigger, triggered_at, state } = loaded.row;
        if (has_trigger === 0 || triggered_at !== null || state !== 'in_progress')
          throw refuse(409, { detail: 'The payment does not wait for a trigger.' });
        return trigger(unit, loaded);
      }),
  ),
  defineAction(
    { name: 'list-messages', summary: 'Lists the links that were sent for a payment, the newest first.', fields: PAYMENT },
    async ({ payment }, { store }: InstalmentsPlatform) => {
      const rows = await store.read
        .selectFrom('f_messages')
        .selectAll()
        .where('payment', '=', payment)
        .orderBy('position', 'desc')
        .limit(100)
        .execute();
      return { messages: rows.map(({ channel, address, text, created_at }) => ({ channel, address, text, sent: seconds(created_at) })) };
    },
  ),
];
