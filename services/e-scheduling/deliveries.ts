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
import { announcementsOf } from '../platform/announce.ts';
import type { DeliveryKind } from '../platform/outbox/outbox.ts';
import type { Platform } from '../platform/service.ts';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Tables, Unit } from './deps.ts';
import { inviteeWithEvent, NO_TRACKING, submissionOf, timeText } from './show.ts';
import { all, find } from './store/rows.ts';
import type { Row, SchedulingTables } from './tables.ts';
import { type Base, SERVER, uris } from './uris.ts';

type Body = InviteeCreated | InviteeCanceled | RoutingFormSubmissionCreated;

interface Payload<B extends Body> {
  readonly subscription: string;
  readonly body: B;
}

const { kind, announce, handle } = announcementsOf<SchedulingWebhookSender>()('e-scheduling', 'subscription');
const created = kind('invitee.created' satisfies WebhookKind, validateInviteeCreated, (sender, body, options) =>
  sender.inviteeCreated({ body }, options),
);
const canceled = kind('invitee.canceled' satisfies WebhookKind, validateInviteeCanceled, (sender, body, options) =>
  sender.inviteeCanceled({ body }, options),
);
const submitted = kind(
  'routing_form_submission.created' satisfies WebhookKind,
  validateRoutingFormSubmissionCreated,
  (sender, body, options) => sender.routingFormSubmissionCreated({ body }, options),
);

/** Seconds before each attempt after the first: 24 hours in all. */
const SCHEDULE = [60, 240, 900, 2400, 7200, 14_400, 28_800, 32_400];

/** Tells that a person has booked, within the unit of work of the booking. */
export async function announceBooking(unit: Unit, invitee: Row<'e_invitees'>, event: Row<'e_events'>): Promise<void> {
  await tell(unit, created, event.organization_id, event.hosts, (base) => inviteeWithEvent(base, invitee, event));
}

/** Tells that an invitee no longer attends, within the unit of work of the cancellation. */
export async function announceCancellation(unit: Unit, invitee: Row<'e_invitees'>, event: Row<'e_events'>): Promise<void> {
  await tell(unit, canceled, event.organization_id, event.hosts, (base) => inviteeWithEvent(base, invitee, event));
}

/** Tells that a person has submitted a routing form, within the unit of work of the submission. */
export async function announceSubmission(unit: Unit, row: Row<'e_submissions'>, organization: string): Promise<void> {
  await tell(unit, submitted, organization, [], (base) => submissionOf(base, row));
}

/** @param users the hosts of the event; none for what is the organization's */
async function tell<B extends Body>(
  { deps: { outbox, originOf }, tables, at }: Unit,
  kind: DeliveryKind<Payload<B>>,
  organization_id: string,
  users: readonly string[],
  payloadOf: (base: Base) => B['payload'],
): Promise<void> {
  const rows = await all(tables, 'e_subscriptions', { organization_id, state: 'active' }, ['created_at', 'id']);
  const wanted = rows.filter(
    ({ user_id, events }) => (user_id === null || users.includes(user_id)) && events.some((event) => event === kind.event),
  );
  const receivers = wanted.map(({ id, url, base: own, creator_id }) => {
    const base = originOf() ?? own ?? SERVER;
    const facts = { event: kind.event, created_at: timeText(at), created_by: uris.user(base, creator_id) };
    return { id, url, body: { ...facts, payload: payloadOf(base) } as B, at };
  });
  await announce(outbox, tables, kind, receivers);
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

/** A receiver that takes deliveries again is not in trouble any more. */
const resume = prepare((tables: Tables, given: Given<{ readonly id: string; readonly now: number }>) =>
  tables
    .updateTable('e_subscriptions')
    .set({ retry_started_at: null, updated_at: given('now') })
    .where('id', '=', given('id'))
    .where('state', '=', 'active')
    .where('retry_started_at', 'is not', null),
);

/** Says how deliveries are sent, and what follows for their subscription. */
export function handleDeliveries({ outbox, store, clock }: Platform<SchedulingTables>): void {
  handle<SchedulingTables>(outbox, {
    schedule: SCHEDULE,
    secretName: (subscription) => `signing key of subscription ${subscription}`,
    async senderOf(subscription, url, network) {
      const row = await find(store.read, 'e_subscriptions', subscription);
      if (row === undefined || row.state === 'disabled')
        throw new Error('The subscription was deleted or disabled, so the delivery is dropped.');
      return createSchedulingWebhookSender({ url, ...network, secret: row.signing_key });
    },
    async onAttempt(subscription, step, tables) {
      const now = clock.now();
      const rows = tables.updateTable('e_subscriptions').where('id', '=', subscription).where('state', '=', 'active');
      if (step.outcome === 'delivered') await resume.run(tables, { id: subscription, now });
      else if (step.outcome === 'retry')
        await rows.set({ retry_started_at: now, updated_at: now }).where('retry_started_at', 'is', null).execute();
      else if (step.reason !== 'unsendable') await rows.set({ state: 'disabled', updated_at: now }).execute();
    },
  });
}
