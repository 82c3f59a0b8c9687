// What the pages share on which users grant access to applications.

import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Tables } from '../deps.ts';

interface Account {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** The people of the seeds come first: whoever uses a sandbox may be any of them. */
export function loadAccounts(tables: Tables): Promise<Account[]> {
  return tables
    .selectFrom('b_users')
    .select(['id', 'name', 'username'])
    .where('is_suspended', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute();
}

export function findAccount(tables: Tables, id: string): Promise<Account | undefined> {
  return tables
    .selectFrom('b_users')
    .select(['id', 'name', 'username'])
    .where('id', '=', id)
    .where('is_suspended', '=', false)
    .executeTakeFirst();
}

/** The fields of a form: whose account it is, and whether it is granted. */
export function accountChoice(accounts: readonly Account[], token: string): Html {
  const choices = accounts.map(
    ({ id, name, username }, index) =>
      html`<label><input type="radio" name="user" value="${id}" required${index === 0 && html` checked`}>${name} (@${username})</label>`,
  );
  return html`<input type="hidden" name="token" value="${token}">
<fieldset class="choices"><legend>Account</legend>${choices}</fieldset>
<p><button name="decision" value="allow">Authorize</button> <button name="decision" value="deny" class="other" formnovalidate>Cancel</button></p>`;
}

/** Where a form may lead. Addresses of applications on a phone have schemes of their own, which have no origin. */
export function webTargets(address: string): readonly string[] {
  return /^https?:/.test(address) ? [address] : [];
}

export function problem(text: string, status = 400): Response {
  return page(status, 'This is not possible', html`<p role="alert">${text}</p>`);
}

export function redirectTo(address: string, answer: Readonly<Record<string, string>>): Response {
  const query = new URLSearchParams(answer);
  return new Response(null, { status: 302, headers: { location: `${address}${address.includes('?') ? '&' : '?'}${query}` } });
}
