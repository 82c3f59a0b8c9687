// Serves pages and files for people beside the operations of a document, at the same address.

import { type FetchHandler, intercept, RefusalError, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import { StoreUnavailable } from '../store/store.ts';
import { readForm } from './form.ts';
import { html } from './html.ts';
import { page } from './page.ts';

/** A request for a page. */
export interface PageRequest {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The form that was sent; absent where the page is only read. */
  readonly form: URLSearchParams | undefined;
}

/**
 * Answers a request for a page; `undefined` where there is none at the path. What it refuses (`throw refuse(…)`) becomes a page that says why.
 */
export type Pages = (request: PageRequest) => Promise<Response | undefined>;

/** @param folders whose paths are pages, such as `/pay`; no operation of the document may be in them */
export function withPages(server: FetchHandler, folders: readonly string[], pages: Pages): FetchHandler {
  async function answer(request: ServerRequest, next: (request: ServerRequest) => Promise<ServerAnswer>): Promise<ServerAnswer> {
    const [path, search] = splitTarget(request.target);
    if (!folders.some((folder) => path === folder || path.startsWith(`${folder}/`))) return next(request);
    const { method } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) return toAnswer(page(405, 'This cannot be done here', html``), method);
    const asked = async (): Promise<PageRequest> => ({ method, path, query: new URLSearchParams(search), form: await readForm(request) });
    return toAnswer(await toPage(path, asked, pages), method);
  }
  // Most requests are for operations, and pass without waiting.
  return intercept(server, (request, next) =>
    folders.some((folder) => request.target.startsWith(folder)) ? answer(request, next) : next(request),
  );
}

async function toPage(path: string, asked: () => Promise<PageRequest>, pages: Pages): Promise<Response> {
  try {
    return (await pages(await asked())) ?? missing();
  } catch (error) {
    // The path is not percent-encoded UTF-8.
    if (error instanceof URIError) return missing();
    if (error instanceof StoreUnavailable) return page(503, 'This is not possible at the moment', html`<p>Please try again.</p>`);
    if (!(error instanceof RefusalError)) throw error;
    return page(error.status, 'This is not possible', html`<p>${error.message}</p><p><a href="${path}">Back</a></p>`);
  }
}

function missing(): Response {
  return page(404, 'This page does not exist', html``);
}

async function toAnswer(response: Response, method: string): Promise<ServerAnswer> {
  const body = method === 'HEAD' ? null : await bodyOf(response);
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

async function bodyOf(response: Response): Promise<ServerAnswer['body']> {
  const isText = response.headers.get('content-type')?.startsWith('text/') ?? true;
  return isText ? response.text() : new Uint8Array(await response.arrayBuffer());
}
