// Tests events, orders and the groups that follow from them, on each engine.

import { createMessagingClient, type DeleteEventsInput, type DeleteOrdersInput, type Order } from '@octavo/interfaces/g-messaging';
import type { AddOrdersInput } from '@octavo/interfaces/g-messaging-marketing';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { DAY, LENA, openMessaging, PAVEL } from './support.ts';

const order = (externalOrderId: string, details: Partial<Order> = {}): Order => {
  const given = {
    email: 'lena.hoffmann@example.com',
    totalCost: 20,
    status: 'INITIALIZED' as const,
    date: '2026-11-20T09:00:00',
    ...details,
  };
  return { externalOrderId, ...given } as Order;
};

describeOnEngines('events and orders', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main, sandbox } = messaging;
    const membersOf = async (groupId: number) => unwrap(await main.listGroupContacts({ path: { groupId } }), 200).map(({ id }) => id);
    const ended = async (session: string | undefined) => {
      await sandbox.moveClock(sandbox.clock.now());
      return unwrap(await main.getContactImportStatus({ path: { sessionId: session ?? '' } }), 200);
    };
    return { ...messaging, membersOf, ended };
  };

  test('G8: an event is recorded by either document, and puts its contact into a group', async () => {
    const { main, marketing, membersOf, later } = await open();
    expect(await membersOf(320)).toEqual([]);
    const event = { eventTypeKey: 'productViewed', keyValue: 'book', params: [{ name: 'email', value: 'Pavel.Novak@example.com' }] };
    expect((await marketing.triggerEvent({ body: event })).status).toBe(200);
    expect(await membersOf(320)).toEqual([PAVEL]);
    await main.triggerEvent({ body: { eventTypeKey: 'productViewed', keyValue: 'PB-C-1001', params: [{ name: 'total', value: 24 }] } });
    // Lena has bought something.
    expect(await membersOf(320)).toEqual([PAVEL]);
    await later(170);
    expect(await membersOf(320)).toEqual([PAVEL]);
    await later(20);
    expect(await membersOf(320)).toEqual([]);
  });

  test.each([
    [{ eventTypeKey: ' ', keyValue: 'x' }, 'The field eventTypeKey must not be empty.'],
    [{ eventTypeKey: 'x', keyValue: '' }, '/body/keyValue must have at least 1 character.'],
    [{ eventTypeKey: 'x', keyValue: 'x', params: [{ name: '' }] }, '/body/params/0/name must have at least 1 character.'],
  ])('the event %j is refused', async (body, message) => {
    const { main } = await open();
    expect(await main.triggerEvent({ body })).toMatchObject({ status: 400, body: { message } });
  });

  test('a history has up to 500 events of the past', async () => {
    const { main, membersOf, ended } = await open();
    const event = (occurred: string) => ({ eventTypeKey: 'productViewed', keyValue: 'pavel.novak@example.com', occurred });
    const add = (...events: ReturnType<typeof event>[]) => main.addPastEvents({ body: { events } as never });
    const session = unwrap(await add(event('2026-10-01'), event('2026-10-02T08:30')), 200).asyncSessionId;
    expect(await ended(session)).toMatchObject({ status: 'FINISHED', total: 2, created: 2 });
    expect(await membersOf(320)).toEqual([PAVEL]);
    expect(await add(event('2026-11-22'))).toMatchObject({
      status: 400,
      body: { message: 'An event of the past cannot have occurred at 2026-11-22.' },
    });
    expect(await add(event('2026-02-31'))).toMatchObject({
      status: 400,
      body: { message: 'The field occurred must be a time, not 2026-02-31.' },
    });
    expect((await add(...Array.from({ length: 501 }, () => event('2026-10-01')))).status).toBe(400);
  });

  test('events are deleted by type and by time, in a session', async () => {
    const { main, membersOf, ended } = await open();
    const events = Array.from({ length: 500 }, () => ({
      eventTypeKey: 'productViewed',
      keyValue: 'pavel.novak@example.com',
      occurred: '2026-10-01',
    }));
    for (let round = 0; round < 3; round++) await main.addPastEvents({ body: { events } as never });
    const remove = (input: { query: object }) => main.deleteEvents(input as DeleteEventsInput);
    expect((await remove({ query: {} })).status).toBe(400);
    expect(await remove({ query: { from: '2026-10-01T00:00:00' } })).toMatchObject({
      status: 400,
      body: { message: '/query must come with eventTypeKey or with from and to.' },
    });
    expect((await remove({ query: { from: '2026-10-02T00:00:00', to: '2026-10-01T00:00:00' } })).status).toBe(400);
    const later = unwrap(await remove({ query: { from: '2026-10-02T00:00:00', to: '2026-10-03T00:00:00' } }), 200).asyncSessionId;
    expect(await ended(later)).toMatchObject({ status: 'FINISHED', updated: 0 });
    expect(await membersOf(320)).toEqual([PAVEL]);
    const all = unwrap(await remove({ query: { eventTypeKey: 'productViewed' } }), 200).asyncSessionId;
    expect(await ended(all)).toMatchObject({ status: 'FINISHED', updated: 1500 });
    expect(await membersOf(320)).toEqual([]);
  });

  test('a token reports events of one contact for an hour, and nothing else', async () => {
    const { sandbox, main, membersOf } = await open();
    const { token } = unwrap(
      await main.createEventToken({ body: { externalCustomerId: 'PB-C-1002', eventTypeKeys: ['productViewed'] } }),
      200,
    );
    const page = createMessagingClient({
      fetch: sandbox.fetch('g-messaging'),
      credentials: { basic: { username: 'page', password: token } },
    });
    const view = { eventTypeKey: 'productViewed', keyValue: 'lena.hoffmann@example.com' };
    expect((await page.triggerEvent({ body: view })).status).toBe(200);
    expect(await membersOf(320)).toEqual([PAVEL]);
    expect(await page.triggerEvent({ body: { ...view, eventTypeKey: 'cartUpdated' } })).toMatchObject({ status: 400 });
    expect((await page.getContact({ path: { contactId: PAVEL } })).status).toBe(401);
    await sandbox.moveClock(sandbox.clock.now() + 3_600_001);
    expect((await page.triggerEvent({ body: view })).status).toBe(401);
    expect(await main.createEventToken({ body: { email: 'nobody@example.com' } })).toMatchObject({
      status: 400,
      body: { message: 'The contact nobody@example.com does not exist.' },
    });
    expect((await main.createEventToken({ body: {} })).status).toBe(400);
    const preflight = await sandbox.fetch('g-messaging')('https://messaging.example.com/api/v1/event', {
      method: 'OPTIONS',
      headers: { origin: 'https://papaver-books.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  test('an order finds its buyer or makes one, and a second one with its identifier changes it', async () => {
    const { main, contact, membersOf } = await open();
    const given: [Order, ...Order[]] = [
      order('A-1', {
        email: 'new.buyer@example.com',
        firstName: 'Nia',
        items: [{ externalItemId: 'B-1', name: 'Book', cost: 20, quantity: 1 }],
      }),
      order('A-2', { email: 'new.buyer@example.com' }),
      order('A-3', { email: '', externalCustomerId: 'PB-C-9999' }),
      order('A-4', { externalCustomerId: 'PB-C-1002' }),
      order('A-5', { email: 'nobody' }),
    ];
    const saved = unwrap(await main.addOrders({ body: { orders: given } }), 200);
    expect(saved.failedOrders).toEqual([
      { externalOrderId: 'A-3', message: 'The contact PB-C-9999 does not exist.' },
      { externalOrderId: 'A-5', message: 'nobody is not an email address.' },
    ]);
    const status = await main.getContactImportStatus({ path: { sessionId: saved.asyncSessionId ?? '' } });
    expect(unwrap(status, 200)).toMatchObject({ status: 'FINISHED', total: 5, created: 3, failed: 2 });
    const [buyer] = unwrap(await main.searchContacts({ query: { email: 'new.buyer@example.com' } }), 200);
    expect(buyer).toMatchObject({ firstName: 'Nia', ordersInfo: { count: 2, lastDate: '2026-11-20T09:00:00Z' } });
    expect(await membersOf(319)).toEqual([LENA, PAVEL, buyer?.id]);
    // A change never moves an order to another contact.
    await main.addOrders({ body: { orders: [order('A-4', { status: 'CANCELLED', email: 'new.buyer@example.com' })] } });
    expect((await contact(PAVEL)).ordersInfo).toBeUndefined();
    expect((await contact(buyer?.id ?? 0)).ordersInfo?.count).toBe(2);
    expect(await membersOf(319)).toEqual([LENA, buyer?.id]);
    const dated = await main.addOrders({
      body: { orders: [order('A-6', { date: '2026-02-30T00:00:00' }), order('A-7', { date: '2016-12-31T23:59:60Z' })] },
    });
    expect(unwrap(dated, 200).failedOrders).toEqual([
      { externalOrderId: 'A-6', message: 'The date of order A-6 is not a time: 2026-02-30T00:00:00.' },
    ]);
  });

  test('the marketing document saves all orders or none', async () => {
    const { marketing, contact } = await open();
    const body = (...orders: object[]) => ({ body: { orders } }) as AddOrdersInput;
    expect(
      await marketing.addOrders(body({ externalOrderId: 'M-1', email: 'pavel.novak@example.com' }, { externalOrderId: 'PB-7790' })),
    ).toMatchObject({
      status: 400,
      body: { error: 'invalid-request', message: '/body/orders/1 must come with externalCustomerId or with email or with phone.' },
    });
    expect((await contact(PAVEL)).ordersInfo).toBeUndefined();
    expect(await marketing.addOrders(body({ externalOrderId: 'M-1', email: 'pavel.novak@example.com', status: 'SHIPPED' }))).toMatchObject({
      status: 400,
    });
    expect((await marketing.addOrders(body({ externalOrderId: 'M-1', phone: '4917100', email: 'pavel.novak@example.com' }))).status).toBe(
      200,
    );
    expect((await contact(PAVEL)).ordersInfo).toMatchObject({ count: 1 });
    expect(await marketing.addOrders(body({ email: 'pavel.novak@example.com' }))).toMatchObject({ status: 400 });
  });

  test('orders are deleted singly or by up to 24 hours', async () => {
    const { main, contact, ended } = await open();
    const remove = (query: object) => main.deleteOrders({ query } as DeleteOrdersInput);
    expect((await remove({})).status).toBe(400);
    const range = { from: '2026-11-12T17:40:00', to: '2026-11-13T17:40:00' };
    expect(await remove({ ...range, to: '2026-11-13T17:40:01' })).toMatchObject({
      status: 400,
      body: { message: 'from and to must be at most 24 hours apart.' },
    });
    expect(await ended(unwrap(await remove({ from: '2026-11-11T17:40:00', to: '2026-11-12T17:40:00' }), 200).asyncSessionId)).toMatchObject(
      { updated: 0 },
    );
    expect((await contact(LENA)).ordersInfo).toEqual({ count: 1, lastDate: '2026-11-12T17:40:00Z' });
    expect(await ended(unwrap(await remove(range), 200).asyncSessionId)).toMatchObject({ status: 'FINISHED', updated: 1 });
    expect((await contact(LENA)).ordersInfo).toBeUndefined();
    expect(await ended(unwrap(await remove({ externalOrderId: 'PB-CART-5512' }), 200).asyncSessionId)).toMatchObject({ updated: 1 });
  });

  test('an erased contact leaves no events, and its orders without a buyer', async () => {
    const { sandbox, main, membersOf } = await open();
    await main.deleteContact({ path: { contactId: LENA }, query: { erase: true } });
    expect(await membersOf(319)).toEqual([]);
    const change = await main.addOrders({ body: { orders: [order('PB-7781', { status: 'CANCELLED' })] } });
    expect(unwrap(change, 200).failedOrders).toEqual([]);
    // The change does not bring her back.
    expect(unwrap(await main.searchContacts({ query: { email: 'lena.hoffmann@example.com' } }), 200)).toEqual([]);
    await sandbox.moveClock(sandbox.clock.now() + DAY);
  });
});
