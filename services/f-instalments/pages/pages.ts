// Serves the page of each payment, on which the shopper confirms the plan and pays, and the files of exports.

import type { CustomerDetails } from '@octavo/interfaces/f-instalments';
import { isEmail, RefusalError } from '@octavo/runtime';
import { createFormTokens } from '../../platform/pages/form-token.ts';
import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/with-pages.ts';
import type { Platform } from '../../platform/service.ts';
import { write } from '../../platform/unit.ts';
import { isOpen, returnAddresses } from '../charges.ts';
import { checkOut } from '../checkout.ts';
import { customerById } from '../customers.ts';
import type { Deps } from '../deps.ts';
import { findPayment, type Loaded } from '../payments.ts';
import { missingDetails, NEEDED } from '../rules/scoring.ts';
import { find } from '../store/rows.ts';
import type { InstalmentsTables } from '../tables.ts';
import { closedPage, openPage, returnTo } from './payment-page.ts';

/** Where `paymentPages` are. */
export const PAGES: readonly string[] = ['/pay', '/files'];

const LONGEST_DETAIL = 200;

/** What is wrong with a form that was sent, and what was in it. */
interface Problem {
  readonly status: number;
  readonly message: string;
  readonly given?: CustomerDetails;
}

export function paymentPages(deps: Deps & Pick<Platform<InstalmentsTables>, 'cursors'>): Pages {
  const { store, clock } = deps;
  // All processes of the sandbox derive the same secret, so each accepts the forms of the others.
  const tokens = createFormTokens(deps.cursors.token('secret of payment forms', [0]));

  async function show(loaded: Loaded, problem?: Problem): Promise<Response> {
    const { row } = loaded;
    const shop = await store.read.selectFrom('f_shops').selectAll().where('id', '=', row.shop).executeTakeFirstOrThrow();
    if (!isOpen(loaded)) return closedPage(problem?.status ?? 200, loaded, shop);
    const customer = await customerById(store.read, row.customer);
    const missing = missingDetails(customer === undefined ? undefined : customer.details);
    return openPage(problem?.status ?? 200, loaded, shop, {
      token: tokens.issue(row.id),
      missing,
      problem: problem?.message,
      given: problem?.given ?? {},
      now: clock.now(),
    });
  }

  async function confirm(loaded: Loaded, form: URLSearchParams): Promise<Response> {
    if (!tokens.check(loaded.row.id, form.get('token') ?? ''))
      return show(loaded, { status: 403, message: 'The form is too old. Please confirm again.' });
    const given = detailsIn(form);
    if (given.email != null && !isEmail(given.email)) return show(loaded, { status: 400, message: 'This is not an email address.', given });
    try {
      const after = await write(deps, async (unit) => checkOut(unit, (await findPayment(unit.tables, loaded.row.id)) ?? loaded, given));
      if (after.row.state === 'scored_maybe') return show(after, { status: 200, message: 'Please complete your details.', given });
      const { done, refused } = returnAddresses(after);
      return returnTo(after.row.state === 'scored_no' ? refused : done, after.row.id);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const current = (await findPayment(store.read, loaded.row.id)) ?? loaded;
      return show(current, { status: error.status, message: error.message, given });
    }
  }

  async function file(name: string): Promise<Response | undefined> {
    const id = name.endsWith('.csv') ? name.slice(0, -'.csv'.length) : '';
    const row = await find(store.read, 'f_exports', id);
    if (row?.file === undefined || row.file === null) return undefined;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.csv"`,
      'x-content-type-options': 'nosniff',
    };
    return new Response(row.file, { headers });
  }

  return async ({ path, form }) => {
    const [, kind, name = ''] = path.split('/');
    if (kind === 'files') return file(name);
    const loaded = await findPayment(store.read, name);
    if (loaded === undefined) return page(404, 'No such payment', html`<p>Check the link that you were sent.</p>`);
    return form === undefined ? show(loaded) : confirm(loaded, form);
  };
}

/** The details of the shopper in a form, without those that are left empty. */
function detailsIn(form: URLSearchParams): CustomerDetails {
  const details: CustomerDetails = {};
  for (const name of NEEDED) {
    const value = form.get(name)?.trim() ?? '';
    if (value !== '') details[name] = value.slice(0, LONGEST_DETAIL);
  }
  return details;
}
