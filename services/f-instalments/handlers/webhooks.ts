// Handlers of the operations tagged 'Webhooks'.

import type { RequiredInstalmentsWebhooksHandlers } from '@octavo/interfaces/f-instalments';
import { write } from '../../platform/unit.ts';
import type { Caller, Deps } from '../deps.ts';
import { webhookRecord } from '../records.ts';
import { configureWebhook } from '../webhooks.ts';

export const webhooksHandlers = (deps: Deps): RequiredInstalmentsWebhooksHandlers<Caller> => ({
  async configureWebhook({ body }, { principal: { shop } }) {
    return { status: 200, body: webhookRecord(await write(deps, (unit) => configureWebhook(unit, shop.id, body))) };
  },
});
