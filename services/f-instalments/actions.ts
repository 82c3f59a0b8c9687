// What control can do with the instalment service: shops and their keys, what shoppers do, and what was sent to them.

import { refuse } from '@octavo/runtime';
import { type Action, actionsOf, boolean, optional, string } from '../platform/action.ts';
import { revokeAction } from '../platform/credentials.ts';
import { listMessages } from '../platform/messages/messages.ts';
import { isWebAddress } from '../platform/pages/web-address.ts';
import type { Platform } from '../platform/service.ts';
import { write } from '../platform/unit.ts';
import { chargeOverdue, isOpen, stateOf, trigger } from './charges.ts';
import { checkOut } from './checkout.ts';
import type { Unit } from './deps.ts';
import { findPayment, type Loaded } from './payments.ts';
import { notFound } from './problems.ts';
import { links } from './purchases.ts';
import { KEYS } from './security.ts';
import { addKey, addShop, revokeKey } from './shops.ts';
import { change } from './store/rows.ts';
import type { InstalmentsTables } from './tables.ts';

type InstalmentsPlatform = Platform<InstalmentsTables>;

const action = actionsOf<InstalmentsPlatform>();

const PAYMENT = { payment: string('Identifier of the payment.') } as const;

/** Does something with a payment in a unit of work, and gives its state. */
function act(platform: InstalmentsPlatform, id: string, work: (unit: Unit, loaded: Loaded) => Promise<Loaded>) {
  return write(platform, async (unit) => {
    const loaded = await findPayment(unit.tables, id);
    if (loaded === undefined) throw notFound('payment', id);
    return { state: (await work(unit, loaded)).row.state };
  });
}

export const actions: readonly Action[] = [
  action(
    'add-shop',
    'Adds a shop with a key.',
    {
      name: string('Name of the shop, as its payment pages show it.'),
      website: optional(string('URL of the shop. Default: https://shop.example.')),
    },
    ({ name, website = 'https://shop.example' }, platform) => {
      if (name.trim() === '') throw refuse(400, { detail: '/name must not be empty.' });
      if (!isWebAddress(website)) throw refuse(400, { detail: '/website must be an http or https URL.' });
      return platform.store.write((tables) => addShop(tables, platform, { name, website }));
    },
  ),
  action(
    'mint-key',
    'Mints a further key of a shop. Deliveries are signed with the newest one.',
    { shop: string('Identifier of the shop: `merchant_id`.') },
    async ({ shop }, platform) => ({ key: await platform.store.write((tables) => addKey(tables, platform, shop)) }),
  ),
  revokeAction<InstalmentsTables>({ noun: 'key', changed: KEYS, remove: revokeKey }),
  action('check-out', 'Confirms a payment on its page, as a shopper does.', PAYMENT, ({ payment }, platform) =>
    act(platform, payment, (unit, loaded) => {
      if (!isOpen(loaded)) throw refuse(400, { detail: `The payment cannot be confirmed: it is ${stateOf(loaded)}.` });
      return checkOut(unit, loaded, {});
    }),
  ),
  action(
    'set-card',
    'Makes the card of the customer of a payment fail, or work again. What is overdue is charged when it works.',
    { ...PAYMENT, works: boolean('Whether charges succeed.') },
    ({ payment, works }, platform) =>
      act(platform, payment, async (unit, loaded) => {
        const { customer } = loaded.row;
        if (customer === null) throw refuse(400, { detail: 'The payment has no customer yet.' });
        await change(unit.tables, 'f_customers', customer, { card_works: works });
        return works ? chargeOverdue(unit, loaded) : loaded;
      }),
  ),
  action('trigger-payment', 'Starts the instalments of a payment that was deferred until its trigger.', PAYMENT, ({ payment }, platform) =>
    act(platform, payment, (unit, loaded) => {
      const { has_trigger, triggered_at, state } = loaded.row;
      if (!has_trigger || triggered_at !== null || state !== 'in_progress')
        throw refuse(400, { detail: 'The payment does not wait for a trigger.' });
      return trigger(unit, loaded);
    }),
  ),
  listMessages('Lists the links that were sent for a payment, the newest first.', links, PAYMENT.payment.description),
];
