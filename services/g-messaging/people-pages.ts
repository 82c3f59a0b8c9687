// Serves the pages to which links in messages lead.

import { html } from '../platform/pages/html.ts';
import { page } from '../platform/pages/page.ts';
import type { Pages } from '../platform/pages/with-pages.ts';
import { CONFIRM, confirmChannel } from './contacts/subscribe.ts';
import type { Deps } from './deps.ts';
import { VIEW, viewPage } from './messages/view.ts';
import { FOLDERS, readLink } from './sends/links.ts';
import { linkPage } from './sends/pages.ts';
import { write } from './store.ts';

/** The paths of all pages. */
export const PEOPLE_FOLDERS: readonly string[] = [CONFIRM, VIEW, ...Object.values(FOLDERS)];

/** An address is confirmed where its link is followed, and the page asks for nothing more. */
export function peoplePages(deps: Deps): Pages {
  return async ({ method, path }) => {
    if (path.startsWith(`${VIEW}/`)) return viewPage(deps.store.read, path.slice(VIEW.length + 1));
    if (!path.startsWith(`${CONFIRM}/`)) {
      const link = readLink(deps, path);
      return link && linkPage(deps, link, method);
    }
    const address = await write(deps, (unit) => confirmChannel(unit, path.slice(CONFIRM.length + 1)));
    if (address === undefined) return page(404, 'This link does not work', html`<p>Subscribe again to get a new one.</p>`);
    return page(200, 'You are subscribed', html`<p>${address} is confirmed.</p>`);
  };
}
