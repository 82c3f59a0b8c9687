// Serves the page to which the links of subscription forms lead.

import { html } from '../platform/pages/html.ts';
import { page } from '../platform/pages/page.ts';
import type { Pages } from '../platform/pages/with-pages.ts';
import { CONFIRM, confirmChannel } from './contacts/subscribe.ts';
import type { Deps } from './deps.ts';
import { write } from './store.ts';

/** Mail programs open links to look at them, so the address is confirmed where the link is followed, and asks for nothing more. */
export function confirmPages(deps: Deps): Pages {
  return async ({ path }) => {
    const address = await write(deps, (unit) => confirmChannel(unit, path.slice(CONFIRM.length + 1)));
    if (address === undefined) return page(404, 'This link does not work', html`<p>Subscribe again to get a new one.</p>`);
    return page(200, 'You are subscribed', html`<p>${address} is confirmed.</p>`);
  };
}
