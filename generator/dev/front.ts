// The HTTP handler of `octavo dev`: the documentation at `/`, status, reload events and requests of the console at `/-/`. The mocks have an origin of
// their own.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { escapeHtml } from '../base/escape-html.ts';
import { isLoopbackName } from '../base/loopback.ts';
import { send, sendProblem } from '../mock/http.ts';
import type { ServedControl } from '../serve.ts';
import { reloadScript, reloadTag } from './reload.ts';
import { createSendHandler } from './send.ts';
import { createServeFile } from './static.ts';

export interface DevFrontOptions {
  /** Folder of the built documentation; it may not exist yet. */
  readonly site: string;
  /** `The mocks are at http://127.0.0.1:4001/mock/<document>.`, or why there are none. */
  readonly mocks: () => string;
  /** Plain data for `/-/status`. */
  readonly status: () => object;
  /** Gives the address and the token of the control API, for pages. */
  readonly control: () => ServedControl | undefined;
  /** A sentence to show while there is no documentation. */
  readonly waiting: () => string;
}

export interface DevFront {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Reloads the pages that are open in browsers. */
  reload(): void;
  /** Has them read the status again. */
  changed(): void;
}

export function createDevFront(options: DevFrontOptions): DevFront {
  const listeners = new Set<ServerResponse>();
  const serveFile = createServeFile(options.site);
  const sendOn = createSendHandler();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = (request.url ?? '/').split('?')[0] ?? '/';
    if (pathname === '/mock' || pathname.startsWith('/mock/')) {
      return sendProblem(response, { status: 404, title: 'Not Found', detail: options.mocks(), code: 'not-found' });
    }
    if (pathname === '/-/send') return sendOn(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = `Pages only answer GET. ${options.mocks()}`;
      return sendProblem(response, { status: 405, title: 'Method Not Allowed', detail }, { allow: 'GET, HEAD' });
    }
    giveCookie(request, response, options.control());
    switch (pathname) {
      case '/-/status':
        return send(response, 200, { 'content-type': 'application/json' }, `${JSON.stringify(options.status(), undefined, 2)}\n`);
      case '/-/reload.js':
        return send(response, 200, { 'content-type': 'text/javascript; charset=utf-8' }, reloadScript);
      case '/-/events':
        return subscribe(response);
    }
    if (await serveFile(request, response)) return;
    if (pathname === '/') return send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, waitingPage(options.waiting()));
    const missing = acceptsHtml(request) ? await readFile(path.join(options.site, '404.html'), 'utf8').catch(() => undefined) : undefined;
    if (missing !== undefined) return send(response, 404, { 'content-type': 'text/html; charset=utf-8' }, missing);
    sendProblem(response, { status: 404, title: 'Not Found', detail: 'Page not found.', code: 'not-found' });
  }

  function subscribe(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': listening\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  }

  const tell = (event: string): void => {
    for (const response of listeners) response.write(`event: ${event}\ndata: \n\n`);
  };

  return {
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        sendProblem(response, { status: 500, title: 'Internal Server Error', detail, code: 'dev-failed' });
      });
    },
    reload: () => tell('reload'),
    changed: () => tell('status'),
  };
}

/** Lets pages use the control API, without their scripts seeing its token. Other machines have no use for it, since the API is on loopback. */
function giveCookie(request: IncomingMessage, response: ServerResponse, control: ServedControl | undefined): void {
  const from = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  if (control === undefined || !isLoopbackName(from)) return;
  const { name, value } = control.cookie;
  response.setHeader('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`);
}

/** A browser that opens a page asks for HTML; a program gets a problem. */
function acceptsHtml({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') === true;
}

function waitingPage(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Octavo</title><body style="font: 16px system-ui; margin: 4rem"><p>${escapeHtml(sentence)}</p>${reloadTag}</body></html>\n`;
}
