// Declares what a page gets of a visit, and makes and reads its forms.

import type { Tracking } from '@octavo/interfaces/e-scheduling';
import { isEmail, RefusalError, refuse } from '@octavo/runtime';
import type { FormTokens } from '../../platform/pages/form-token.ts';
import { type Html, html } from '../../platform/pages/html.ts';
import type { PageRequest } from '../../platform/pages/with-pages.ts';
import { NO_TRACKING } from '../show.ts';

export interface Visit extends PageRequest {
  readonly formTokens: FormTokens;
}

/** The address of the same page that shows times from a moment on. */
export function addressFrom({ path, query }: Visit, from: number): string {
  const search = new URLSearchParams(query);
  search.set('from', String(from));
  return `${path}?${search}`;
}

/** A form that is sent to the page that it is on. */
export function formOn({ path, query, formTokens }: Visit, fields: Html): Html {
  const search = query.toString();
  return html`<form method="post" action="${path}${search === '' ? '' : `?${search}`}">
<input type="hidden" name="token" value="${formTokens.issue(path)}">
${fields}</form>`;
}

/** Why a form was not accepted, on the page that shows it again. */
export function alertOf(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p role="alert">${problem}</p>`;
}

/** @throws the refusal 403 for a form that was not made by the page */
export function checkForm({ path, form, formTokens }: Visit): void {
  if (!formTokens.check(path, form?.get('token') ?? '')) throw refuse(403, { detail: 'The form is too old. Load the page again.' });
}

/**
 * Does what a form asks for, or shows the page again with what was entered and the reason.
 * @param show the page
 */
export async function answerForm(
  act: () => Promise<Response>,
  show: (status: number, problem: string) => Promise<Response>,
): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof RefusalError) || (error.status !== 400 && error.status !== 409)) throw error;
    return show(error.status, error.message);
  }
}

const MOST_CHARACTERS = 1000;

/** @throws the refusal 400 for an empty field */
export function fieldOf(form: URLSearchParams, name: string, label: string): string {
  const value = form.get(name)?.trim() ?? '';
  if (value === '') throw refuse(400, { detail: `Please fill in ${label}.` });
  if (value.length > MOST_CHARACTERS) throw refuse(400, { detail: `Please enter a shorter text: ${label}.` });
  return value;
}

/** @throws the refusal 400 for a text that is no email address */
export function emailOf(text: string): string {
  if (!isEmail(text)) throw refuse(400, { detail: `This is not an email address: ${text.slice(0, 100)}` });
  return text;
}

/** How a person found a page, as its address says. */
export function trackingOf(query: URLSearchParams): Tracking {
  const found = Object.keys(NO_TRACKING).map((name) => [name, query.get(name)?.slice(0, MOST_CHARACTERS) ?? null]);
  return { ...NO_TRACKING, ...Object.fromEntries(found) };
}
