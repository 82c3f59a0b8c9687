// Registers addresses for webhooks, and removes them.

import type { NewWebhookSubscription } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { DELIVERABLE, isDeliverable } from '../platform/announce.ts';
import { forbidden, invalid, requireSubscriber } from './access.ts';
import type { Caller, Deps } from './deps.ts';
import { add, all, find, newRow, notFound, remove, requireRow } from './store/rows.ts';
import type { Row } from './tables.ts';

/** Plans without webhooks. */
const WITHOUT_WEBHOOKS: readonly string[] = ['basic', 'essentials'];

/**
 * @param base the address under which the subscriber knows the service
 * @throws the refusals 400, 403 and 404 for what cannot be delivered, and 409 where there is such a subscription
 */
export async function subscribe(
  { store, clock, ids }: Deps,
  caller: Caller,
  body: NewWebhookSubscription,
  base: string,
): Promise<Row<'e_subscriptions'>> {
  const { url, events, scope } = body;
  if (!isDeliverable(url)) invalid('/body/url', DELIVERABLE);
  if (scope === 'user' && events.includes('routing_form_submission.created'))
    invalid('/body/events', 'has routing_form_submission.created, which needs the scope organization');
  const user_id = await requireSubscriber(store.read, caller, body, '/body');
  // The key that signs deliveries: the one that the caller chose, or else the application's.
  const application = caller.application === null ? undefined : await find(store.read, 'e_applications', caller.application);
  const { organization: organization_id, user: creator_id } = caller;
  const signing_key = body.signing_key ?? application?.signing_key ?? null;
  const row = { ...newRow(ids, clock.now()), url, events, scope, organization_id, user_id, creator_id, signing_key, base };
  return store.write(async (tables) => {
    const { plan } = await requireRow(tables, 'e_organizations', organization_id);
    if (WITHOUT_WEBHOOKS.includes(plan)) throw forbidden("Webhooks are not part of the organization's plan.");
    const others = await all(tables, 'e_subscriptions', { organization_id, url, scope });
    if (others.some((other) => other.user_id === user_id)) throw refuse(409, { detail: 'A subscription with this URL already exists.' });
    return add(tables, 'e_subscriptions', { ...row, state: 'active' });
  });
}

/** @throws the refusal 404 where another request has removed it */
export async function unsubscribe({ store }: Deps, { id }: Row<'e_subscriptions'>): Promise<void> {
  if ((await store.write((tables) => remove(tables, 'e_subscriptions', { id }))) === 0) throw notFound();
}
