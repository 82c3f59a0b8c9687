// Shows the states of events, invitations, links and subscriptions, and what leads from one to another.

import type { BookingStatus, InvitationStatus } from '@octavo/interfaces/e-scheduling';
import { defineMachine } from '../platform/machine.ts';
import type { Platform } from '../platform/service.ts';
import { newest } from './store/rows.ts';
import type { SchedulingTables, SubscriptionRow } from './tables.ts';

type SchedulingPlatform = Platform<SchedulingTables>;

const eventMachine = defineMachine(
  {
    name: 'scheduled-event',
    title: 'Scheduled events',
    states: ['active', 'canceled'] satisfies readonly BookingStatus[],
    transitions: [
      {
        from: 'active',
        to: 'canceled',
        cause: 'A host or an admin cancels it before it begins.',
        operation: 'cancelScheduledEvent',
        parameter: 'uuid',
      },
      { from: 'active', to: 'canceled', cause: 'The last invitee cancels or reschedules on the page.' },
    ],
  },
  async ({ store }: SchedulingPlatform, most) =>
    (await newest(store.read, 'e_events', most)).map(({ id, status, name, start_at }) => ({
      id,
      state: status,
      title: `${name}, ${new Date(start_at).toISOString()}`,
    })),
);

const ANSWER = { action: 'answer-invitation', parameter: 'invitation' } as const;

const invitationMachine = defineMachine(
  {
    name: 'invitation',
    title: 'Invitations',
    states: ['pending', 'accepted', 'declined'] satisfies readonly InvitationStatus[],
    transitions: [
      { from: 'pending', to: 'accepted', cause: 'The person accepts, and becomes a member.', ...ANSWER },
      { from: 'pending', to: 'declined', cause: 'The person declines.', ...ANSWER },
    ],
  },
  async ({ store }: SchedulingPlatform, most) =>
    (await newest(store.read, 'e_invitations', most)).map(({ id, status, email }) => ({ id, state: status, title: email })),
);

const linkMachine = defineMachine(
  {
    name: 'scheduling-link',
    title: 'Scheduling links',
    states: ['open', 'used'],
    transitions: [
      {
        from: 'open',
        to: 'used',
        cause: 'As many events are booked with it as it allows.',
        action: 'book-meeting',
        parameter: 'link',
      },
    ],
  },
  async ({ store }: SchedulingPlatform, most) =>
    (await newest(store.read, 'e_links', most)).map(({ id, slug, booked, max_event_count: limit }) => ({
      id,
      state: limit !== null && booked >= limit ? 'used' : 'open',
      title: `${slug}, ${limit === null ? `booked ${booked} times` : `booked ${booked} of ${limit} times`}`,
    })),
);

const subscriptionMachine = defineMachine(
  {
    name: 'webhook-subscription',
    title: 'Webhook subscriptions',
    states: ['active', 'disabled'] satisfies readonly SubscriptionRow['state'][],
    transitions: [{ from: 'active', to: 'disabled', cause: 'A delivery has failed for 24 hours, or was answered with 410.' }],
  },
  async ({ store }: SchedulingPlatform, most) =>
    (await newest(store.read, 'e_subscriptions', most)).map(({ id, state, url }) => ({ id, state, title: url })),
);

export const machines = [eventMachine, invitationMachine, linkMachine, subscriptionMachine];
