// Serves the files of uploads beside the operations.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import { readable } from '../../platform/readable.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { endOf, type UploadType } from '../rules/uploads.ts';
import { streamOf } from './read-file.ts';
import { findUpload, partsOf } from './store.ts';
import type { UploadRow } from './tables.ts';

/** Where they are served. Rows have this path in place of a whole URL, since the address of a sandbox changes. */
const FOLDER = '/files/';

const PREVIEW = 'svg';

export function filePath({ id, type }: { readonly id: string; readonly type: UploadType }): string {
  return `${FOLDER}${id}.${endOf(type)}`;
}

/** The path of the picture that stands for a video. */
export function previewPath(id: string): string {
  return `${FOLDER}${id}.${PREVIEW}`;
}

/** The whole URL of a file. Those of the story have one. */
export function fileUrl(path: string, origin: string): string {
  return path.startsWith(FOLDER) ? origin + path : path;
}

const NOT_FOUND: ServerAnswer = { status: 404, headers: {}, body: null };

export function withFiles(server: FetchHandler, deps: Pick<MicroblogPlatform, 'store' | 'clock' | 'blobs'>): FetchHandler {
  async function file(request: ServerRequest): Promise<ServerAnswer> {
    const [path] = splitTarget(request.target);
    const [, id, end] = /^(\d{1,19})\.(\w+)$/.exec(path.slice(FOLDER.length)) ?? [];
    const upload = id === undefined ? undefined : await findUpload(deps.store.read, id, deps.clock.now());
    if (upload?.state !== 'succeeded') return NOT_FOUND;
    const isHead = request.method === 'HEAD';
    if (end === PREVIEW && upload.type === 'video/mp4') return answer('image/svg+xml', previewOf(upload), isHead);
    const parts = await partsOf(deps.store.read, upload.id);
    if (end !== endOf(upload.type) || parts.length === 0) return NOT_FOUND;
    return { ...answer(upload.type, readable(streamOf(deps, parts)), isHead, upload.total) };
  }
  return intercept(server, (request, next) =>
    request.target.startsWith(FOLDER) && (request.method === 'GET' || request.method === 'HEAD') ? file(request) : next(request),
  );
}

function answer(type: string, body: string | ReadableStream, isHead: boolean, length = Buffer.byteLength(String(body))): ServerAnswer {
  // A drawing may hold a script, which no page may run from here.
  const headers = {
    'content-type': type,
    'content-length': String(length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers, body: isHead ? null : body };
}

/** A drawing in the size of a video: none of its pictures is decoded. */
function previewOf({ file }: UploadRow): string {
  const { width = 16, height = 9 } = file ?? {};
  const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 6];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#1f2937"/><circle cx="${x}" cy="${y}" r="${r}" fill="#e5e7eb"/>` +
    `<path d="M${x - r / 3} ${y - r / 2}v${r}l${r * 0.85} ${-r / 2}z" fill="#1f2937"/></svg>`
  );
}
