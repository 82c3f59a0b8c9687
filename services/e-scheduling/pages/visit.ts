// Declares what a page gets of a visit, and reads the fields of its form.

import { refuse } from '@octavo/runtime';
import type { FormTokens } from '../../platform/pages/form-token.ts';
import type { PageRequest } from '../../platform/pages/with-pages.ts';

export interface Visit extends PageRequest {
  readonly formTokens: FormTokens;
}

/** @throws the refusal 403 for a form that was not made by the page */
export function checkForm({ path, form, formTokens }: Visit): void {
  if (!formTokens.check(path, form?.get('token') ?? '')) throw refuse(403, { detail: 'The form is too old. Load the page again.' });
}

/** @throws the refusal 400 for an empty field */
export function fieldOf(form: URLSearchParams, name: string, label: string): string {
  const value = form.get(name)?.trim() ?? '';
  if (value === '' || value.length > 1000) throw refuse(400, { detail: `Please fill in: ${label}.` });
  return value;
}

/** A time as people read it, in the time zone of the host. */
export function readable(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(time);
}
