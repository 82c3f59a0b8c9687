// The pages on which an invitee cancels a booking, or moves it to another time.

import type { EventLocation } from '@octavo/interfaces/e-scheduling';
import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Platform } from '../../platform/service.ts';
import { write } from '../../platform/unit.ts';
import { book, newBookingIds } from '../bookings.ts';
import { cancelBooking } from '../cancellations.ts';
import { openTimes, requireOffer } from '../offers.ts';
import { find, notFound } from '../store/rows.ts';
import type { Row, SchedulingTables } from '../tables.ts';
import { fromOf, MOST_TIMES, readable, startOf, timeChoices } from './times.ts';
import { addressFrom, alertOf, answerForm, checkForm, formOn, type Visit } from './visit.ts';

/** @param id of the invitee */
export async function changePage(
  platform: Platform<SchedulingTables>,
  visit: Visit,
  what: 'cancellations' | 'reschedulings',
  id: string,
): Promise<Response> {
  const { read } = platform.store;
  const invitee = await find(read, 'e_invitees', id);
  const event = invitee && (await find(read, 'e_events', invitee.event_id));
  if (invitee === undefined || event === undefined) throw notFound();
  if (invitee.status === 'canceled') return page(200, 'This booking is cancelled', html`<p>${event.name}</p>`);
  if (visit.form !== undefined) checkForm(visit);
  return what === 'cancellations' ? cancelPage(platform, visit, invitee, event) : reschedulePage(platform, visit, invitee, event);
}

async function cancelPage(platform: Platform<SchedulingTables>, visit: Visit, invitee: Row<'e_invitees'>, event: Row<'e_events'>) {
  const { store } = platform;
  if (visit.form === undefined) {
    const fields = html`<p><label>Reason <span class="note">(optional)</span><textarea name="reason" maxlength="10000"></textarea></label></p>
<p><button>Cancel the booking</button></p>`;
    const { timezone } = await hostOf(store.read, event);
    return page(200, `Cancel ${event.name}`, html`<p>${readable(event.start_at, timezone)} (${timezone})</p>${formOn(visit, fields)}`);
  }
  const reason = visit.form.get('reason')?.trim().slice(0, 10_000) ?? '';
  await write(platform, async (unit) => cancelBooking(unit, await again(unit.tables, invitee), reason === '' ? null : reason));
  return page(200, 'The booking is cancelled', html`<p>${event.name}</p>`);
}

async function reschedulePage(platform: Platform<SchedulingTables>, visit: Visit, invitee: Row<'e_invitees'>, event: Row<'e_events'>) {
  const { store, clock, ids } = platform;
  const now = clock.now();
  const offer = await requireOffer(store.read, event.event_type_id);
  const { type, timezone } = offer;
  const { form } = visit;
  const show = async (status: number, problem?: string) => {
    const times = await openTimes(store.read, offer, now, fromOf(visit.query, now), MOST_TIMES);
    const choices = timeChoices(times, timezone, Number(form?.get('start')) || undefined, (from) => addressFrom(visit, from));
    const fields = html`${choices}<p><button>Move the booking</button></p>`;
    const about = html`<p>Booked for ${readable(event.start_at, timezone)}.</p>${alertOf(problem)}`;
    return page(status, `Reschedule ${event.name}`, html`${about}${formOn(visit, fields)}`);
  };
  if (form === undefined) return show(200);
  return answerForm(async () => {
    const start = startOf(form);
    const made = newBookingIds(ids);
    const guests = event.guests.filter((guest) => guest.invitee === invitee.id).map((guest) => guest.email);
    const { name, email, timezone: own, text_reminder_number } = invitee;
    await write(platform, async (unit) => {
      const before = await again(unit.tables, invitee);
      const booking = {
        eventType: type.id,
        start,
        name,
        email,
        timezone: own,
        guests,
        place: enteredPlace(event),
        reminderNumber: text_reminder_number ?? undefined,
        answers: before.answers,
        tracking: before.tracking,
        replaces: before,
      };
      // The old time is freed in the same unit of work, but only after the booking, so a meeting cannot be moved to a part of its own time.
      const next = await book(unit, booking, made);
      await cancelBooking(unit, before, null, next);
    });
    return page(200, 'The booking is moved', html`<p>${event.name}, ${readable(start, timezone)} (${timezone})</p>`);
  }, show);
}

/** What an invitee entered as the place of the event. */
function enteredPlace({ location }: Row<'e_events'>): string | undefined {
  const place = JSON.parse(location) as EventLocation | null;
  return place !== null && 'location' in place && place.location !== null ? place.location : undefined;
}

/** The first host, whose time zone the pages of an event use. */
function hostOf(tables: Platform<SchedulingTables>['store']['read'], event: Row<'e_events'>): Promise<Row<'e_users'>> {
  const [first = ''] = event.hosts;
  return tables.selectFrom('e_users').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
}

/** The row as it is in the unit of work. */
function again(tables: Platform<SchedulingTables>['store']['read'], { id }: Row<'e_invitees'>): Promise<Row<'e_invitees'>> {
  return tables.selectFrom('e_invitees').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
