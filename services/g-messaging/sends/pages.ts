// Serves the links of emails: notes what their readers do, shows messages, and unsubscribes.

import { html } from '../../platform/pages/html.ts';
import { page } from '../../platform/pages/page.ts';
import type { PageRequest } from '../../platform/pages/with-pages.ts';
import { addUnsubscribed } from '../contacts/subscribe.ts';
import type { Deps, Unit } from '../deps.ts';
import { messagePage } from '../messages/view.ts';
import { find, write } from '../store.ts';
import { recordOnce } from './activity.ts';
import { deliveredHtml, type MailLink } from './links.ts';
import { readMarkup } from './markup.ts';

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const NOT_KEPT = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The page of a link; `undefined` where its message is not there any more. */
export async function linkPage(deps: Deps, link: MailLink, method: PageRequest['method']): Promise<Response | undefined> {
  if (link.kind === 'unsubscribe') return unsubscribePage(deps, link, method === 'POST');
  if (method === 'POST') return undefined;
  if (link.kind === 'view') return viewOf(deps, link);
  // HEAD comes from programs that check links. It does not mean that a person reads the message.
  const answer = link.kind === 'click' ? followed : opened;
  return write(deps, (unit) => answer(unit, link, method === 'GET'));
}

/** Leads to the address that stands in the message, and to no other. */
async function followed(unit: Unit, link: MailLink, isSeen: boolean): Promise<Response | undefined> {
  const send = await find(unit.tables, 'g_sends', link.send);
  const address = readMarkup(send?.content.html ?? '').anchors[link.index]?.address;
  const target = URL.parse(address ?? '');
  if (send === undefined || target === null) return undefined;
  if (isSeen)
    await recordOnce(unit, send, [
      { status: 'READ', at: unit.at },
      { status: 'CLICKED', at: unit.at, link: address },
    ]);
  return new Response(null, { status: 302, headers: { ...NOT_KEPT, location: target.href } });
}

async function opened(unit: Unit, link: MailLink, isSeen: boolean): Promise<Response | undefined> {
  const send = await find(unit.tables, 'g_sends', link.send);
  if (send === undefined) return undefined;
  if (isSeen) await recordOnce(unit, send, [{ status: 'READ', at: unit.at }]);
  return new Response(PIXEL, { headers: { ...NOT_KEPT, 'content-type': 'image/gif', 'x-content-type-options': 'nosniff' } });
}

async function viewOf(deps: Deps, link: MailLink): Promise<Response | undefined> {
  const send = await find(deps.store.read, 'g_sends', link.send);
  const shown = send && deliveredHtml(deps, send);
  return shown === undefined ? undefined : messagePage(shown);
}

/** To read the page changes nothing, since programs that check links read it too. */
async function unsubscribePage(deps: Deps, link: MailLink, isPosted: boolean): Promise<Response | undefined> {
  if (isPosted) return write(deps, (unit) => unsubscribed(unit, link));
  const send = await find(deps.store.read, 'g_sends', link.send);
  if (send === undefined) return undefined;
  const form = html`<form method="post"><button>Unsubscribe</button></form>`;
  return page(200, 'Unsubscribe', html`<p>${send.locator} will get no more newsletters.</p>${form}`);
}

async function unsubscribed(unit: Unit, link: MailLink): Promise<Response | undefined> {
  const send = await find(unit.tables, 'g_sends', link.send);
  if (send === undefined) return undefined;
  await addUnsubscribed(unit, send.account, [send.locator]);
  await recordOnce(unit, send, [{ status: 'UNSUBSCRIBED', at: unit.at }]);
  return page(200, 'You are unsubscribed', html`<p>${send.locator} gets no more newsletters.</p>`);
}
