// The page that shows the free times of an event type, and books one.

import type { CustomQuestion, InviteeAnswer } from '@octavo/interfaces/e-scheduling';
import { isEmail, refuse } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Platform } from '../../platform/service.ts';
import { book, bookable, busyTimes, newBookingIds } from '../bookings.ts';
import { NO_TRACKING } from '../resources.ts';
import { type Availability, freeTimes, LATEST } from '../rules/slots.ts';
import type { EventTypeRow, SchedulingTables, UserRow } from '../tables.ts';
import { PAGES } from '../uris.ts';
import { checkForm, fieldOf, readable, type Visit } from './visit.ts';

/** How many times a page shows. */
const MOST_TIMES = 60;

/** @param what the event type, and the link that was followed */
export async function bookingPage(
  { store, clock, ids, outbox }: Platform<SchedulingTables>,
  visit: Visit,
  what: { readonly type: string; readonly link?: string },
): Promise<Response> {
  const now = clock.now();
  const { type, host } = await bookable(store.read, what.type);
  const { form, query } = visit;
  if (form === undefined) {
    const title = `${type.name} with ${host.name}`;
    const times = await timesOf(store.read, type, host, now);
    return page(200, title, bookingForm(type, host, times, visit));
  }
  checkForm(visit);
  const tracking = Object.fromEntries(Object.keys(NO_TRACKING).map((name) => [name, query.get(name)])) as unknown as typeof NO_TRACKING;
  const email = fieldOf(form, 'email', 'your email address');
  if (!isEmail(email)) throw refuse(400, { detail: 'Please fill in: an email address.' });
  const booking = {
    eventType: type.id,
    start: startOf(form),
    name: fieldOf(form, 'name', 'your name'),
    email,
    timezone: host.timezone,
    answers: answersOf(form, questionsOf(type)),
    tracking,
    link: what.link,
  };
  const made = newBookingIds(ids);
  const invitee = await store.write((tables) => book(tables, outbox, booking, made, now));
  return page(
    200,
    'You are booked',
    html`<p>${type.name} with ${host.name}, ${readable(booking.start, host.timezone)} (${host.timezone}).</p>
<p><a href="${PAGES}/reschedulings/${invitee.id}">Reschedule</a> or <a href="${PAGES}/cancellations/${invitee.id}">cancel</a></p>`,
  );
}

/** The times at which an event type can be booked now. */
export async function timesOf(
  tables: Platform<SchedulingTables>['store']['read'],
  type: EventTypeRow,
  host: UserRow,
  now: number,
): Promise<number[]> {
  const busy = await busyTimes(tables, { type, host }, now);
  const hours = JSON.parse(type.availability) as Availability;
  return freeTimes({ hours, timezone: host.timezone, minutes: type.duration }, busy, { start: now, end: now + LATEST }, MOST_TIMES);
}

/** @throws the refusal 400 where no time was chosen */
export function startOf(form: URLSearchParams): number {
  const start = Number(fieldOf(form, 'start', 'a time'));
  if (!Number.isSafeInteger(start)) throw refuse(400, { detail: 'Please fill in: a time.' });
  return start;
}

export function timeChoices(times: readonly number[], timezone: string): Html {
  const options = times.map((time) => html`<option value="${time}">${readable(time, timezone)}</option>`);
  return html`<p><label>Time (${timezone})<br><select name="start" required>${options}</select></label></p>`;
}

function bookingForm(type: EventTypeRow, host: UserRow, times: readonly number[], { path, query, formTokens }: Visit): Html {
  const about = html`<p>${type.description ?? ''}</p><p>${type.duration} minutes</p>`;
  if (times.length === 0) return html`${about}<p>No time is free at the moment.</p>`;
  const search = query.toString();
  return html`${about}<form method="post" action="${path}${search === '' ? '' : `?${search}`}">
<input type="hidden" name="token" value="${formTokens.issue(path)}">
${timeChoices(times, host.timezone)}
<p><label>Your name<br><input name="name" autocomplete="name" required></label></p>
<p><label>Your email address<br><input name="email" type="email" autocomplete="email" required></label></p>
${questionsOf(type).map(questionField)}
<p><button>Book</button></p></form>`;
}

function questionsOf({ questions }: EventTypeRow): CustomQuestion[] {
  return (JSON.parse(questions) as CustomQuestion[]).filter(({ enabled }) => enabled);
}

function questionField({ name, type, position, required, answer_choices, include_other }: CustomQuestion): Html {
  const field = `answer${position}`;
  const isRequired = required && html` required`;
  if (type === 'text') return html`<p><label>${name}<br><textarea name="${field}"${isRequired}></textarea></label></p>`;
  // Free text where other answers are allowed too: a list of choices would not let people enter them.
  if (answer_choices.length === 0 || include_other) return html`<p><label>${name}<br><input name="${field}"${isRequired}></label></p>`;
  const options = answer_choices.map((choice) => html`<option>${choice}</option>`);
  const several = type === 'multi_select' && html` multiple`;
  return html`<p><label>${name}<br><select name="${field}"${several}${isRequired}>${options}</select></label></p>`;
}

/** @throws the refusal 400 where a required answer is missing, or is not one of the choices */
function answersOf(form: URLSearchParams, questions: readonly CustomQuestion[]): InviteeAnswer[] {
  return questions.flatMap(({ name, position, required, answer_choices, include_other }) => {
    const given = form.getAll(`answer${position}`).filter((answer) => answer.trim() !== '');
    if (given.length === 0 && required) throw refuse(400, { detail: `Please answer: ${name}` });
    const isFree = include_other || answer_choices.length === 0;
    if (!isFree && !given.every((answer) => answer_choices.includes(answer)))
      throw refuse(400, { detail: `Please choose an answer: ${name}` });
    return given.length === 0 ? [] : [{ question: name, answer: given.join('\n'), position }];
  });
}
