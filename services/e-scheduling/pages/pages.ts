// The pages on which people book, cancel, reschedule and answer routing forms: plain HTML below /book.

import { createFormTokens } from '../../platform/pages/form-token.ts';
import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/with-pages.ts';
import type { Platform } from '../../platform/service.ts';
import { find } from '../store/rows.ts';
import type { Row, SchedulingTables } from '../tables.ts';
import { PAGES } from '../uris.ts';
import { bookingPage } from './booking.ts';
import { changePage } from './change.ts';
import { offered, profileBySlug } from './paths.ts';
import { routingFormPage } from './routing-form.ts';
import type { Visit } from './visit.ts';

export function bookingPages(platform: Platform<SchedulingTables>): Pages {
  // All processes make the same text of this, and no client gets it, so a form may be sent to another process than the one that made its page.
  const formTokens = createFormTokens(platform.cursors.token('secret of forms', [0]));
  const { store } = platform;

  /** Which page a path means. */
  async function findPage(visit: Visit): Promise<Response | undefined> {
    const [first = '', second = '', third] = visit.path
      .slice(PAGES.length + 1)
      .split('/')
      .map(decodeURIComponent);
    if (third === undefined && (first === 'cancellations' || first === 'reschedulings')) return changePage(platform, visit, first, second);
    if (first === 'd') {
      const link = await find(store.read, 'e_links', second);
      return link === undefined ? undefined : linkPage(visit, link);
    }
    if (first === 'forms' && third === undefined) return routingFormPage(platform, visit, second);
    if (third !== undefined) return undefined;
    const profile = await profileBySlug(store.read, first);
    if (profile === undefined) return undefined;
    const path = `${PAGES}/${profile.slug}`;
    if (second === '') return menu(profile.name, await offered(store.read, profile.id, false), (type) => `${path}/${type.slug}`);
    const type = (await offered(store.read, profile.id, true)).find(({ slug }) => slug === second);
    return type === undefined ? undefined : bookingPage(platform, visit, { type: type.id });
  }

  async function linkPage(visit: Visit, link: Row<'e_links'>): Promise<Response> {
    if (link.max_event_count !== null && link.booked >= link.max_event_count) return page(410, 'This link has been used', html``);
    if (link.owner_type === 'EventType') return bookingPage(platform, visit, { type: link.owner_id, link: link.id });
    const types = await offered(store.read, link.owner_id, false);
    const chosen = types.find(({ slug }) => slug === visit.query.get('type'));
    if (chosen !== undefined) return bookingPage(platform, visit, { type: chosen.id, link: link.id });
    return menu('What would you like to book?', types, ({ slug }) => `${visit.path}?type=${encodeURIComponent(slug)}`);
  }

  return (request) => findPage({ ...request, formTokens });
}

function menu(title: string, types: readonly Row<'e_event_types'>[], address: (type: Row<'e_event_types'>) => string): Response {
  const items = types.map((type) => html`<li><a href="${address(type)}">${type.name}</a>, ${type.duration} minutes</li>`);
  return page(200, title, types.length === 0 ? html`<p>Nothing can be booked at the moment.</p>` : html`<ul>${items}</ul>`);
}
