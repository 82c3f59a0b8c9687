// Serves pages and files beside the operations of a document, at the same origin.

import type { FetchHandler } from '@octavo/runtime';

type Answer = NonNullable<FetchHandler['answer']>;

/** Answers a request to a page; `undefined` where there is none at the path. */
type Pages = (request: Request) => Promise<Response | undefined>;

const MAX_FORM_BYTES = 16_384;

/**
 * @param prefixes of the paths that are pages, such as `/pay/`; no operation of the document may begin so
 */
export function withPages(server: FetchHandler, prefixes: readonly string[], pages: Pages): FetchHandler {
  const isPage = (path: string) => prefixes.some((prefix) => path.startsWith(prefix));
  const served = async (request: Request) => (await pages(request)) ?? new Response('There is no such page.', { status: 404 });
  async function handler(request: Request): Promise<Response> {
    return isPage(new URL(request.url).pathname) ? served(request) : server(request);
  }
  const { answer } = server;
  if (answer === undefined) return Object.assign(handler, server);
  const answered: Answer = async (request) => {
    if (!isPage(request.target)) return answer(request);
    const headers = Object.fromEntries(
      FORWARDED.flatMap((name) => ((value) => (value === undefined ? [] : [[name, value]]))(request.header(name))),
    );
    const body = request.method === 'POST' ? await request.bytes(MAX_FORM_BYTES) : null;
    const response = await served(new Request(new URL(request.target, request.origin), { method: request.method, headers, body }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: request.method === 'HEAD' ? null : await response.text(),
    };
  };
  return Object.assign(handler, { ...server, answer: answered });
}

/** Headers that pages read. */
const FORWARDED = ['content-type', 'accept-language', 'origin'];
