// Shows the states of events, invitations, links and subscriptions, and what leads from one to another.

import type { BookingStatus, InvitationStatus } from '@octavo/interfaces/e-scheduling';
import { machinesOf } from '../platform/machine.ts';
import type { Row, SchedulingTables } from './tables.ts';

const machineOf = machinesOf<SchedulingTables>();

const ANSWER = { action: 'answer-invitation', parameter: 'invitation' } as const;
const BOOK = { action: 'book-meeting', parameter: 'link' } as const;

export const machines = [
  machineOf(
    {
      name: 'scheduled-event',
      title: 'Scheduled events',
      table: 'e_events',
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
    ({ status, name, start_at }) => ({ state: status, title: `${name}, ${new Date(start_at).toISOString()}` }),
  ),
  machineOf(
    {
      name: 'invitation',
      title: 'Invitations',
      table: 'e_invitations',
      states: ['pending', 'accepted', 'declined'] satisfies readonly InvitationStatus[],
      transitions: [
        { from: 'pending', to: 'accepted', cause: 'The person accepts, and becomes a member.', ...ANSWER },
        { from: 'pending', to: 'declined', cause: 'The person declines.', ...ANSWER },
      ],
    },
    ({ status, email }) => ({ state: status, title: email }),
  ),
  machineOf(
    {
      name: 'scheduling-link',
      title: 'Scheduling links',
      table: 'e_links',
      states: ['open', 'used'],
      transitions: [{ from: 'open', to: 'used', cause: 'As many events are booked with it as it allows.', ...BOOK }],
    },
    ({ slug, booked, max_event_count: limit }) => ({
      state: limit !== null && booked >= limit ? 'used' : 'open',
      title: `${slug}, ${limit === null ? `booked ${booked} times` : `booked ${booked} of ${limit} times`}`,
    }),
  ),
  machineOf(
    {
      name: 'webhook-subscription',
      title: 'Webhook subscriptions',
      table: 'e_subscriptions',
      states: ['active', 'disabled'] satisfies readonly Row<'e_subscriptions'>['state'][],
      transitions: [{ from: 'active', to: 'disabled', cause: 'A delivery has failed for 24 hours, or was answered with 410.' }],
    },
    ({ state, url }) => ({ state, title: url }),
  ),
];
