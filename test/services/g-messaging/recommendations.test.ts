// Tests which products are recommended to a contact, on each engine.

import type { Order } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging, PAVEL } from './support.ts';

describeOnEngines('recommendations', (engine) => {
  async function open() {
    const messaging = await openMessaging(engine);
    const { main } = messaging;
    let made = 0;
    return {
      ...messaging,
      order: async (email: string, items: readonly string[], status: Order['status'] = 'DELIVERED') => {
        const own = items.map((id) => ({ externalItemId: id, name: id, cost: 1, quantity: 1 }));
        const order = { externalOrderId: `R-${++made}`, totalCost: 1, status, date: '2026-11-20T10:00:00', email, items: own };
        expect(unwrap(await main.addOrders({ body: { orders: [order] } }), 200).failedOrders).toEqual([]);
      },
      view: async (keyValue: string, value: string) => {
        const params = [{ name: 'productKey', value }];
        expect((await main.triggerEvent({ body: { eventTypeKey: 'productViewed', keyValue, params } })).status).toBe(200);
      },
      recommended: async (contactId: number) =>
        unwrap(await main.listContactRecommendations({ path: { contactId } }), 200).map(({ externalItemId }) => externalItemId),
    };
  }

  test('what others ordered together with its orders comes before what it has viewed', async () => {
    const { order, view, recommended } = await open();
    expect([await recommended(LENA), await recommended(PAVEL)]).toEqual([['PB-B-2210'], []]);
    await view('pavel.novak@example.com', 'PB-B-2036');
    await view('pavel.novak@example.com', 'PB-B-2210');
    await view('pavel.novak@example.com', 'not-in-any-feed');
    expect(await recommended(PAVEL)).toEqual(['PB-B-2210', 'PB-B-2036']);
    await order('pavel.novak@example.com', ['PB-B-2036']);
    // Lena has ordered 1874 with it. What Pavel has ordered is left out.
    expect(await recommended(PAVEL)).toEqual(['PB-B-1874', 'PB-B-2210']);
  });

  test('what came together most often comes first, and carts and cancelled orders do not count', async () => {
    const { order, recommended } = await open();
    const pavel = 'pavel.novak@example.com';
    await order(pavel, ['PB-B-2210'], 'CANCELLED');
    await order(pavel, ['PB-B-2210'], 'ABANDONED_SHOPPING_CART');
    expect(await recommended(PAVEL)).toEqual([]);
    await order(pavel, ['PB-B-2210']);
    expect(await recommended(PAVEL)).toEqual(['PB-B-1874']);
    for (const name of ['a', 'b']) await order(`${name}@example.com`, ['PB-B-2036', 'PB-B-2210']);
    expect(await recommended(PAVEL)).toEqual(['PB-B-2036', 'PB-B-1874']);
    await order('c@example.com', ['PB-B-1874', 'PB-B-2210'], 'CANCELLED');
    await order('d@example.com', ['PB-B-1874', 'PB-B-2210'], 'ABANDONED_SHOPPING_CART');
    expect(await recommended(PAVEL)).toEqual(['PB-B-2036', 'PB-B-1874']);
  });

  test('a contact of another account is unknown, and its feeds are its own', async () => {
    const { main, sandbox, recommended } = await open();
    const other = messagingOf(sandbox, users.harbour).main;
    const path = { contactId: LENA };
    expect(await other.listContactRecommendations({ path })).toMatchObject({ status: 404, body: { code: 'not-found' } });
    await other.setProductFeedsConfig({ body: { feeds: [] } });
    expect(await recommended(LENA)).toEqual(['PB-B-2210']);
    await main.setProductFeedsConfig({ body: { feeds: [] } });
    expect(await recommended(LENA)).toEqual([]);
  });
});
