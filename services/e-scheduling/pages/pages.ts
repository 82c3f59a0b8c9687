// The pages on which people book, cancel and reschedule: plain HTML below /book.

import type { Kysely } from 'kysely';
import { createFormTokens } from '../../platform/pages/form-token.ts';
import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/with-pages.ts';
import type { Platform } from '../../platform/service.ts';
import type { EventTypeRow, LinkRow, SchedulingTables } from '../tables.ts';
import { PAGES } from '../uris.ts';
import { bookingPage } from './booking.ts';
import { changePage } from './change.ts';
import type { Visit } from './visit.ts';

type Tables = Kysely<SchedulingTables>;

export function bookingPages(platform: Platform<SchedulingTables>): Pages {
  // All processes make the same text of this, and no client gets it, so a form may be sent to another process than the one that made its page.
  const formTokens = createFormTokens(platform.cursors.token('secret of forms', [0]));
  const { store } = platform;

  /** Which page a path means. */
  async function pageOf(visit: Visit): Promise<Response | undefined> {
    const [first = '', second = '', third] = visit.path
      .slice(PAGES.length + 1)
      .split('/')
      .map(decodeURIComponent);
    if (third === undefined && (first === 'cancellations' || first === 'reschedulings')) return changePage(platform, visit, first, second);
    if (first === 'd') {
      const link = await store.read.selectFrom('e_links').selectAll().where('id', '=', second).executeTakeFirst();
      return link === undefined ? undefined : linkPage(visit, link);
    }
    if (third !== undefined) return undefined;
    const user = await store.read.selectFrom('e_users').selectAll().where('slug', '=', first).executeTakeFirst();
    if (user === undefined) return undefined;
    if (second === '') return menu(user.name, await offered(store.read, user.id, false), (type) => `${PAGES}/${user.slug}/${type.slug}`);
    const type = (await offered(store.read, user.id, true)).find(({ slug }) => slug === second);
    return type === undefined ? undefined : bookingPage(platform, visit, { type: type.id });
  }

  async function linkPage(visit: Visit, link: LinkRow): Promise<Response> {
    if (link.max_event_count !== null && link.booked >= link.max_event_count) return page(410, 'This link has been used', html``);
    if (link.owner_type === 'EventType') return bookingPage(platform, visit, { type: link.owner_id, link: link.id });
    const types = await offered(store.read, link.owner_id, false);
    const chosen = types.find(({ slug }) => slug === visit.query.get('type'));
    if (chosen !== undefined) return bookingPage(platform, visit, { type: chosen.id, link: link.id });
    return menu('What would you like to book?', types, ({ slug }) => `${visit.path}?type=${encodeURIComponent(slug)}`);
  }

  return (request) => pageOf({ ...request, formTokens });
}

function menu(title: string, types: readonly EventTypeRow[], address: (type: EventTypeRow) => string): Response {
  const items = types.map((type) => html`<li><a href="${address(type)}">${type.name}</a>, ${type.duration} minutes</li>`);
  return page(200, title, types.length === 0 ? html`<p>Nothing can be booked at the moment.</p>` : html`<ul>${items}</ul>`);
}

/** The event types of a user that can be booked now. */
function offered(tables: Tables, user: string, withSecret: boolean): Promise<EventTypeRow[]> {
  let rows = tables.selectFrom('e_event_types').selectAll().where('user_id', '=', user).where('active', '=', 1);
  if (!withSecret) rows = rows.where('is_secret', '=', 0);
  return rows.where('deleted_at', 'is', null).orderBy('name').orderBy('id').execute();
}
