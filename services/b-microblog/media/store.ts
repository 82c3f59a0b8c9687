// Finds uploads, counts what uses them, and removes them with their files.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { PartRow, UploadRow } from './tables.ts';

/** An upload that has not expired, or that is in use. */
export async function findUpload(tables: Tables, id: string, now: number): Promise<UploadRow | undefined> {
  const upload = await rows.find(tables, 'b_uploads', id);
  return upload !== undefined && (now < upload.expires_at || upload.uses > 0) ? upload : undefined;
}

/** In their order. */
export function partsOf(tables: Tables, upload: string): Promise<readonly PartRow[]> {
  return rows.all(tables, 'b_upload_parts', { upload }, ['segment_index']);
}

/** Counts that something uses uploads from now on, which keeps them. */
export async function useUploads(tables: Tables, ids: readonly string[]): Promise<void> {
  await countUses(tables, ids, 1);
}

/** Counts that something uses uploads no more. Those that have expired are removed when nothing is left that does. */
export async function releaseUploads(
  deps: Pick<MicroblogPlatform, 'blobs'>,
  tables: Tables,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await countUses(tables, ids, -1);
  if (ids.length === 0) return;
  const unused = tables.selectFrom('b_uploads').selectAll().where('id', 'in', ids).where('uses', '=', 0).where('expires_at', '<=', now);
  for (const upload of await unused.execute()) await removeUpload(deps, tables, upload, now);
}

/** An upload may be there several times, as in the versions of a post. */
async function countUses(tables: Tables, ids: readonly string[], by: 1 | -1): Promise<void> {
  for (const id of ids)
    await tables
      .updateTable('b_uploads')
      .set((row) => ({ uses: row('uses', '+', by) }))
      .where('id', '=', id)
      .execute();
}

/** Removes an upload with its file and its media, within a unit of work. */
export async function removeUpload(
  deps: Pick<MicroblogPlatform, 'blobs'>,
  tables: Tables,
  { id, subtitles }: UploadRow,
  now: number,
): Promise<void> {
  const blobs = (await partsOf(tables, id)).map(({ blob }) => blob);
  await deps.blobs.delete(tables, blobs);
  await rows.remove(tables, 'b_upload_parts', { upload: id });
  await rows.remove(tables, 'b_media', { id });
  await rows.remove(tables, 'b_uploads', { id });
  const used = subtitles.flatMap((one) => one.id ?? []);
  await releaseUploads(deps, tables, used, now);
}
