// The page on which the shopper confirms a plan and pays, and the files of exports.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';
import { isEmail, RefusalError } from '@octavo/runtime';
import { createFormTokens, type FormTokens } from '../platform/pages/form-token.ts';
import { type Html, html } from '../platform/pages/html.ts';
import { page } from '../platform/pages/page.ts';
import type { Pages } from '../platform/pages/with-pages.ts';
import { hashOf } from '../platform/secrets.ts';
import { isOpen, returnAddresses, totalOf } from './charges.ts';
import { checkOut } from './checkout.ts';
import { customerById } from './customers.ts';
import type { Deps } from './deps.ts';
import { findPayment, type Loaded } from './payments.ts';
import type { KeptCustomer } from './records.ts';
import { dayOf } from './rules/dates.ts';
import { missingDetails, type Needed } from './rules/scoring.ts';

/** Where `paymentPages` are. */
export const PAGES: readonly string[] = ['/pay', '/files'];

const LABELS: Readonly<Record<Needed, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email address',
  phone: 'Telephone number',
};

export function paymentPages(deps: Deps): Pages {
  const { store, clock } = deps;

  /** Processes that share a store accept each other's forms, since the secret follows from what they share. */
  async function tokensOf({ row }: Loaded): Promise<FormTokens> {
    const shop = await store.read.selectFrom('f_shops').select('api_key').where('id', '=', row.shop).executeTakeFirstOrThrow();
    return createFormTokens(hashOf(`payment page:${shop.api_key}`));
  }

  async function show(loaded: Loaded, problem?: string, status = 200): Promise<Response> {
    const { row } = loaded;
    const shop = await store.read.selectFrom('f_shops').selectAll().where('id', '=', row.shop).executeTakeFirstOrThrow();
    const { done, cancelled } = returnAddresses(loaded);
    if (!isOpen(loaded))
      return page(status, `${shop.name}: payment`, html`<p>${ended(loaded)}</p><p>${link(done, `Back to ${shop.name}`, row.id)}</p>`);
    const tokens = await tokensOf(loaded);
    const customer = await customerById(store.read, row.customer);
    const missing = missingDetails(customer === undefined ? undefined : (JSON.parse(customer.details) as KeptCustomer));
    const body = html`<p>You pay ${euros(row.purchase_amount + row.customer_fee)} to ${shop.name}${row.customer_fee > 0 && html`, of which ${euros(row.customer_fee)} are fees`}.</p>
<table><caption>Your instalments</caption><thead><tr><th scope="col">Due</th><th scope="col">Amount</th></tr></thead><tbody>${loaded.instalments.map(
      (one) => html`<tr><td>${dayOf(one.due_at)}</td><td>${euros(totalOf(one))}</td></tr>`,
    )}</tbody></table>
${problem !== undefined && html`<p role="alert">${problem}</p>`}
<form method="post"><input type="hidden" name="token" value="${tokens.issue(row.id)}">${missing.map(field)}
<button>Confirm and pay</button></form>
<p>${link(cancelled, 'Cancel', row.id)}</p>`;
    return page(
      status,
      `Pay ${shop.name} in ${row.installments_count} ${row.installments_count === 1 ? 'instalment' : 'instalments'}`,
      body,
      origins(loaded),
    );
  }

  async function confirm(loaded: Loaded, form = new URLSearchParams()): Promise<Response> {
    const tokens = await tokensOf(loaded);
    if (!tokens.check(loaded.row.id, form.get('token') ?? '')) return show(loaded, 'The form is too old. Please confirm again.', 403);
    const details: CustomerDetails = {};
    for (const name of ['first_name', 'last_name', 'email', 'phone'] as const) {
      const value = form.get(name)?.trim() ?? '';
      if (value !== '') details[name] = value.slice(0, 200);
    }
    if (details.email != null && !isEmail(details.email)) return show(loaded, 'This is not an email address.', 400);
    try {
      const after = await store.write(async (tables) => {
        const current = (await findPayment(tables, loaded.row.id)) ?? loaded;
        return checkOut({ deps, tables, at: clock.now() }, current, details);
      });
      if (after.row.state === 'scored_maybe') return show(after, 'Please complete your details.');
      const { done, refused } = returnAddresses(after);
      return redirect(after.row.state === 'scored_no' ? refused : done, after.row.id);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      return show((await findPayment(store.read, loaded.row.id)) ?? loaded, error.message, error.status);
    }
  }

  async function file(name: string): Promise<Response | undefined> {
    const id = name.endsWith('.csv') ? name.slice(0, -'.csv'.length) : '';
    const row = await store.read.selectFrom('f_exports').select('file').where('id', '=', id).executeTakeFirst();
    if (row?.file === undefined || row.file === null) return undefined;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.csv"`,
      'x-content-type-options': 'nosniff',
    };
    return new Response(row.file, { headers });
  }

  return async ({ method, path, form }) => {
    const [, kind, name = ''] = path.split('/');
    if (kind === 'files') return file(name);
    const loaded = await findPayment(store.read, name);
    if (loaded === undefined) return page(404, 'No such payment', html`<p>Check the link that you were sent.</p>`);
    return method === 'POST' ? confirm(loaded, form) : show(loaded);
  };
}

function ended({ row }: Loaded): string {
  if (row.expired_at !== null) return 'The time to pay has passed.';
  if (row.state === 'stopped') return 'The shop has cancelled this payment.';
  if (row.state === 'scored_no') return 'This payment was refused.';
  return row.captured_at === null
    ? 'You are accepted. The shop charges the first instalment later.'
    : 'Thank you, this payment is confirmed.';
}

function field(name: Needed): Html {
  const type = name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text';
  return html`<p><label>${LABELS[name]} <input type="${type}" name="${name}" required></label></p>`;
}

/** The addresses come from the shop; only http(s) ones become links. */
function link(address: string, text: string, payment: string): Html {
  const target = withPayment(address, payment);
  return target === undefined ? html`${text}` : html`<a href="${target}">${text}</a>`;
}

function redirect(address: string, payment: string): Response {
  const target = withPayment(address, payment);
  return target === undefined
    ? page(200, 'Done', html`<p>You can close this page.</p>`)
    : new Response(null, { status: 303, headers: { location: target } });
}

function withPayment(address: string, payment: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.searchParams.set('pid', payment);
  return url.href;
}

function origins(loaded: Loaded): string[] {
  const { done, cancelled, refused } = returnAddresses(loaded);
  return [done, cancelled, refused].filter((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''));
}

/** `459.00 €` */
function euros(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)} €`;
}
