// The part of a page on which people choose a time: the days that have free times, each with its times.

import { refuse } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';

/** How many times a page asks for, and of how many days it shows them. */
export const MOST_TIMES = 480;
const MOST_DAYS = 10;

/** A time as people read it. */
export function readable(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(time);
}

/**
 * @param chosen the time that was chosen before
 * @param later the address of the page from a moment on
 */
export function timeChoices(times: readonly number[], timeZone: string, chosen: number | undefined, later: (from: number) => string): Html {
  const date = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' });
  const days = Map.groupBy(times, (time) => date.format(time));
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  const shown = [...days].slice(0, MOST_DAYS);
  const [next] = [...days].slice(MOST_DAYS).map(([, [first]]) => first);
  const open = Math.max(
    0,
    shown.findIndex(([, ofDay]) => chosen !== undefined && ofDay.includes(chosen)),
  );
  return html`<fieldset><legend>Choose a time</legend><p class="note">Times are those of ${timeZone}.</p>
${shown.map(
  ([day, ofDay], index) => html`<details name="day"${index === open && html` open`}><summary>${day}</summary><div class="times">
${ofDay.map((time) => timeChoice(time, clock.format(time), time === chosen))}</div></details>
`,
)}${next !== undefined && html`<p class="later"><a href="${later(next)}">Later days</a></p>`}</fieldset>`;
}

/** The moment from which a page shows times: now, or what its address says. */
export function fromOf(query: URLSearchParams, now: number): number {
  const from = Number(query.get('from') ?? 0);
  return Number.isSafeInteger(from) ? Math.max(from, now) : now;
}

function timeChoice(time: number, text: string, isChosen: boolean): Html {
  return html`<label><input type="radio" name="start" value="${time}" required${isChosen && html` checked`}>${text}</label>`;
}

/** @throws the refusal 400 where no time was chosen */
export function startOf(form: URLSearchParams): number {
  const start = Number(form.get('start') || Number.NaN);
  if (!Number.isSafeInteger(start)) throw refuse(400, { detail: 'Please choose a time.' });
  return start;
}
