// Makes the pages that services host for people: plain HTML that works without JavaScript, and that other pages can neither frame nor script.

import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

/** Content Security Policy level 3: nothing is loaded or run but this one style, and forms are sent to the page's own origin. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/**
 * @param formTargets origins to which a form of the page may be redirected, such as that of a registered return address: browsers apply
 * `form-action` to redirects too
 */
export function page(status: number, title: string, body: Html, formTargets: readonly string[] = []): Response {
  const { text } =
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${raw(STYLE)}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  const policy = POLICY.replace("form-action 'self'", ["form-action 'self'", ...formTargets.map(originOf)].join(' '));
  return new Response(text, { status, headers: { ...HEADERS, 'content-security-policy': policy } });
}

/** The constant style, which must not be escaped. */
function raw(text: typeof STYLE): Html {
  return html(Object.assign([text], { raw: [text] }));
}

function originOf(address: string): string {
  return new URL(address).origin;
}
