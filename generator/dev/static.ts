// Serves the files of one folder, and nothing outside it: sirv, behind a check for hidden files and links that lead out of the folder.
import { realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { send } from '../mock/http.ts';

/** Sends a file of the folder. Resolves to false, and sends nothing, if there is none. */
export type ServeFile = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** `folder` may be created, and its files replaced, at any time. A file `x.js.br` or `x.js.gz` is sent for `x.js` to browsers that read it. */
export function createServeFile(folder: string): ServeFile {
  // Without `dev`, sirv would keep the sizes of the files that it found at its start.
  const files = sirv(folder, { dev: true, etag: true, gzip: true, brotli: true, setHeaders });
  return async (request, response) => {
    const pathname = (request.url ?? '/').split('?')[0] ?? '/';
    const found = await findInside(folder, pathname);
    if (found === undefined) return false;
    if (found === 'folder' && !pathname.endsWith('/')) {
      // Relative links of the index page need the slash. The check has refused `//`, so the location stays on this host.
      send(response, 308, { location: `${pathname}/` }, '');
      return true;
    }
    return new Promise((resolve) => {
      response.once('close', () => resolve(true));
      files(request, response, () => resolve(false));
    });
  };
}

function setHeaders(response: ServerResponse, pathname: string): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  // sirv names no charset but that of HTML.
  if (pathname.endsWith('.txt')) response.setHeader('content-type', 'text/plain; charset=utf-8');
  if (pathname.endsWith('.md')) response.setHeader('content-type', 'text/markdown; charset=utf-8');
}

/** sirv keeps to the folder by the text of the path alone, and serves hidden files while it runs with `dev`. */
async function findInside(folder: string, pathname: string): Promise<'file' | 'folder' | undefined> {
  try {
    const decoded = decodeURIComponent(pathname);
    if (/\/[./]|[\\\0:]/.test(decoded)) return undefined;
    const [root, found] = await Promise.all([realpath(folder), realpath(path.join(folder, decoded))]);
    if (found !== root && !found.startsWith(`${root}${path.sep}`)) return undefined;
    return (await stat(found)).isDirectory() ? 'folder' : 'file';
  } catch {
    // Not UTF-8, or there is no such file.
    return undefined;
  }
}
