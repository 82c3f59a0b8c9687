// Handlers of the operations tagged 'Webhooks'.

import type { RequiredInstalmentsWebhooksHandlers } from '@octavo/interfaces/f-instalments';
import { DELIVERABLE, isDeliverable } from '../../platform/announce.ts';
import type { Caller, Deps } from '../deps.ts';
import { newId } from '../identifiers.ts';
import { invalidField } from '../problems.ts';
import { seconds } from '../rules/dates.ts';
import type { WebhookRow } from '../tables.ts';

export const webhooksHandlers = (deps: Deps): RequiredInstalmentsWebhooksHandlers<Caller> => {
  const { store, clock } = deps;
  return {
    async configureWebhook({ body: { url, type = 'events', events: given } }, { principal: { shop } }) {
      if (!isDeliverable(url)) throw invalidField('/body/url', DELIVERABLE);
      const at = clock.now();
      const events = given === undefined ? null : JSON.stringify(given);
      const row = await store.write(async (tables): Promise<WebhookRow> => {
        const known = await tables
          .selectFrom('f_webhooks')
          .selectAll()
          .where('shop', '=', shop.id)
          .where('type', '=', type)
          .where('url', '=', url)
          .executeTakeFirst();
        if (known !== undefined) {
          await tables.updateTable('f_webhooks').set({ events }).where('id', '=', known.id).execute();
          return { ...known, events };
        }
        const made: WebhookRow = { id: newId(deps, 'webhook'), shop: shop.id, type, url, created_at: at, events };
        await tables.insertInto('f_webhooks').values(made).execute();
        return made;
      });
      return { status: 200, body: { id: row.id, type: row.type, url: row.url, created: seconds(row.created_at) } };
    },
  };
};
