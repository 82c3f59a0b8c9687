// Keeps the pictures of profiles, and serves them beside the operations.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { filePath } from '../media/files.ts';
import { findUpload, releaseUploads, useUploads } from '../media/store.ts';
import { NotAllowed } from '../refusals.ts';
import { fromBase64, MOST_PICTURE_BYTES, type PictureType, pictureTypeOf } from '../rules/pictures.ts';
import { shownAs } from '../rules/uploads.ts';

/** Where they are served. Rows have this path in place of a whole URL, since the address of a sandbox changes. */
const FOLDER = '/pictures/';

const ENDS: Readonly<Record<PictureType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

export interface Picture {
  readonly type: PictureType;
  readonly base64: string;
}

/** A picture that was sent as a file, or as text. @throws {NotAllowed} for what is no picture, or too large */
export async function pictureOf(sent: Blob | string): Promise<Picture> {
  const bytes = typeof sent === 'string' ? fromBase64(sent) : new Uint8Array(await sent.arrayBuffer());
  const type = bytes && pictureTypeOf(bytes);
  if (bytes === undefined || type === undefined) throw new NotAllowed('no-picture');
  if (bytes.byteLength > MOST_PICTURE_BYTES) throw new NotAllowed('large-picture');
  return { type, base64: Buffer.from(bytes).toString('base64') };
}

/** Keeps a picture within a unit of work. @returns its path */
export async function keepPicture(tables: Tables, id: string, { type, base64 }: Picture): Promise<string> {
  await tables.insertInto('b_pictures').values({ id, type, base64 }).execute();
  return `${FOLDER}${id}.${ENDS[type]}`;
}

/** Uses an upload of a user as a picture, within a unit of work. @returns its path @throws {NotAllowed} where it is none that can be used */
export async function useUploadedPicture(tables: Tables, user: string, id: string, now: number): Promise<string> {
  const upload = await findUpload(tables, id, now);
  if (upload?.owner !== user || upload.state !== 'succeeded' || now >= upload.expires_at) throw new NotAllowed('no-media');
  if (shownAs(upload.type, upload.category) !== 'photo') throw new NotAllowed('no-photo');
  await useUploads(tables, [id]);
  return filePath(upload);
}

/** Removes a picture that another has replaced, within a unit of work. Those of the story are elsewhere. */
export async function removePicture(
  deps: Pick<MicroblogPlatform, 'blobs'>,
  tables: Tables,
  path: string | null,
  now: number,
): Promise<void> {
  if (path?.startsWith(FOLDER)) await tables.deleteFrom('b_pictures').where('id', '=', idIn(path)).execute();
  else if (path?.startsWith('/')) await releaseUploads(deps, tables, [idIn(path)], now);
}

function idIn(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.\w+$/, '');
}

/** The whole URL of a picture. Those of the story have one. */
export function pictureUrl(path: string, origin: string): string {
  return path.startsWith('/') ? origin + path : path;
}

export function withPictures(server: FetchHandler, { store }: MicroblogPlatform): FetchHandler {
  async function picture(request: ServerRequest): Promise<ServerAnswer> {
    const [path] = splitTarget(request.target);
    const row = await store.read.selectFrom('b_pictures').selectAll().where('id', '=', idIn(path)).executeTakeFirst();
    if (row === undefined) return { status: 404, headers: {}, body: null };
    const bytes = Buffer.from(row.base64, 'base64');
    const headers = { 'content-type': row.type, 'content-length': String(bytes.byteLength), 'x-content-type-options': 'nosniff' };
    return { status: 200, headers, body: request.method === 'HEAD' ? null : new Uint8Array(bytes) };
  }
  return intercept(server, (request, next) =>
    request.target.startsWith(FOLDER) && (request.method === 'GET' || request.method === 'HEAD') ? picture(request) : next(request),
  );
}
