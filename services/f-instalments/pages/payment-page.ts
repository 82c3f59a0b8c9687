// Makes the page of a payment as a shopper sees it, while it can be confirmed and afterwards.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';
import { type Html, html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import { isWebAddress } from '../../platform/pages/web-address.ts';
import { returnAddresses, totalOf } from '../charges.ts';
import type { Loaded } from '../payments.ts';
import type { Needed } from '../rules/scoring.ts';
import type { Row } from '../tables.ts';

const FIELDS: Readonly<Record<Needed, { readonly label: string; readonly type: string; readonly autocomplete: string }>> = {
  first_name: { label: 'First name', type: 'text', autocomplete: 'given-name' },
  last_name: { label: 'Last name', type: 'text', autocomplete: 'family-name' },
  email: { label: 'Email address', type: 'email', autocomplete: 'email' },
  phone: { label: 'Telephone number', type: 'tel', autocomplete: 'tel' },
};

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What is written behind the due date of an instalment. */
const STATES: Readonly<Record<Row<'f_instalments'>['state'], string>> = {
  pending: '',
  paid: ', paid',
  incident: ', overdue',
  claimed: ', overdue',
  covered: ', collected',
};

interface OpenPage {
  readonly token: string;
  /** Details that the shopper has to give. */
  readonly missing: readonly Needed[];
  readonly problem: string | undefined;
  /** What the shopper has written into the form before. */
  readonly given: CustomerDetails;
  readonly now: number;
}

export function openPage(
  status: number,
  loaded: Loaded,
  shop: Row<'f_shops'>,
  { token, missing, problem, given, now }: OpenPage,
): Response {
  const { row, instalments } = loaded;
  const { cancelled } = returnAddresses(loaded);
  const [first] = instalments;
  const isDue = first !== undefined && first.due_at <= now && !row.has_trigger && row.capture_method === 'automatic';
  const body = html`<p>You pay <strong>${euros(row.purchase_amount + row.customer_fee)}</strong> to ${shop.name}${row.customer_fee > 0 && html`, of which ${euros(row.customer_fee)} are fees`}.</p>
${planOf(loaded, (one) => (one === first && isDue ? 'Today' : LONG_DATE.format(one.due_at)))}
${waiting(loaded)}
${problem !== undefined && html`<p role="alert">${problem}</p>`}
<form method="post"><input type="hidden" name="token" value="${token}">${missing.map((name) => field(name, given[name] ?? ''))}
<p><button>${buttonOf(isDue ? first : undefined)}</button></p></form>
<p>${link(cancelled, `Cancel and go back to ${shop.name}`, row.id)}</p>`;
  const count = row.installments_count;
  return page(status, `Pay ${shop.name} ${count === 1 ? 'later' : `in ${count} instalments`}`, body, origins(loaded));
}

export function closedPage(status: number, loaded: Loaded, shop: Row<'f_shops'>): Response {
  const { row } = loaded;
  const back = link(returnAddresses(loaded).done, `Back to ${shop.name}`, row.id);
  const plan = row.captured_at !== null && planOf(loaded, (one) => `${LONG_DATE.format(one.due_at)}${STATES[one.state]}`);
  const body = html`<p>${outcome(loaded)}</p>${plan}<p>${back}</p>`;
  return page(status, `${shop.name}: ${euros(row.purchase_amount + row.customer_fee)}`, body);
}

function planOf({ instalments }: Loaded, due: (instalment: Row<'f_instalments'>) => string): Html {
  const rows = instalments.map((one) => html`<tr><td>${due(one)}</td><td>${euros(totalOf(one))}</td></tr>`);
  return html`<table><caption>${instalments.length === 1 ? 'When you pay' : 'Your instalments'}</caption>
<thead><tr><th scope="col">Due</th><th scope="col">Amount</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Sends the shopper to an address of the shop. */
export function returnTo(address: string, payment: string): Response {
  const target = withPayment(address, payment);
  return target === undefined
    ? page(200, 'Done', html`<p>You can close this page.</p>`)
    : new Response(null, { status: 303, headers: { location: target } });
}

function outcome({ row }: Loaded): string {
  if (row.expired_at !== null) return 'The time to pay has passed.';
  if (row.state === 'stopped') return 'The shop has cancelled this payment.';
  if (row.state === 'scored_no') return 'This payment was refused.';
  return row.captured_at === null
    ? 'You are accepted. The shop charges the first instalment later.'
    : 'Thank you, this payment is confirmed.';
}

/** What the first instalment waits for. */
function waiting({ row }: Loaded): Html | false {
  if (row.has_trigger) {
    const { deferred_description = 'the shop' } = row.details;
    return html`<p class="note">The first instalment waits for: ${deferred_description}. The others follow month by month.</p>`;
  }
  const charged = row.installments_count === 1 ? 'you' : 'the first instalment';
  return row.capture_method === 'manual' && html`<p class="note">The shop charges ${charged} later, such as when it ships.</p>`;
}

function buttonOf(due: Row<'f_instalments'> | undefined): string {
  return due === undefined ? 'Confirm' : `Confirm and pay ${euros(totalOf(due))}`;
}

function field(name: Needed, value: string): Html {
  const { label, type, autocomplete } = FIELDS[name];
  return html`<p><label>${label} <input type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required></label></p>`;
}

/** The addresses come from the shop; only http(s) ones become links. */
function link(address: string, text: string, payment: string): Html {
  const target = withPayment(address, payment);
  return target === undefined ? html`${text}` : html`<a href="${target}">${text}</a>`;
}

function withPayment(address: string, payment: string): string | undefined {
  if (!isWebAddress(address)) return undefined;
  const url = new URL(address);
  url.searchParams.set('pid', payment);
  return url.href;
}

function origins(loaded: Loaded): string[] {
  const { done, cancelled, refused } = returnAddresses(loaded);
  return [done, cancelled, refused].filter(isWebAddress);
}

/** `459.00 €` */
function euros(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)} €`;
}
