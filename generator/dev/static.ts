// Serves the files of one folder, and nothing outside it.
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { send } from '../mock/http.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Sends a file of the folder. Returns false, and sends nothing, if there is none. `change` may rewrite an HTML page. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  change: (page: string) => string = (page) => page,
): Promise<boolean> {
  const pathname = (request.url ?? '/').split('?')[0] ?? '/';
  const relative = fileOf(pathname);
  if (relative === undefined) return false;
  const file = await insideFile(folder, relative);
  if (file === 'folder') {
    // Built from the decoded segments, so that a request for `//host` is not redirected to another host.
    send(response, 308, { location: `/${relative.split('/').map(encodeURIComponent).join('/')}/` }, '');
    return true;
  }
  if (file === undefined) return false;
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream';
  const bytes = await readFile(file);
  const headers = { 'content-type': type, 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' };
  send(response, 200, headers, type.startsWith('text/html') ? change(bytes.toString('utf8')) : bytes);
  return true;
}

/** `/h-email/` → `h-email/index.html`; `undefined` for a path that could lead outside the folder. */
export function fileOf(pathname: string): string | undefined {
  const segments: string[] = [];
  const parts = pathname.split('/').slice(1);
  for (const [index, part] of parts.entries()) {
    let segment: string;
    try {
      segment = decodeURIComponent(part);
    } catch {
      return undefined;
    }
    if (segment === '' && index === parts.length - 1) segment = 'index.html';
    // An empty segment, `.`, `..`, a hidden file, or a percent-encoded separator or NUL.
    if (segment === '' || segment.startsWith('.') || /[/\\\0:]/.test(segment)) return undefined;
    segments.push(segment);
  }
  return segments.length === 0 ? undefined : segments.join('/');
}

async function insideFile(folder: string, relative: string): Promise<string | 'folder' | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(path.join(folder, relative))]);
    if (!file.startsWith(`${root}${path.sep}`)) return undefined;
    const found = await stat(file);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
