// Uploads files in three steps: an upload begins, gets its parts in any order, and is completed.

import { refuse } from '@octavo/runtime';
import { BlobSpaceFull } from '../../platform/blobs/blobs.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows, usersByIds } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import {
  addUp,
  agrees,
  judged,
  type MediaCategory,
  MOST_PART_BYTES,
  MOST_SEGMENT,
  mostBytesOf,
  PROCESSING_BEGINS,
  processingTime,
  shownAs,
  type UploadType,
  uploadTypeOf,
} from '../rules/uploads.ts';
import { addMedia, scheduleExpiry, scheduleProcessing } from './processing.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { findUpload, partsOf } from './store.ts';
import type { PartRow, UploadRow } from './tables.ts';

export type MediaDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids' | 'due' | 'blobs'>;

/** Milliseconds after which an upload that nothing uses is removed. */
const LIFETIME = 86_400_000;

/** The refusal 400 of a part of the request. */
export function invalid(pointer: string, detail: string) {
  return refuse(400, { kind: 'invalid-request', pointer, detail });
}

export interface NewUpload {
  readonly total_bytes?: number | undefined;
  readonly media_type?: string | undefined;
  readonly media_category?: MediaCategory | undefined;
  readonly additional_owners?: readonly string[] | undefined;
}

/** @throws the refusal 400 */
export async function beginUpload(deps: MediaDeps, owner: string, given: NewUpload): Promise<UploadRow> {
  const { total_bytes: total, additional_owners = [] } = given;
  const category = given.media_category ?? null;
  const type = requireType(given.media_type, category);
  if (total === undefined) throw invalid('/query/total_bytes', 'INIT needs total_bytes.');
  const most = mostBytesOf(type, category);
  if (total < 1 || total > most) throw invalid('/query/total_bytes', `total_bytes is ${total}, but must be from 1 to ${most} for ${type}.`);
  const owners = [...new Set(additional_owners)].filter((id) => id !== owner);
  return deps.store.write(async (tables) => {
    if ((await usersByIds(tables, owners)).length < owners.length) throw invalid('/query/additional_owners', 'A user is not there.');
    const upload = newUpload(deps, { owner, owners, type, category, total });
    await rows.insert(tables, 'b_uploads', upload);
    await scheduleExpiry(deps, tables, upload);
    return upload;
  });
}

function requireType(given: string | undefined, category: MediaCategory | null): UploadType {
  if (given === undefined) throw invalid('/query/media_type', 'INIT needs media_type.');
  const type = uploadTypeOf(given);
  if (type === undefined) throw invalid('/query/media_type', 'Files are PNG, JPEG, GIF, MP4 or SubRip.');
  if (!agrees(type, category)) throw invalid('/query/media_category', `A file of the type ${type} cannot have the category ${category}.`);
  return type;
}

export function newUpload(
  { clock, ids }: Pick<MediaDeps, 'clock' | 'ids'>,
  given: Pick<UploadRow, 'owner' | 'owners' | 'type' | 'category' | 'total'>,
): UploadRow {
  const now = clock.now();
  return {
    ...given,
    id: newIdentifier(ids, now),
    state: 'open',
    file: null,
    begins_at: null,
    ends_at: null,
    metadata: {},
    subtitles: [],
    uses: 0,
    created_at: now,
    expires_at: now + LIFETIME,
  };
}

/** @throws the refusal 400 where the user has no such upload any more */
export async function requireUpload(
  tables: Tables,
  user: string,
  id: string | undefined,
  now: number,
  pointer: string,
): Promise<UploadRow> {
  if (id === undefined) throw invalid(pointer, 'The identifier of an upload is missing.');
  const upload = await findUpload(tables, id, now);
  if (upload?.owner !== user) throw invalid(pointer, 'You have no such upload, or it has expired.');
  return upload;
}

const requireById = (tables: Tables, user: string, id: string | undefined, now: number) =>
  requireUpload(tables, user, id, now, '/query/media_id');

/** Only an upload that is not complete gets parts. */
async function requireOpen(tables: Tables, user: string, id: string | undefined, now: number): Promise<UploadRow> {
  const upload = await requireById(tables, user, id, now);
  if (upload.state !== 'open') throw invalid('/query/media_id', 'The upload is complete.');
  return upload;
}

interface NewPart {
  readonly media?: Blob | undefined;
  readonly segment_index?: number | undefined;
}

/** A part with the index of another takes its place. @throws the refusal 400 @throws {NotAllowed} where there is no room */
export async function addPart(deps: MediaDeps, user: string, id: string | undefined, { media, segment_index }: NewPart): Promise<void> {
  const { store, clock, blobs } = deps;
  if (media === undefined || media.size === 0) throw invalid('/body/media', 'APPEND needs the bytes of a part.');
  if (media.size > MOST_PART_BYTES) throw invalid('/body/media', `A part has at most ${MOST_PART_BYTES} bytes.`);
  if (segment_index === undefined || segment_index > MOST_SEGMENT)
    throw invalid('/body/segment_index', `segment_index must be from 0 to ${MOST_SEGMENT}.`);
  const now = clock.now();
  const upload = await requireOpen(store.read, user, id, now);
  const place = { upload: upload.id, segment_index };
  const dropBefore = () =>
    store.write(async (tables) => {
      await requireOpen(tables, user, id, now);
      return dropPart(deps, tables, place);
    });
  const kept = await keepBytes(deps, media, upload.type).catch(async (error: unknown) => {
    // There may be no room for both, the part and the one that it replaces.
    if (!(error instanceof NotAllowed) || !(await dropBefore())) throw error;
    return keepBytes(deps, media, upload.type);
  });
  await store.write(async (tables) => {
    await requireOpen(tables, user, id, now);
    await blobs.keep(tables, [kept.blob]);
    await dropPart(deps, tables, place);
    await rows.insert(tables, 'b_upload_parts', { ...place, ...kept });
  });
}

/** Writes bytes, which are deleted again unless a unit of work keeps them. @throws {NotAllowed} */
export async function keepBytes({ blobs }: MediaDeps, bytes: Blob, type: UploadType): Promise<Pick<PartRow, 'blob' | 'bytes'>> {
  try {
    const { id: blob, length } = await blobs.put(bytes.stream(), { type });
    return { blob, bytes: length };
  } catch (error) {
    throw error instanceof BlobSpaceFull ? new NotAllowed('no-room') : error;
  }
}

/** @returns whether there was a part at the place */
async function dropPart({ blobs }: MediaDeps, tables: Tables, { upload, segment_index }: Pick<PartRow, 'upload' | 'segment_index'>) {
  const before = (await partsOf(tables, upload)).filter((part) => part.segment_index === segment_index);
  await blobs.delete(
    tables,
    before.map(({ blob }) => blob),
  );
  await rows.remove(tables, 'b_upload_parts', { upload, segment_index });
  return before.length > 0;
}

/** To complete an upload again changes nothing. @throws the refusal 400 */
export async function completeUpload(deps: MediaDeps, user: string, id: string | undefined): Promise<UploadRow> {
  const { store, clock } = deps;
  const now = clock.now();
  const upload = await requireById(store.read, user, id, now);
  if (upload.state !== 'open') return upload;
  const parts = await partsOf(store.read, upload.id);
  if (!addUp(parts, upload.total)) throw wrongSum();
  const complete = completed(upload, await readFile(deps, parts), now);
  if (complete === undefined) throw invalid('/query/media_id', `The file is not of the type ${upload.type}.`);
  return store.write(async (tables) => {
    const current = await requireById(tables, user, id, now);
    if (current.state !== 'open') return current;
    // Parts that came meanwhile were not read.
    if (JSON.stringify(await partsOf(tables, upload.id)) !== JSON.stringify(parts)) throw wrongSum();
    return finish(deps, tables, { ...complete, metadata: current.metadata });
  });
}

function wrongSum() {
  return invalid('/query/media_id', 'Segments do not add up to provided total file size.');
}

/** The upload when its file is there; `undefined` where the file is not what it was said to be. */
export function completed(upload: UploadRow, { start, found }: ReadFile, now: number): UploadRow | undefined {
  const { type, category, total } = upload;
  if (judged(type, start, found) === 'other') return undefined;
  const file = found === undefined ? null : { width: found.width, height: found.height, duration_ms: found.duration_ms };
  const shown = shownAs(type, category);
  if (shown === 'photo' || shown === 'subtitles') return { ...upload, file, state: 'succeeded' };
  const begins_at = now + PROCESSING_BEGINS;
  return { ...upload, file, state: 'pending', begins_at, ends_at: begins_at + processingTime(total) };
}

async function finish(deps: MediaDeps, tables: Tables, upload: UploadRow): Promise<UploadRow> {
  const { id, state, file, begins_at, ends_at } = upload;
  await rows.change(tables, 'b_uploads', id, { state, file, begins_at, ends_at });
  if (begins_at !== null) await scheduleProcessing(deps, tables, upload, begins_at);
  else await addMedia(tables, upload);
  return upload;
}
