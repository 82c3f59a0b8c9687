// Tells the subscribers of webhooks what happened: writes the deliveries with the change that causes them, and sends them by the generated sender.

import {
  createSchedulingWebhookSender,
  type InviteeCanceled,
  type InviteeCreated,
  type RoutingFormSubmissionCreated,
  type SchedulingWebhookSender,
  type WebhookKind,
} from '@octavo/interfaces/e-scheduling';
import type { Kysely } from 'kysely';
import type { DeliveryHandler, DeliveryKind, Network } from '../platform/outbox/outbox.ts';
import type { Platform } from '../platform/service.ts';
import type { Deps } from './deps.ts';
import { inviteeWithEvent, submissionOf, timeText } from './resources.ts';
import type { EventRow, InviteeRow, SchedulingTables, SubmissionRow, SubscriptionRow } from './tables.ts';
import { uris } from './uris.ts';

type Tables = Kysely<SchedulingTables>;
type Body = InviteeCreated | InviteeCanceled | RoutingFormSubmissionCreated;

interface Payload<B extends Body> {
  readonly subscription: string;
  readonly body: B;
}

function kindOf<B extends Body>(event: WebhookKind): DeliveryKind<Payload<B>> {
  const accepts = (value: unknown): value is Payload<B> =>
    typeof value === 'object' && value !== null && 'subscription' in value && 'body' in value;
  return { service: 'e-scheduling', event, accepts };
}

const created = kindOf<InviteeCreated>('invitee.created');
const canceled = kindOf<InviteeCanceled>('invitee.canceled');
const submitted = kindOf<RoutingFormSubmissionCreated>('routing_form_submission.created');

/** Seconds before each attempt after the first: 24 hours in all. */
const SCHEDULE = [60, 240, 900, 2400, 7200, 14_400, 28_800, 32_400];

/** Tells that a person has booked, within the unit of work of the booking. */
export async function announceBooking(tables: Tables, outbox: Deps['outbox'], invitee: InviteeRow, event: EventRow, at: number) {
  for (const { id, url, base, creator_id } of await subscribers(tables, 'invitee.created', event.organization_id, event.host_id)) {
    const payload = inviteeWithEvent(base, invitee, event);
    const body = { event: 'invitee.created', created_at: timeText(at), created_by: uris.user(base, creator_id), payload } as const;
    await outbox.add(tables, created, { url, payload: { subscription: id, body }, at });
  }
}

/** Tells that an invitee no longer attends, within the unit of work of the cancellation. */
export async function announceCancellation(tables: Tables, outbox: Deps['outbox'], invitee: InviteeRow, event: EventRow, at: number) {
  for (const { id, url, base, creator_id } of await subscribers(tables, 'invitee.canceled', event.organization_id, event.host_id)) {
    const payload = inviteeWithEvent(base, invitee, event);
    const body = { event: 'invitee.canceled', created_at: timeText(at), created_by: uris.user(base, creator_id), payload } as const;
    await outbox.add(tables, canceled, { url, payload: { subscription: id, body }, at });
  }
}

/** Tells that a person has submitted a routing form, within the unit of work of the submission. */
export async function announceSubmission(tables: Tables, outbox: Deps['outbox'], row: SubmissionRow, organization: string) {
  const at = row.created_at;
  for (const { id, url, base, creator_id } of await subscribers(tables, 'routing_form_submission.created', organization, undefined)) {
    const payload = submissionOf(base, row);
    const created_by = uris.user(base, creator_id);
    const body = { event: 'routing_form_submission.created', created_at: timeText(at), created_by, payload } as const;
    await outbox.add(tables, submitted, { url, payload: { subscription: id, body }, at });
  }
}

/** @param user whose event it is; absent where it is the organization's */
async function subscribers(tables: Tables, kind: WebhookKind, organization: string, user: string | undefined): Promise<SubscriptionRow[]> {
  const rows = await tables
    .selectFrom('e_subscriptions')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('state', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.filter(
    ({ scope, user_id, events }) => (scope === 'organization' || user_id === user) && (JSON.parse(events) as string[]).includes(kind),
  );
}

/** Says how each kind of delivery is sent, and what follows for its subscription. */
export function handleDeliveries({ outbox, store, clock }: Pick<Platform<SchedulingTables>, 'outbox' | 'store' | 'clock'>): void {
  async function senderFor(id: string, url: string, network: Network): Promise<SchedulingWebhookSender> {
    const row = await store.read.selectFrom('e_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined || row.state === 'disabled')
      throw new Error('The subscription was deleted or disabled, so the delivery is dropped.');
    return createSchedulingWebhookSender({ url, ...network, ...(row.signing_key === null ? {} : { secret: row.signing_key }) });
  }

  const following = <B extends Body>(): Pick<DeliveryHandler<Payload<B>, SchedulingTables>, 'schedule' | 'onAttempt'> => ({
    schedule: SCHEDULE,
    async onAttempt({ payload: { subscription } }, step, tables) {
      const now = clock.now();
      const rows = tables.updateTable('e_subscriptions').where('id', '=', subscription).where('state', '=', 'active');
      if (step.outcome === 'delivered') {
        await rows.set({ retry_started_at: null, updated_at: now }).where('retry_started_at', 'is not', null).execute();
      } else if (step.outcome === 'retry') {
        await rows.set({ retry_started_at: now, updated_at: now }).where('retry_started_at', 'is', null).execute();
      } else if (step.reason !== 'unsendable') {
        await rows.set({ state: 'disabled', updated_at: now }).execute();
      }
    },
  });

  outbox.handle(created, {
    ...following<InviteeCreated>(),
    post: async ({ payload: { subscription, body }, url }, network, options) =>
      (await senderFor(subscription, url, network)).inviteeCreated({ body }, options),
  });
  outbox.handle(canceled, {
    ...following<InviteeCanceled>(),
    post: async ({ payload: { subscription, body }, url }, network, options) =>
      (await senderFor(subscription, url, network)).inviteeCanceled({ body }, options),
  });
  outbox.handle(submitted, {
    ...following<RoutingFormSubmissionCreated>(),
    post: async ({ payload: { subscription, body }, url }, network, options) =>
      (await senderFor(subscription, url, network)).routingFormSubmissionCreated({ body }, options),
  });
}
