// Handlers of the operations tagged 'Events' and 'Webhooks'.

import type { RequiredInstalmentsEventsHandlers, RequiredInstalmentsWebhooksHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import type { Caller, Deps } from '../deps.ts';
import { listed } from '../lists.ts';
import { webhookRecord } from '../show.ts';
import { events } from '../store/lists.ts';
import { configureWebhook } from '../webhooks.ts';

type All = RequiredInstalmentsEventsHandlers<Caller> & RequiredInstalmentsWebhooksHandlers<Caller>;

export const eventsHandlers = (deps: Deps): All => ({
  async listEvents({ query }, { principal: { shop } }) {
    return listed(deps, events, query, { shop: shop.id, type: query.type, payment: query.payment }, ({ body }) => body);
  },
  async configureWebhook({ body }, { principal: { shop } }) {
    return { status: 200, body: webhookRecord(await write(deps, (unit) => configureWebhook(unit, shop.id, body))) };
  },
});
