// Tests groups whose contacts follow from rules, on each engine: each predicate, predicates in others, and what is refused.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { DAY, openMessaging, POETRY_READERS } from './support.ts';

const GENRE = 12_001;
const NAMES = ['ada', 'ben', 'cem', 'dora'] as const;

describeOnEngines('groups with rules', (engine) => {
  async function open() {
    const messaging = await openMessaging(engine);
    let count = 0;
    const add = async (rule: unknown, name = `Group ${++count}`, user?: string) => {
      const body = { name, rule: typeof rule === 'string' ? rule : JSON.stringify(rule), ...(user !== undefined && { user }) };
      return messaging.act('add-group', body);
    };
    const added = async (rule: unknown) => (unwrap(await add(rule), 200).result as { group: number }).group;
    return { ...messaging, add, added };
  }

  /**
   * Ada reads poetry, and bought a book 10 days ago. Ben reads crime, bought one 40 days ago, and looked at one 10 days ago. Cem reads poetry, left a
   * cart and cancelled an order. Dora was added to the poetry readers, and looked at a book 40 days ago.
   */
  async function openPeople() {
    const messaging = await open();
    const { main, sandbox } = messaging;
    const now = sandbox.clock.now();
    const before = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 19);
    const address = (name: string) => `${name}@example.com`;
    const genres: Record<string, string> = { ada: 'Poetry', ben: 'Crime', cem: 'Poetry' };
    const ids = new Map<number, string>();
    for (const name of NAMES) {
      const body = {
        firstName: name,
        channels: [{ type: 'email' as const, value: address(name) }],
        ...(genres[name] !== undefined && { fields: [{ id: GENRE, value: genres[name] }] }),
        ...(name === 'dora' && { groups: [{ id: POETRY_READERS }] }),
      };
      ids.set(Number(unwrap(await main.addOrUpdateContact({ body: body as never }), 200).id), name);
    }
    const order = (id: string, name: string, days: number, status: string) => ({
      externalOrderId: id,
      email: address(name),
      totalCost: 12,
      status,
      date: before(days),
    });
    const orders = [
      order('A', 'ada', 10, 'DELIVERED'),
      order('B', 'ben', 40, 'INITIALIZED'),
      order('C', 'cem', 5, 'ABANDONED_SHOPPING_CART'),
      order('D', 'cem', 5, 'CANCELLED'),
    ];
    unwrap(await main.addOrders({ body: { orders: orders as never } }), 200);
    const event = (name: string, days: number) => ({
      eventTypeKey: 'bookViewed',
      keyValue: address(name),
      occurred: before(days).slice(0, 16),
    });
    unwrap(await main.addPastEvents({ body: { events: [event('ben', 10), event('dora', 40)] } as never }), 200);
    await sandbox.moveClock(now);
    const membersOf = async (groupId: number) => {
      const rows = unwrap(await main.listGroupContacts({ path: { groupId } }), 200);
      // Lena and Pavel, of the seeds, are left out.
      return rows.flatMap(({ id }) => ids.get(Number(id)) ?? []).sort();
    };
    const members = async (rule: unknown) => membersOf(await messaging.added(rule));
    return { ...messaging, members, membersOf };
  }

  test('each predicate says who is in a group', async () => {
    const { members } = await openPeople();
    expect(await members({ kind: 'ordered', days: 30 })).toEqual(['ada']);
    expect(await members({ kind: 'ordered', days: 60 })).toEqual(['ada', 'ben']);
    expect(await members({ kind: 'not-ordered', days: 30 })).toEqual(['ben', 'cem', 'dora']);
    expect(await members({ kind: 'not-ordered', days: 60 })).toEqual(['cem', 'dora']);
    expect(await members({ kind: 'field', field: GENRE, value: 'Poetry' })).toEqual(['ada', 'cem']);
    expect(await members({ kind: 'field', field: GENRE, value: 'poetry' })).toEqual([]);
    expect(await members({ kind: 'event', type: 'bookViewed', days: 30 })).toEqual(['ben']);
    expect(await members({ kind: 'event', type: 'bookViewed', days: 60 })).toEqual(['ben', 'dora']);
    expect(await members({ kind: 'event', type: 'bookBurnt', days: 60 })).toEqual([]);
    expect(await members({ kind: 'in-group', group: POETRY_READERS })).toEqual(['dora']);
  });

  test('predicates stand in others', async () => {
    const { members, added } = await openPeople();
    const poetry = { kind: 'field', field: GENRE, value: 'Poetry' };
    const bought = { kind: 'ordered', days: 60 };
    const viewed = { kind: 'event', type: 'bookViewed', days: 60 };
    expect(await members({ kind: 'all', of: [poetry, bought] })).toEqual(['ada']);
    expect(await members({ kind: 'any', of: [poetry, bought] })).toEqual(['ada', 'ben', 'cem']);
    expect(await members({ kind: 'not', of: poetry })).toEqual(['ben', 'dora']);
    expect(await members({ kind: 'not', of: { kind: 'not', of: poetry } })).toEqual(['ada', 'cem']);
    const either = {
      kind: 'any',
      of: [
        { kind: 'all', of: [bought, { kind: 'not', of: poetry }] },
        { kind: 'in-group', group: POETRY_READERS },
      ],
    };
    expect(await members(either)).toEqual(['ben', 'dora']);
    // A group with a rule in the rule of another.
    const named = { kind: 'in-group', group: await added({ ...either, of: [...either.of].reverse() }) };
    expect(await members({ kind: 'all', of: [named, viewed, { kind: 'not-ordered', days: 60 }] })).toEqual(['dora']);
    expect(await members({ kind: 'not', of: { kind: 'any', of: [named, { kind: 'ordered', days: 30 }] } })).toEqual(['cem']);
  });

  test('a group with a rule follows the clock and the changes, and both documents show it', async () => {
    const { main, marketing, added, membersOf, later } = await openPeople();
    const group = await added({
      kind: 'all',
      of: [
        { kind: 'ordered', days: 30 },
        { kind: 'field', field: GENRE, value: 'Poetry' },
      ],
    });
    const counted = async () => unwrap(await marketing.listGroups(), 200).find(({ id }) => id === group);
    // Lena has bought something too, and reads poetry.
    expect([await membersOf(group), await counted()]).toMatchObject([['ada'], { type: 'dynamic', contactsCount: 2 }]);
    const reads = async (value: string) => {
      const body = { channels: [{ type: 'email', value: 'ada@example.com' }], fields: [{ id: GENRE, value }] };
      unwrap(await main.addOrUpdateContact({ body: body as never }), 200);
    };
    const [ada] = unwrap(await main.searchContacts({ query: { email: 'ada@example.com' } }), 200);
    await reads('Travel');
    expect([await membersOf(group), (await counted())?.contactsCount]).toEqual([[], 1]);
    await reads('Poetry');
    await later(19);
    expect(await membersOf(group)).toEqual(['ada']);
    await later(2);
    expect(await membersOf(group)).toEqual([]);
    expect(await main.addContactsToGroup({ path: { groupId: group }, body: { contactIds: [ada?.id ?? 0] } })).toMatchObject({
      status: 400,
    });
  });

  test('a wrong rule is refused with its place', async () => {
    const { add } = await open();
    const ordered = { kind: 'ordered', days: 30 };
    const faults: readonly (readonly [unknown, string])[] = [
      ['{', '/rule must be JSON.'],
      ['7', '/rule must be an object.'],
      [' '.repeat(10_001), '/rule must have at most 10,000 characters.'],
      [{ kind: 'bought' }, '/rule/kind must be one of ordered, not-ordered, field, event, in-group, all, any, not.'],
      [{ ...ordered, months: 1 }, '/rule/months is not a member of a rule of the kind ordered.'],
      [{ kind: 'not-ordered', days: 0 }, '/rule/days must be a whole number from 1 to 36,500.'],
      [{ kind: 'field', field: GENRE }, '/rule/value must be a text.'],
      [{ kind: 'event', days: 3 }, '/rule/type must be a text.'],
      [{ kind: 'field', field: GENRE, value: 'a\0' }, '/rule/value must be a text.'],
      [{ kind: 'in-group', group: '318' }, '/rule/group must be a whole number from 1.'],
      [{ kind: 'all', of: [] }, '/rule/of must be a list of rules.'],
      [{ kind: 'any', of: [ordered, { kind: 'not', of: 3 }] }, '/rule/of/1/of must be an object.'],
      [{ kind: 'field', field: 4, value: 'x' }, '/rule: the field 4 does not exist.'],
      [{ kind: 'not', of: { kind: 'in-group', group: 4 } }, '/rule: the group 4 does not exist.'],
      [{ kind: 'any', of: Array(100).fill(ordered) }, '/rule must have at most 100 predicates, with those of the groups that it names.'],
    ];
    for (const [rule, detail] of faults) expect(await add(rule, 'Wrong')).toMatchObject({ status: 400, body: { detail } });
    expect(await add(ordered, ' ')).toMatchObject({ status: 400, body: { detail: '/name must be a text.' } });
    expect(await add(ordered, 'poetry READERS')).toMatchObject({
      status: 400,
      body: { detail: '/name: the group poetry READERS exists already.' },
    });
    expect(await add(ordered, 'Other', 'nobody@example.com')).toMatchObject({ status: 404 });
    // Groups and fields belong to one account.
    expect(await add({ kind: 'in-group', group: POETRY_READERS }, 'Other', users.harbour.username)).toMatchObject({ status: 400 });
    expect(await add(ordered, 'Poetry readers', users.harbour.username)).toMatchObject({ status: 200 });
  });

  test('groups that are made of each other come to an end', async () => {
    const { add, added, main } = await open();
    let group = await added({ kind: 'ordered', days: 30 });
    for (let depth = 0; depth < 10; depth++) group = await added({ kind: 'in-group', group });
    expect((await main.listGroupContacts({ path: { groupId: group } })).status).toBe(200);
    expect(await add({ kind: 'in-group', group })).toMatchObject({
      status: 400,
      body: { detail: 'More than 10 groups are made of each other.' },
    });
    const many = await added({ kind: 'any', of: Array(60).fill({ kind: 'ordered', days: 3 }) });
    const twice = { kind: 'any', of: [many, many].map((one) => ({ kind: 'in-group', group: one })) };
    expect(await add(twice)).toMatchObject({ status: 400 });
  });
});
