// What control can do with the scheduling service: mint tokens, book meetings, submit routing forms, and answer invitations.

import { isEmail, RefusalError, refuse } from '@octavo/runtime';
import { type ActionOutput, actionsOf, boolean, integer, optional, string, strings } from '../platform/action.ts';
import { revokeAction } from '../platform/credentials.ts';
import { ALPHANUMERIC } from '../platform/ids.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { write } from '../platform/unit.ts';
import { book, newBookingIds } from './bookings.ts';
import { listOfMessages } from './messages.ts';
import { TOKENS } from './security.ts';
import { NO_TRACKING } from './show.ts';
import { add, change, find, insert, newId, newRow, remove, requireRow } from './store/rows.ts';
import { answersTo, submit } from './submissions.ts';
import type { SchedulingTables } from './tables.ts';
import { lastPart } from './uris.ts';

const action = actionsOf<Platform<SchedulingTables>>();

const user = string('The uuid or the URI of the user.');

export const actions = [
  action(
    'mint-token',
    'Mints a personal access token of a user, or an access token that the user grants to an application.',
    {
      user,
      application: optional(string('Identifier of the application: `office-screen`. Default: a personal token.')),
      seconds: optional(integer('How long it is valid, on the sandbox clock. Default: for ever; 7200 for an application.')),
    },
    async (input, { store, clock, ids }) => {
      const application_id = input.application ?? null;
      const seconds = input.seconds ?? (application_id === null ? undefined : 7200);
      if (seconds !== undefined && seconds < 1) throw refuse(400, { detail: '/seconds must be at least 1.' });
      const token = `${application_id === null ? 'pat' : 'oat'}_${ids.text(32, ALPHANUMERIC)}`;
      const expires_at = seconds === undefined ? null : clock.now() + seconds * 1000;
      const user_id = lastPart(input.user);
      await store.write(async (tables) => {
        await requireRow(tables, 'e_users', user_id);
        if (application_id !== null && (await find(tables, 'e_applications', application_id)) === undefined)
          throw refuse(404, { detail: `There is no application ${application_id}.` });
        await insert(tables, 'e_tokens', { hash: hashOf(token), user_id, application_id, expires_at });
      });
      return { token };
    },
  ),
  revokeAction<SchedulingTables>({
    noun: 'token',
    changed: TOKENS,
    remove: async (tables, hash) => (await remove(tables, 'e_tokens', { hash })) > 0,
  }),
  action(
    'book-meeting',
    'Books a meeting, as a person does on the booking page.',
    {
      event_type: string('The uuid or the URI of the event type.'),
      start_time: string('When it starts, RFC 3339.'),
      name: string('Name of the person.'),
      email: string('Email address of the person.'),
      timezone: optional(string('Time zone of the person. Default: none.')),
      guests: optional(strings('Email addresses of people whom the person brings. Default: none.')),
      link: optional(string('The part of a booking URL after `/d/`: ck7p-2mx-t8q. Default: no link.')),
    },
    async (input, platform) => {
      const { ids } = platform;
      const start = Date.parse(input.start_time);
      if (Number.isNaN(start)) throw refuse(400, { detail: '/start_time must be a date and time as in RFC 3339.' });
      if (!isEmail(input.email)) throw refuse(400, { detail: '/email must be an email address.' });
      const { name, email, timezone = null, guests = [], link } = input;
      if (!guests.every(isEmail)) throw refuse(400, { detail: '/guests must be email addresses.' });
      const booking = { eventType: lastPart(input.event_type), start, name, email, timezone, answers: [], guests, link };
      const made = newBookingIds(ids);
      try {
        const { id, event_id } = await write(platform, (unit) => book(unit, booking, made));
        return { event: event_id, invitee: id };
      } catch (error) {
        // Control knows 400 and 404 only.
        throw error instanceof RefusalError && error.status !== 404 ? refuse(400, { detail: error.message }) : error;
      }
    },
  ),
  action(
    'change-invitee',
    'Marks an invitee who did not come, asks one to confirm that they still come, or confirms that for them.',
    {
      invitee: string('The uuid or the URI of the invitee.'),
      no_show: optional(boolean('Whether the invitee is marked as one who did not come. Default: as it is.')),
      reconfirmation: optional(string('`asked`: the invitee is asked to confirm. `confirmed`: the invitee confirms. Default: as it is.')),
    },
    async (input, { store, clock, ids }) => {
      const { no_show, reconfirmation } = input;
      if (reconfirmation !== undefined && reconfirmation !== 'asked' && reconfirmation !== 'confirmed')
        throw refuse(400, { detail: '/reconfirmation must be asked or confirmed.' });
      const no_show_id = newId(ids);
      const now = clock.now();
      await store.write(async (tables) => {
        const row = await requireRow(tables, 'e_invitees', lastPart(input.invitee));
        if (row.status === 'canceled') throw refuse(400, { detail: 'The booking is cancelled.' });
        await change(tables, 'e_invitees', row.id, {
          updated_at: now,
          ...(no_show === undefined ? {} : no_show ? { no_show_id, no_show_at: now } : { no_show_id: null, no_show_at: null }),
          ...(reconfirmation === 'asked' ? { reconfirmation_at: now, reconfirmed_at: null } : {}),
          ...(reconfirmation === 'confirmed' ? { reconfirmation_at: row.reconfirmation_at ?? now, reconfirmed_at: now } : {}),
        });
      });
    },
  ),
  action(
    'submit-form',
    'Submits a routing form.',
    {
      form: string('The uuid or the URI of the form.'),
      answers: strings('The answers, in the order of the questions; an empty text is no answer.'),
    },
    async (input, platform) => {
      const { store, ids } = platform;
      const form = await requireRow(store.read, 'e_forms', lastPart(input.form));
      if (form.status === 'draft') throw refuse(400, { detail: 'The form is a draft, and not open for submissions.' });
      const answers = answersTo(form, input.answers, (index, { name }, problem) => {
        throw refuse(400, { detail: `/answers/${index} ${problem}: ${name}` });
      });
      const submission = { id: newId(ids), answers, tracking: NO_TRACKING };
      const result = await write(platform, (unit) => submit(unit, form, submission));
      return { submission: submission.id, result: { ...result } };
    },
  ),
  action(
    'answer-invitation',
    'Accepts or declines an invitation. Who accepts becomes a user and a member.',
    {
      invitation: string('The uuid or the URI of the invitation.'),
      accepts: boolean('Whether the invitation is accepted.'),
      name: optional(string('Name of the new user. Default: the part of the email address before the @.')),
    },
    async (input, { store, clock, ids }) => {
      const id = lastPart(input.invitation);
      const now = clock.now();
      const made = { user: newRow(ids, now), membership: newRow(ids, now) };
      return store.write(async (tables): Promise<ActionOutput> => {
        const row = await requireRow(tables, 'e_invitations', id);
        if (row.status !== 'pending') throw refuse(400, { detail: `The invitation was ${row.status} before.` });
        const status = input.accepts ? 'accepted' : 'declined';
        await change(tables, 'e_invitations', id, { status, user_id: input.accepts ? made.user.id : null, updated_at: now });
        if (!input.accepts) return { status };
        const name = input.name ?? row.email.slice(0, row.email.indexOf('@'));
        const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${made.user.id.slice(0, 4).toLowerCase()}`;
        await add(tables, 'e_users', { ...made.user, name, slug, email: row.email, timezone: 'Europe/Berlin' });
        await insert(tables, 'e_memberships', {
          ...made.membership,
          user_id: made.user.id,
          organization_id: row.organization_id,
          role: 'user',
        });
        return { status, user: made.user.id };
      });
    },
  ),
  listOfMessages,
];
