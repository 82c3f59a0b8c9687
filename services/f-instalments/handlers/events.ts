// Handlers of the operations tagged 'Events'.

import type { Event, EventType, RequiredInstalmentsEventsHandlers } from '@octavo/interfaces/f-instalments';
import type { Kysely } from 'kysely';
import type { Given } from '../../platform/store/prepare.ts';
import type { Caller, Deps } from '../deps.ts';
import { type Listed, listIn, pageOf } from '../lists.ts';
import type { InstalmentsTables } from '../tables.ts';

interface EventFilters {
  readonly type: EventType | undefined;
  readonly payment: string | undefined;
}

const list = listIn('f_events', (tables: Kysely<InstalmentsTables>, given: Given<EventFilters & Listed>) => {
  let rows = tables.selectFrom('f_events').selectAll().where('shop', '=', given('shop'));
  if (given.has('type')) rows = rows.where('type', '=', given('type'));
  if (given.has('payment')) rows = rows.where('payment', '=', given('payment'));
  return rows;
});

export const eventsHandlers = ({ store }: Deps): RequiredInstalmentsEventsHandlers<Caller> => ({
  async listEvents({ query }, { principal: { shop } }) {
    const { rows, has_more } = await pageOf(list, store.read, shop.id, query, { type: query.type, payment: query.payment });
    return { status: 200, body: { data: rows.map(({ body }) => JSON.parse(body) as Event), has_more } };
  },
});
