// Makes the HTML that shows a post on another website, as oEmbed 1.0 (<https://oembed.com/>) has it, and the script that such pages load.

import type { EmbeddedPost } from '@octavo/interfaces/b-microblog-v1';
import { type FetchHandler, intercept } from '@octavo/runtime';
import { type Html, html } from '../../platform/pages/html.ts';
import { type ContextV1, type Deps, originOf } from '../deps.ts';
import type { UserRow } from '../people/tables.ts';
import { NotAllowed } from '../refusals.ts';
import { findSeenPost, requirePost } from './sight.ts';
import type { PostRow } from './tables.ts';

interface EmbedQuery {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly maxwidth?: number | undefined;
  readonly hide_media?: boolean | undefined;
  readonly hide_thread?: boolean | undefined;
  readonly omit_script?: boolean | undefined;
  readonly align?: string | undefined;
  readonly related?: string | undefined;
  readonly lang?: string | undefined;
}

const WIDTH = 550;
/** Ten years, in seconds. */
const CACHE_AGE = '3153600000';
const SCRIPT = '/widgets.js';

export async function embedAnswer(deps: Deps, { principal }: ContextV1, query: EmbedQuery) {
  const { read } = deps.store;
  const { post, author } = await requirePost(read, principal.user, query.id ?? namedBy(query.url));
  const replied =
    query.hide_thread === true || post.reply_to === null ? undefined : await findSeenPost(read, principal.user, post.reply_to);
  const origin = originOf(deps);
  const body: EmbeddedPost = {
    url: pageOf(origin, author, post.id),
    author_name: author.name,
    author_url: `${origin}/${author.username}`,
    html: htmlOf(post, author, origin, query, replied?.post).text,
    width: query.maxwidth ?? WIDTH,
    height: null,
    type: 'rich',
    cache_age: CACHE_AGE,
    provider_name: 'Microblog',
    provider_url: origin,
    version: '1.0',
  };
  return { status: 200 as const, body };
}

/** @throws {NotAllowed} for an address that is not that of a post */
function namedBy(url = ''): string {
  const id = postOfAddress(url);
  if (id === undefined) throw new NotAllowed('no-post');
  return id;
}

/**
 * The identifier of the post with an address, such as `https://microblog.example.com/tidewatch/status/1990000000000000102`. Its host may be any: the
 * record names none, and a sandbox has another address each time.
 */
export function postOfAddress(url: string): string | undefined {
  const { protocol = '', pathname = '' } = URL.parse(url) ?? {};
  return /^https?:$/.test(protocol) ? /\/status(?:es)?\/(\d+)(?:\/|$)/.exec(pathname)?.[1] : undefined;
}

function pageOf(origin: string, { username }: UserRow, id: string): string {
  return `${origin}/${username}/status/${id}`;
}

function htmlOf(post: PostRow, author: UserRow, origin: string, query: EmbedQuery, replied: PostRow | undefined): Html {
  const { align = 'none', lang, hide_media: hidesMedia, related, omit_script: omitsScript } = query;
  const text = post.long?.text ?? post.text;
  const day = new Date(post.created_at).toISOString().slice(0, 10);
  return html`<blockquote class="microblog-post" lang="${lang ?? post.lang}" data-align="${align}" data-width="${query.maxwidth ?? WIDTH}"${
    related !== undefined && html` data-related="${related}"`
  }${hidesMedia === true && html` data-media="hidden"`}>${
    replied !== undefined && html`<p class="microblog-thread">${replied.text}</p>`
  }<p>${text}</p>&mdash; ${author.name} (@${author.username}) <a href="${pageOf(origin, author, post.id)}">${day}</a></blockquote>${
    omitsScript !== true && html`<script async src="${origin + SCRIPT}"></script>`
  }`;
}

/** Without it, a page shows a plain quotation. */
const CODE = `for (const post of document.querySelectorAll('blockquote.microblog-post')) {
  const side = post.dataset.align;
  Object.assign(post.style, {
    maxWidth: post.dataset.width + 'px',
    margin: side === 'center' ? '1em auto' : '1em',
    float: side === 'left' || side === 'right' ? side : 'none',
    padding: '1em',
    border: '1px solid #cfd9de',
    borderRadius: '12px',
    font: '16px/1.4 system-ui, sans-serif',
  });
}
`;

/** Serves the script of embedded posts. */
export function withEmbedScript(server: FetchHandler): FetchHandler {
  const headers = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return intercept(server, async (request, next) =>
    request.target === SCRIPT && request.method === 'GET' ? { status: 200, headers, body: CODE } : next(request),
  );
}
