// Makes the links of the service in emails, and reads them again.

import { type Deps, originOf } from '../deps.ts';
import { changedMarkup } from './markup.ts';
import type { SendRow, SentContent } from './tables.ts';

/** What the links do, and the paths under which they are. */
export const FOLDERS = { click: '/c', pixel: '/p', unsubscribe: '/u', view: '/v' } as const;

type Kind = keyof typeof FOLDERS;

/** A link of the message that it names. */
export interface MailLink {
  readonly kind: Kind;
  readonly send: string;
  /** Which of the links of the message a click follows. */
  readonly index: number;
}

type Maker = Pick<Deps, 'cursors' | 'originOf'>;

/** Like the token of a page of a list, the token of a link tells what it is for, and only this sandbox can make it. */
const tokensOf = (kind: Kind) => `links:${kind}`;

function linkTo(deps: Maker, kind: Kind, send: string, index = 0): string {
  return `${originOf(deps)}${FOLDERS[kind]}/${deps.cursors.token(tokensOf(kind), [send, index])}`;
}

/** The link at a path; `undefined` for one that this sandbox has not made. */
export function readLink({ cursors }: Maker, path: string): MailLink | undefined {
  for (const kind of Object.keys(FOLDERS) as Kind[]) {
    if (!path.startsWith(`${FOLDERS[kind]}/`)) continue;
    const position = cursors.position(tokensOf(kind), path.slice(FOLDERS[kind].length + 1).replace(/\.gif$/, ''));
    if (position !== undefined) return { kind, send: String(position[0]), index: Number(position[1]) };
  }
  return undefined;
}

/**
 * What stands for the links of a message while its templates are filled, since it has no identifier yet. Nothing else has these addresses (RFC 2606).
 */
export const UNMADE_LINKS = { unsubscribeUrl: 'https://unsubscribe.invalid/', viewUrl: 'https://view.invalid/' } as const;

/** The content of an email with its own links. */
export function withOwnLinks(deps: Maker, send: string, content: SentContent): SentContent {
  const made = [
    [UNMADE_LINKS.unsubscribeUrl, linkTo(deps, 'unsubscribe', send)],
    [UNMADE_LINKS.viewUrl, linkTo(deps, 'view', send)],
  ] as const;
  const used = made.filter(([unmade]) => [content.subject, content.html, content.text].some((part) => part?.includes(unmade)));
  if (used.length === 0) return content;
  const filled = (part: string) => used.reduce((text, [unmade, link]) => text.replaceAll(unmade, link), part);
  const { subject, html, text } = content;
  return {
    ...content,
    ...(subject !== undefined && { subject: filled(subject) }),
    ...(html !== undefined && { html: filled(html) }),
    ...(text !== undefined && { text: filled(text) }),
    own: used.map(([, link]) => link),
  };
}

/** The HTML of an email as it comes: each link is one that the service sees, but for its own ones, and a picture tells when it is read. */
export function deliveredHtml(deps: Maker, { id, content }: Pick<SendRow, 'id' | 'content'>): string | undefined {
  const { html, own = [] } = content;
  if (html === undefined) return undefined;
  const pixel = `<img src="${linkTo(deps, 'pixel', id)}.gif" width="1" height="1" alt="">`;
  return changedMarkup(html, (address, index) => (own.includes(address) ? undefined : linkTo(deps, 'click', id, index)), pixel);
}

/** The headers of an email by which its reader unsubscribes without opening it (RFC 2369 section 3.2, RFC 8058). */
export function unsubscribeHeaders(deps: Maker, send: string) {
  return { 'List-Unsubscribe': `<${linkTo(deps, 'unsubscribe', send)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
