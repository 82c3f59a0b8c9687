// The page that shows the free times of an event type, and books one.

import type { EventLocation } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Platform } from '../../platform/service.ts';
import { write } from '../../platform/unit.ts';
import { book, newBookingIds } from '../bookings.ts';
import { type Offer, openTimes, requireOffer } from '../offers.ts';
import { openSubmission } from '../submissions.ts';
import type { Row, SchedulingTables } from '../tables.ts';
import { PAGES } from '../uris.ts';
import { answersOf, questionField, questionsOf } from './questions.ts';
import { fromOf, MOST_TIMES, readable, startOf, timeChoices } from './times.ts';
import { addressFrom, alertOf, answerForm, checkForm, emailOf, fieldOf, formOn, trackingOf, type Visit } from './visit.ts';

const MOST_GUESTS = 10;

/** @param what the event type, and the link that was followed */
export async function bookingPage(
  platform: Platform<SchedulingTables>,
  visit: Visit,
  what: { readonly type: string; readonly link?: string },
): Promise<Response> {
  const { store, clock, ids } = platform;
  const now = clock.now();
  const offer = await requireOffer(store.read, what.type);
  const { form, query } = visit;
  const { type, name: host, timezone } = offer;
  const place = placeAskedBy(type);
  const show = async (status: number, problem?: string) => {
    const times = await openTimes(store.read, offer, now, fromOf(query, now), MOST_TIMES);
    return page(status, `${type.name} with ${host}`, bookingForm(offer, times, visit, problem));
  };
  if (form === undefined) return show(200);
  checkForm(visit);
  return answerForm(async () => {
    const start = startOf(form);
    const booking = {
      eventType: type.id,
      start,
      name: fieldOf(form, 'name', 'your name'),
      email: emailOf(fieldOf(form, 'email', 'your email address')),
      timezone,
      answers: answersOf(form, questionsOf(type)),
      tracking: trackingOf(query),
      place: place && fieldOf(form, 'place', place.words),
      guests: guestsOf(form),
      reminderNumber: form.get('reminder')?.trim().slice(0, 50) || undefined,
      link: what.link,
      submission: await openSubmission(store.read, query.get('submission'), offer.organization),
    };
    const made = newBookingIds(ids);
    const invitee = await write(platform, (unit) => book(unit, booking, made));
    return page(
      200,
      'You are booked',
      html`<p>${type.name} with ${host}, ${readable(start, timezone)} (${timezone}).</p>
<p><a href="${PAGES}/reschedulings/${invitee.id}">Reschedule</a> or <a href="${PAGES}/cancellations/${invitee.id}">cancel</a></p>`,
    );
  }, show);
}

function bookingForm(offer: Offer, times: readonly number[], visit: Visit, problem: string | undefined): Html {
  const { type, timezone } = offer;
  const about = html`${type.description !== null && html`<p>${type.description}</p>`}
<p><svg class="dot" viewBox="0 0 2 2" aria-hidden="true"><circle cx="1" cy="1" r="1" fill="${type.color}"/></svg>${type.duration} minutes${placeText(type.location)}</p>
${alertOf(problem)}`;
  if (times.length === 0) return html`${about}<p>No time is free at the moment.</p>`;
  // A link to the page may fill in what is known of the person.
  const given = visit.form ?? visit.query;
  const value = (name: string) => given.get(name) ?? '';
  const place = placeAskedBy(type);
  const fields = html`${timeChoices(times, timezone, Number(given.get('start')) || undefined, (from) => addressFrom(visit, from))}
<p><label>Your name<input name="name" autocomplete="name" required value="${value('name')}"></label></p>
<p><label>Your email address<input name="email" type="email" autocomplete="email" required value="${value('email')}"></label></p>
${place !== undefined && html`<p><label>${place.label}<input name="place" required value="${value('place')}"></label></p>`}
${questionsOf(type).map((question) => questionField(question, given))}
<p><label>Guests <span class="note">(optional: email addresses, separated by commas)</span><input name="guests" value="${value('guests')}"></label></p>
<p><label>Telephone number for reminders <span class="note">(optional)</span><input name="reminder" type="tel" autocomplete="tel" value="${value('reminder')}"></label></p>
<p><button>Book</button></p>`;
  return html`${about}${formOn(visit, fields)}`;
}

/** What the invitee is asked for where the event type leaves the place to them. */
function placeAskedBy(type: Row<'e_event_types'>): { readonly label: string; readonly words: string } | undefined {
  const location = JSON.parse(type.location) as EventLocation | null;
  if (location?.type === 'ask_invitee') return { label: 'Where shall we meet?', words: 'where you want to meet' };
  return location?.type === 'outbound_call' ? { label: 'Your telephone number', words: 'your telephone number' } : undefined;
}

/** The place as the page shows it, where the event type has one. */
function placeText(location: string): string {
  const place = JSON.parse(location) as EventLocation | null;
  return place !== null && 'location' in place && place.type !== 'outbound_call' && place.location !== null ? ` · ${place.location}` : '';
}

/** @throws the refusal 400 for a text that is no email address, and for too many */
function guestsOf(form: URLSearchParams): string[] {
  const texts = (form.get('guests') ?? '')
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length > MOST_GUESTS) throw refuse(400, { detail: `Please name at most ${MOST_GUESTS} guests.` });
  return texts.map(emailOf);
}
