// Tells the subscribers of webhooks what happened: writes the deliveries with the change that causes them, and sends them by the generated sender.

import {
  createSchedulingWebhookSender,
  type InviteeCanceled,
  type InviteeCreated,
  type InviteeWithEvent,
  type RoutingFormSubmissionCreated,
  type SchedulingWebhookSender,
  validateInviteeCanceled,
  validateInviteeCreated,
  validateRoutingFormSubmissionCreated,
  type WebhookKind,
} from '@octavo/interfaces/e-scheduling';
import type { Issue } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { DeliveryHandler, DeliveryKind, Network } from '../platform/outbox/outbox.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Deps } from './deps.ts';
import { hostsOf, inviteeWithEvent, NO_TRACKING, submissionOf, timeText } from './resources.ts';
import type { EventRow, InviteeRow, SchedulingTables, SubmissionRow, SubscriptionRow } from './tables.ts';
import { type Base, SERVER, uris } from './uris.ts';

type Tables = Kysely<SchedulingTables>;
type Body = InviteeCreated | InviteeCanceled | RoutingFormSubmissionCreated;

interface Payload<B extends Body> {
  readonly subscription: string;
  readonly body: B;
}

function kindOf<B extends Body>(event: WebhookKind, isBody: (value: unknown, issues: Issue[]) => value is B): DeliveryKind<Payload<B>> {
  const accepts = (value: unknown): value is Payload<B> => {
    if (typeof value !== 'object' || value === null) return false;
    const { subscription, body }: { subscription?: unknown; body?: unknown } = value;
    return typeof subscription === 'string' && isBody(body, []);
  };
  return { service: 'e-scheduling', event, accepts };
}

const created = kindOf('invitee.created', validateInviteeCreated);
const canceled = kindOf('invitee.canceled', validateInviteeCanceled);
const submitted = kindOf('routing_form_submission.created', validateRoutingFormSubmissionCreated);

/** What tells the subscribers. */
export type Announcer = Pick<Deps, 'outbox' | 'originOf'>;

/** Seconds before each attempt after the first: 24 hours in all. */
const SCHEDULE = [60, 240, 900, 2400, 7200, 14_400, 28_800, 32_400];

/** Tells that a person has booked, within the unit of work of the booking. */
export async function announceBooking(tables: Tables, announcer: Announcer, invitee: InviteeRow, event: EventRow, at: number) {
  for (const { id, url, base, creator_id } of await subscribers(
    tables,
    announcer,
    'invitee.created',
    event.organization_id,
    hostsOf(event),
  )) {
    const payload = inviteeWithEvent(base, invitee, event);
    const body = { event: 'invitee.created', created_at: timeText(at), created_by: uris.user(base, creator_id), payload } as const;
    await announcer.outbox.add(tables, created, { url, payload: { subscription: id, body }, at });
  }
}

/** Tells that an invitee no longer attends, within the unit of work of the cancellation. */
export async function announceCancellation(tables: Tables, announcer: Announcer, invitee: InviteeRow, event: EventRow, at: number) {
  for (const { id, url, base, creator_id } of await subscribers(
    tables,
    announcer,
    'invitee.canceled',
    event.organization_id,
    hostsOf(event),
  )) {
    const payload = inviteeWithEvent(base, invitee, event);
    const body = { event: 'invitee.canceled', created_at: timeText(at), created_by: uris.user(base, creator_id), payload } as const;
    await announcer.outbox.add(tables, canceled, { url, payload: { subscription: id, body }, at });
  }
}

/** Tells that a person has submitted a routing form, within the unit of work of the submission. */
export async function announceSubmission(tables: Tables, announcer: Announcer, row: SubmissionRow, organization: string) {
  const at = row.created_at;
  for (const { id, url, base, creator_id } of await subscribers(tables, announcer, 'routing_form_submission.created', organization, [])) {
    const payload = submissionOf(base, row);
    const created_by = uris.user(base, creator_id);
    const body = { event: 'routing_form_submission.created', created_at: timeText(at), created_by, payload } as const;
    await announcer.outbox.add(tables, submitted, { url, payload: { subscription: id, body }, at });
  }
}

/** Changes the deliveries of an event's bookings and cancellations, within a unit of work. */
export async function reviseBookings(
  tables: Tables,
  outbox: Platform<SchedulingTables>['outbox'],
  event: string,
  revise: (payload: InviteeWithEvent) => InviteeWithEvent,
): Promise<void> {
  const change = <B extends InviteeCreated | InviteeCanceled>(given: Payload<B>): Payload<B> => ({
    ...given,
    body: { ...given.body, payload: revise(given.body.payload) },
  });
  await outbox.revise(tables, created, event, change);
  await outbox.revise(tables, canceled, event, change);
}

/** Takes the answers out of the deliveries of a submission, within a unit of work. */
export async function reviseSubmissions(tables: Tables, outbox: Platform<SchedulingTables>['outbox'], submission: string): Promise<void> {
  await outbox.revise(tables, submitted, submission, (given) => {
    const payload = { ...given.body.payload, questions_and_answers: [], tracking: NO_TRACKING };
    return { ...given, body: { ...given.body, payload } };
  });
}

/** @param users the hosts of the event; none for what is the organization's */
async function subscribers(
  tables: Tables,
  { originOf }: Announcer,
  kind: WebhookKind,
  organization: string,
  users: readonly string[],
): Promise<(SubscriptionRow & { readonly base: Base })[]> {
  const rows = await activeSubscriptions.all(tables, { organization });
  return rows
    .filter(({ user_id, events }) => (user_id === null || users.includes(user_id)) && (JSON.parse(events) as string[]).includes(kind))
    .map((row) => ({ ...row, base: originOf() ?? row.base ?? SERVER }));
}

const activeSubscriptions = prepare((tables: Tables, given: Given<{ readonly organization: string }>) =>
  tables
    .selectFrom('e_subscriptions')
    .selectAll()
    .where('organization_id', '=', given('organization'))
    .where('state', '=', 'active')
    .orderBy('created_at')
    .orderBy('id'),
);

const subscriptionById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_subscriptions').selectAll().where('id', '=', given('id')),
);

/** A receiver that takes deliveries again is not in trouble any more. */
const resume = prepare((tables: Tables, given: Given<{ readonly id: string; readonly now: number }>) =>
  tables
    .updateTable('e_subscriptions')
    .set({ retry_started_at: null, updated_at: given('now') })
    .where('id', '=', given('id'))
    .where('state', '=', 'active')
    .where('retry_started_at', 'is not', null),
);

/** Says how each kind of delivery is sent, and what follows for its subscription. */
export function handleDeliveries({ outbox, store, clock }: Pick<Platform<SchedulingTables>, 'outbox' | 'store' | 'clock'>): void {
  async function senderFor(id: string, url: string, network: Network): Promise<SchedulingWebhookSender> {
    const row = await subscriptionById.first(store.read, { id });
    if (row === undefined || row.state === 'disabled')
      throw new Error('The subscription was deleted or disabled, so the delivery is dropped.');
    return createSchedulingWebhookSender({ url, ...network, secret: row.signing_key });
  }

  const following = <B extends Body>(): Pick<DeliveryHandler<Payload<B>, SchedulingTables>, 'schedule' | 'secretName' | 'onAttempt'> => ({
    schedule: SCHEDULE,
    secretName: ({ payload: { subscription } }) => `signing key of subscription ${subscription}`,
    async onAttempt({ payload: { subscription } }, step, tables) {
      const now = clock.now();
      if (step.outcome === 'delivered') {
        await resume.run(tables, { id: subscription, now });
        return;
      }
      const rows = tables.updateTable('e_subscriptions').where('id', '=', subscription).where('state', '=', 'active');
      if (step.outcome === 'retry') {
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
