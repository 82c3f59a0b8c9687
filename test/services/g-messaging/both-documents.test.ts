// Plays random sequences of what both documents do with contacts, groups, events and orders, and compares what both show with a model.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import type { ControlledSandbox } from '../../../services/index.ts';
import { byEffort } from '../../support/effort.ts';
import fc from '../../support/fast-check.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, PAVEL, POETRY_READERS } from './support.ts';

interface Step {
  readonly kind: 'save' | 'join' | 'leave' | 'order' | 'event' | 'delete' | 'import';
  /** By which document. */
  readonly isMain: boolean;
  /** Which of the people. */
  readonly who: number;
  readonly value: number;
}

/** What is expected of a person. */
interface Model {
  firstName: string;
  isMember: boolean;
  readonly orders: Set<string>;
  hasViewed: boolean;
}

const address = (who: number) => `person-${who}@example.com`;
const PEOPLE = 4;

async function play(sandbox: ControlledSandbox, steps: readonly Step[]): Promise<void> {
  await sandbox.reset();
  const { main, marketing } = messagingOf(sandbox);
  const people = new Map<number, Model>();
  const channels = (who: number) => [{ type: 'email' as const, value: address(who) }] as [{ type: 'email'; value: string }];
  const idOf = async (who: number) => unwrap(await main.searchContacts({ query: { email: address(who) } }), 200)[0]?.id ?? 999_999;
  /** The person, who comes into being where there is none. */
  const known = (who: number) => {
    const model = people.get(who) ?? { firstName: '', isMember: false, orders: new Set<string>(), hasViewed: false };
    people.set(who, model);
    return model;
  };

  const acts: Record<Step['kind'], (step: Step) => Promise<unknown>> = {
    async save({ isMain, who, value }) {
      const body = { firstName: `Name ${value}`, channels: channels(who) };
      known(who).firstName = body.firstName;
      return isMain ? main.addOrUpdateContact({ body }) : marketing.addContact({ body });
    },
    async import({ isMain, who, value }) {
      const body = {
        contacts: [{ firstName: `Name ${value}`, channels: channels(who) }] as never,
        dedupeOn: 'email' as const,
        groupNames: ['Poetry readers'],
      };
      Object.assign(known(who), { firstName: `Name ${value}`, isMember: true });
      return isMain ? main.importContacts({ body }) : marketing.importContacts({ body });
    },
    async join({ isMain, who }) {
      const path = { groupId: POETRY_READERS };
      const id = await idOf(who);
      const model = people.get(who);
      if (model !== undefined) model.isMember = true;
      return isMain ? main.addContactsToGroup({ path, body: { contactIds: [id] } }) : marketing.addContactsToGroup({ path, body: [id] });
    },
    async leave({ isMain, who }) {
      const path = { groupId: POETRY_READERS };
      const id = await idOf(who);
      const model = people.get(who);
      if (model !== undefined) model.isMember = false;
      return isMain
        ? main.removeContactsFromGroup({ path, body: { contactIds: [id] } })
        : marketing.removeContactsFromGroup({ path, body: [id] });
    },
    async order({ isMain, who, value }) {
      const externalOrderId = `O-${who}-${value}`;
      known(who).orders.add(externalOrderId);
      const order = {
        externalOrderId,
        email: address(who),
        totalCost: value,
        status: 'INITIALIZED' as const,
        date: '2026-11-20T09:00:00Z',
      };
      return isMain ? main.addOrders({ body: { orders: [order] } }) : marketing.addOrders({ body: { orders: [order] } });
    },
    async event({ isMain, who }) {
      const body = { eventTypeKey: 'productViewed', keyValue: address(who) };
      const model = people.get(who);
      if (model !== undefined) model.hasViewed = true;
      return isMain ? main.triggerEvent({ body }) : marketing.triggerEvent({ body });
    },
    async delete({ isMain, who }) {
      const path = { contactId: await idOf(who) };
      people.delete(who);
      // An order of a deleted contact stays that of this contact, so orders of people who come back have new identifiers.
      return isMain ? main.deleteContact({ path, query: { erase: true } }) : marketing.deleteContact({ path });
    },
  };
  for (const step of steps) await acts[step.kind](step);

  const groups = new Map(unwrap(await marketing.listGroups(), 200).map(({ id, contactsCount }) => [id, contactsCount]));
  const members = unwrap(await main.listGroupContacts({ path: { groupId: POETRY_READERS } }), 200);
  const lapsed = unwrap(await main.listGroupContacts({ path: { groupId: 320 } }), 200);
  const models = [...people.values()];
  expect(members).toHaveLength(2 + models.filter(({ isMember }) => isMember).length);
  expect(lapsed).toHaveLength(models.filter(({ isMember, hasViewed, orders }) => isMember && hasViewed && orders.size === 0).length);
  expect([groups.get(POETRY_READERS), groups.get(320)]).toEqual([members.length, lapsed.length]);
  const all = unwrap(await main.searchContacts({}), 200);
  expect(all.map(({ email }) => email).sort()).toEqual(
    ['lena.hoffmann@example.com', 'pavel.novak@example.com', ...[...people.keys()].map(address)].sort(),
  );
  for (const contact of all) {
    const shown = unwrap(await marketing.getContact({ path: { contactId: contact.id } }), 200);
    expect(shown).toMatchObject({
      ...(contact.firstName === undefined ? {} : { firstName: contact.firstName }),
      ...(contact.groups === undefined ? {} : { groups: contact.groups.map(({ name }) => ({ name, type: 'static' })) }),
    });
    const model = people.get(Number(/\d+/.exec(contact.email ?? '')));
    if (contact.id === LENA || contact.id === PAVEL || model === undefined) continue;
    expect([contact.firstName ?? '', contact.ordersInfo?.count ?? 0]).toEqual([model.firstName, model.orders.size]);
  }
}

describeOnEngines('both messaging documents', (engine) => {
  test('G6: what one of them writes, the other one reads', async () => {
    const sandbox = await engine.open('g-messaging');
    const kinds = ['save', 'join', 'leave', 'order', 'event', 'import', 'save', 'order', 'event', 'delete'] as const;
    const step = fc.record({
      kind: fc.constantFrom<Step['kind']>(...kinds),
      isMain: fc.boolean(),
      who: fc.nat(PEOPLE - 1),
      value: fc.nat(1_000_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => play(sandbox, steps)),
      { numRuns: byEffort({ quick: 4, deep: 40 }) },
    );
  });
});
