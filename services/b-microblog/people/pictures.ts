// Keeps the pictures of profiles, and serves them beside the operations.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { NotAllowed } from '../refusals.ts';
import { fromBase64, MOST_PICTURE_BYTES, type PictureType, pictureTypeOf } from '../rules/pictures.ts';

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

/** Keeps a picture within a unit of work, in place of the one before. @returns its path */
export async function keepPicture(tables: Tables, id: string, { type, base64 }: Picture, before: string | null): Promise<string> {
  await tables.insertInto('b_pictures').values({ id, type, base64 }).execute();
  if (before?.startsWith(FOLDER)) await tables.deleteFrom('b_pictures').where('id', '=', idIn(before)).execute();
  return `${FOLDER}${id}.${ENDS[type]}`;
}

function idIn(path: string): string {
  return path.slice(FOLDER.length).replace(/\.\w+$/, '');
}

/** The whole URL of a picture. Those of the story have one. */
export function pictureUrl(path: string, origin: string): string {
  return path.startsWith(FOLDER) ? origin + path : path;
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
