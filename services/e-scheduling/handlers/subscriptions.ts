// Handlers of the operations tagged 'Webhook subscriptions'.

import type { RequiredSchedulingWebhookSubscriptionsHandlers } from '@octavo/interfaces/e-scheduling';
import { requireSubscriber, requireSubscription } from '../access.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { listed, shown } from '../responses.ts';
import { subscriptionOf } from '../show.ts';
import { subscriptions } from '../store/lists.ts';
import { subscribe, unsubscribe } from '../subscriptions.ts';
import { baseOf } from '../uris.ts';

export const subscriptionHandlers = (deps: Deps): Handlers<RequiredSchedulingWebhookSubscriptionsHandlers<Caller>> => ({
  async listWebhookSubscriptions({ query }, context) {
    const user = await requireSubscriber(deps.store.read, context.principal, query, '/query');
    const filters = { organization_id: context.principal.organization, scope: query.scope, user_id: user ?? undefined };
    return listed(deps, context, subscriptions, query, filters, subscriptionOf);
  },
  async createWebhookSubscription({ body }, context) {
    return shown(201, context, subscriptionOf, await subscribe(deps, context.principal, body, baseOf(context)));
  },
  async getWebhookSubscription({ path }, context) {
    return shown(200, context, subscriptionOf, await requireSubscription(deps.store.read, context.principal, path.webhook_uuid));
  },
  async deleteWebhookSubscription({ path }, context) {
    await unsubscribe(deps, await requireSubscription(deps.store.read, context.principal, path.webhook_uuid));
    return { status: 204 };
  },
});
