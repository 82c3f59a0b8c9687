// Takes a picture that comes with a post: its bytes first, and its rows in the unit of work that publishes the post.

import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { fromBase64, pictureTypeOf } from '../rules/pictures.ts';
import { mostBytesOf } from '../rules/uploads.ts';
import { addMedia, scheduleExpiry } from './processing.ts';
import { readFile } from './read-file.ts';
import type { PartRow, UploadRow } from './tables.ts';
import { completed, keepBytes, type MediaDeps, newUpload } from './uploads.ts';

interface NewPicture {
  readonly upload: UploadRow;
  readonly part: PartRow;
}

/** @param sent a file, or Base64 @throws {NotAllowed} for what is no picture, is too large, or has no room */
async function pictureOf(deps: MediaDeps, owner: string, sent: Blob | string): Promise<NewPicture> {
  const bytes = typeof sent === 'string' ? new Blob([new Uint8Array(fromBase64(sent) ?? [])]) : sent;
  const type = pictureTypeOf(new Uint8Array(await bytes.slice(0, 8).arrayBuffer()));
  if (type === undefined) throw new NotAllowed('no-photo');
  if (bytes.size > mostBytesOf(type, 'tweet_image')) throw new NotAllowed('large-photo');
  const upload = newUpload(deps, { owner, owners: [], type, category: 'tweet_image', total: bytes.size });
  const part = { upload: upload.id, segment_index: 0, ...(await keepBytes(deps, bytes, type)) };
  const complete = completed(upload, await readFile(deps, [part]), upload.created_at);
  if (complete === undefined) throw new NotAllowed('no-photo');
  return { upload: complete, part };
}

/**
 * Publishes something with a picture: all of it or nothing.
 * @param act gets the identifier of the picture, and what adds its rows in a unit of work
 * @throws {NotAllowed}
 */
export async function withPicture<Result>(
  deps: MediaDeps,
  owner: string,
  sent: Blob | string,
  act: (id: string, add: (tables: Tables) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { upload, part } = await pictureOf(deps, owner, sent);
  return act(upload.id, async (tables) => {
    await deps.blobs.keep(tables, [part.blob]);
    await rows.insert(tables, 'b_uploads', upload);
    await rows.insert(tables, 'b_upload_parts', part);
    await addMedia(tables, upload);
    await scheduleExpiry(deps, tables, upload);
  }).catch(async (error: unknown) => {
    await deps.store.write((tables) => deps.blobs.delete(tables, [part.blob]));
    throw error;
  });
}
