// The HTTP handler of `octavo dev`: the documentation at `/`, status and reload events at `/-/`. The mocks have an origin of their own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { send, sendProblem } from '../mock/http.ts';
import { serveFile } from './static.ts';

export interface DevFrontOptions {
  /** Folder of the built documentation; it may not exist yet. */
  readonly site: string;
  /** `http://127.0.0.1:4001/mock`, for messages that name it. */
  readonly mocks: () => string;
  /** Plain data for `/-/status`. */
  readonly status: () => object;
  /** A sentence to show while there is no documentation. */
  readonly waiting: () => string;
}

export interface DevFront {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Reloads the pages that are open in browsers. */
  reload(): void;
}

/** Runs in every page: reloads it when the documentation has been built. */
const reloadScript = `new EventSource('/-/events').addEventListener('reload', () => location.reload());\n`;
const reloadTag = '<script src="/-/reload.js" defer></script>';

export function createDevFront(options: DevFrontOptions): DevFront {
  const listeners = new Set<ServerResponse>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = (request.url ?? '/').split('?')[0] ?? '/';
    if (pathname === '/mock' || pathname.startsWith('/mock/')) {
      const detail = `The mocks are at ${options.mocks()}/<document>.`;
      return sendProblem(response, { status: 404, title: 'Not Found', detail, code: 'not-found' });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = `Pages only answer GET. The mocks are at ${options.mocks()}/<document>.`;
      return sendProblem(response, { status: 405, title: 'Method Not Allowed', detail }, { allow: 'GET, HEAD' });
    }
    switch (pathname) {
      case '/-/status':
        return send(response, 200, { 'content-type': 'application/json' }, `${JSON.stringify(options.status(), undefined, 2)}\n`);
      case '/-/reload.js':
        return send(response, 200, { 'content-type': 'text/javascript; charset=utf-8' }, reloadScript);
      case '/-/events':
        return subscribe(response);
    }
    if (await serveFile(request, response, options.site, withReload)) return;
    if (pathname === '/') return send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, waitingPage(options.waiting()));
    sendProblem(response, { status: 404, title: 'Not Found', detail: 'Page not found.', code: 'not-found' });
  }

  function subscribe(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': listening\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  }

  return {
    handle: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        sendProblem(response, { status: 500, title: 'Internal Server Error', detail, code: 'dev-failed' });
      });
    },
    reload: () => {
      for (const response of listeners) response.write('event: reload\ndata: \n\n');
    },
  };
}

/** Adds the script to a page, and allows it in the page's Content-Security-Policy. */
function withReload(page: string): string {
  const policy = /(http-equiv="Content-Security-Policy" content=")([^"]*)/;
  return page
    .replace(policy, (_, start: string, rules: string) => start + withSelf(withSelf(rules, 'script-src'), 'connect-src'))
    .replace(/<\/body>(?![\s\S]*<\/body>)/i, `${reloadTag}</body>`);
}

/** Adds `'self'` to a directive. Content Security Policy 3, §2.2: `;` separates directives, spaces separate a name and its values. */
function withSelf(policy: string, name: string): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const index = directives.findIndex((directive) => directive.split(' ')[0] === name);
  if (index === -1) return `${name} 'self'; ${policy}`;
  const [, ...values] = directives[index]?.split(/ +/) ?? [];
  return directives
    .with(index, [name, "'self'", ...values.filter((value) => value !== "'none'" && value !== "'self'")].join(' '))
    .join('; ');
}

function waitingPage(sentence: string): string {
  const text = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Octavo</title><body style="font: 16px system-ui; margin: 4rem"><p>${text}</p>${reloadTag}</body></html>\n`;
}
