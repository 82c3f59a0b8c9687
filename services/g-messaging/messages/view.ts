// Shows prepared emails in a browser, to everybody who has the link.

import { type Deps, originOf, type Tables } from '../deps.ts';
import { findBy } from '../store.ts';
import { requirePrepared } from './prepared.ts';
import type { ContentOf } from './tables.ts';

/** Where the links lead. */
export const VIEW = '/m';

/** @throws the refusal 404 for a message that does not exist, or of another channel */
export async function viewLink(deps: Deps, account: number, id: number): Promise<string> {
  const { view_key } = await requirePrepared(deps.store.read, account, 'email', id);
  return `${originOf(deps)}${VIEW}/${id}-${view_key}`;
}

/** The page of a link; `undefined` for a wrong one. */
export async function viewPage(tables: Tables, name: string): Promise<Response | undefined> {
  const [, id = '', key = ''] = /^(\d+)-([0-9a-f]+)$/.exec(name) ?? [];
  const row = await findBy(tables, 'g_prepared', { id: Number(id), view_key: key, channel: 'email' });
  if (row === undefined) return undefined;
  const { htmlText, cssText } = row.content as ContentOf<'email'>;
  return messagePage(`${styleOf(cssText)}\n${htmlText}`);
}

/** The style sheet of a message. Its text does not end it: in style sheets, `\/` is `/`. */
export function styleOf(cssText: string | undefined): string {
  return cssText === undefined ? '' : `<style>${cssText.replace(/<\/(?=style)/gi, '<\\/')}</style>`;
}

/** The text is that of the shop. It runs no scripts, loads pictures alone, and has an origin of its own. */
const POLICY = "sandbox; default-src 'none'; img-src 'self' https: data:; style-src 'unsafe-inline'";

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A page that shows the HTML of a message. */
export function messagePage(html: string): Response {
  return new Response(`<!doctype html>\n<meta charset="utf-8">\n${html}\n`, { headers: HEADERS });
}
