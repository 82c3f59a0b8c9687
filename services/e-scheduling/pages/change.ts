// The pages on which an invitee cancels a booking, or moves it to another time.

import type { InviteeAnswer, Tracking } from '@octavo/interfaces/e-scheduling';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Platform } from '../../platform/service.ts';
import { notFound } from '../access.ts';
import { book, bookable, cancelBooking, newBookingIds } from '../bookings.ts';
import type { EventRow, InviteeRow, SchedulingTables } from '../tables.ts';
import { startOf, timeChoices, timesOf } from './booking.ts';
import { checkForm, readable, type Visit } from './visit.ts';

/** @param id of the invitee */
export async function changePage(
  platform: Platform<SchedulingTables>,
  visit: Visit,
  what: 'cancellations' | 'reschedulings',
  id: string,
): Promise<Response> {
  const { read } = platform.store;
  const invitee = await read.selectFrom('e_invitees').selectAll().where('id', '=', id).executeTakeFirst();
  const event = invitee && (await read.selectFrom('e_events').selectAll().where('id', '=', invitee.event_id).executeTakeFirst());
  if (invitee === undefined || event === undefined) throw notFound();
  if (invitee.status === 'canceled') return page(200, 'This booking is cancelled', html`<p>${event.name}</p>`);
  if (visit.form !== undefined) checkForm(visit);
  return what === 'cancellations' ? cancelPage(platform, visit, invitee, event) : reschedulePage(platform, visit, invitee, event);
}

async function cancelPage({ store, outbox, clock }: Platform<SchedulingTables>, visit: Visit, invitee: InviteeRow, event: EventRow) {
  if (visit.form === undefined) {
    const fields = html`<p><label>Reason<br><textarea name="reason" maxlength="10000"></textarea></label></p><p><button>Cancel the booking</button></p>`;
    return page(200, `Cancel ${event.name}`, changeForm(visit, fields));
  }
  const reason = visit.form.get('reason')?.trim() ?? '';
  const now = clock.now();
  await store.write(async (tables) => {
    await cancelBooking(tables, outbox, await again(tables, invitee), reason === '' ? null : reason, now);
  });
  return page(200, 'The booking is cancelled', html`<p>${event.name}</p>`);
}

async function reschedulePage(platform: Platform<SchedulingTables>, visit: Visit, invitee: InviteeRow, event: EventRow) {
  const { store, outbox, clock, ids } = platform;
  const now = clock.now();
  const { type, host } = await bookable(store.read, event.event_type_id);
  if (visit.form === undefined) {
    const times = await timesOf(store.read, type, host, now);
    const fields = html`${timeChoices(times, host.timezone)}<p><button>Move the booking</button></p>`;
    return page(200, `Reschedule ${event.name}`, changeForm(visit, fields));
  }
  const start = startOf(visit.form);
  const made = newBookingIds(ids);
  const { name, email, timezone } = invitee;
  await store.write(async (tables) => {
    const before = await again(tables, invitee);
    const answers = JSON.parse(before.answers) as InviteeAnswer[];
    const tracking = JSON.parse(before.tracking) as Tracking;
    const booking = { eventType: type.id, start, name, email, timezone, answers, tracking, replaces: before };
    // The old time is freed in the same unit of work, but only after the booking, so a meeting cannot be moved to a part of its own time.
    const next = await book(tables, outbox, booking, made, now);
    await cancelBooking(tables, outbox, before, null, now, next);
  });
  return page(200, 'The booking is moved', html`<p>${event.name}, ${readable(start, host.timezone)} (${host.timezone})</p>`);
}

/** The row as it is in the unit of work. */
function again(tables: Platform<SchedulingTables>['store']['read'], { id }: InviteeRow): Promise<InviteeRow> {
  return tables.selectFrom('e_invitees').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function changeForm({ path, formTokens }: Visit, fields: Html): Html {
  return html`<form method="post" action="${path}"><input type="hidden" name="token" value="${formTokens.issue(path)}">${fields}</form>`;
}
