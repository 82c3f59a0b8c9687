// Handlers of the operations tagged 'Events'.

import type { Event, InstalmentsEventsHandlers } from '@octavo/interfaces/f-instalments';
import type { Caller, Deps } from '../deps.ts';
import { listOf, pageOf } from '../lists.ts';

export const eventsHandlers = ({ store }: Deps): InstalmentsEventsHandlers<Caller> => ({
  async listEvents({ query = {} }, { principal: { shop } }) {
    const page = await pageOf(store.read, 'f_events', shop.id, query);
    let rows = store.read.selectFrom('f_events').selectAll().where('shop', '=', shop.id);
    if (query.type !== undefined) rows = rows.where('type', '=', query.type);
    if (query.payment !== undefined) rows = rows.where('payment', '=', query.payment);
    return { status: 200, body: await listOf(rows, page, ({ body }) => JSON.parse(body) as Event) };
  },
});
