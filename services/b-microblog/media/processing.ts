// What happens to uploads by time: videos and animations are processed, and what nothing uses is removed when it expires.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { shownAs } from '../rules/uploads.ts';
import { filePath, previewPath } from './files.ts';
import { removeUpload } from './store.ts';
import type { MediaRow, UploadRow } from './tables.ts';

type Deps = Pick<MicroblogPlatform, 'store' | 'due' | 'blobs'>;

const ofUpload = (name: string) => ({ service: 'b-microblog', name, accepts: isOf({ upload: 'string' }) });

const PROCESS = ofUpload('process-upload');
const EXPIRE = ofUpload('expire-upload');

export async function scheduleExpiry({ due }: Pick<Deps, 'due'>, tables: Tables, { id, expires_at }: UploadRow): Promise<void> {
  await due.schedule(tables, EXPIRE, { at: expires_at, payload: { upload: id } });
}

/** @param at when its next step is due */
export async function scheduleProcessing({ due }: Pick<Deps, 'due'>, tables: Tables, { id }: UploadRow, at: number): Promise<void> {
  await due.schedule(tables, PROCESS, { at, payload: { upload: id } });
}

/** Says what is done with uploads by time. Call it once, before jobs run. */
export function handleUploads(deps: Deps): void {
  deps.due.handle(PROCESS, async ({ payload }, tables) => {
    const upload = await rows.find(tables, 'b_uploads', payload.upload);
    if (upload !== undefined) await goOn(deps, tables, upload);
  });
  deps.due.handle(EXPIRE, async ({ at, payload }, tables) => {
    const upload = await rows.find(tables, 'b_uploads', payload.upload);
    if (upload?.uses === 0) await removeUpload(deps, tables, upload, at);
  });
}

async function goOn(deps: Deps, tables: Tables, upload: UploadRow): Promise<void> {
  const { id, state, ends_at } = upload;
  if (state === 'pending' && ends_at !== null) {
    await rows.change(tables, 'b_uploads', id, { state: 'in_progress' });
    await scheduleProcessing(deps, tables, upload, ends_at);
  } else if (state === 'in_progress') {
    await rows.change(tables, 'b_uploads', id, { state: upload.file === null ? 'failed' : 'succeeded' });
    await addMedia(tables, upload);
  }
}

/** Adds what posts show of an upload, if its file can be shown. */
export async function addMedia(tables: Tables, upload: UploadRow): Promise<void> {
  const type = shownAs(upload.type, upload.category);
  if (upload.file !== null && type !== 'subtitles') await rows.insert(tables, 'b_media', mediaOf(upload, upload.file, type));
}

function mediaOf(upload: UploadRow, file: NonNullable<UploadRow['file']>, type: MediaRow['type']): MediaRow {
  const { id, owner, owners, metadata, created_at, expires_at } = upload;
  const path = filePath(upload);
  // An animation has no bit rate, and no picture that stands for it but itself.
  const bit_rate = file.duration_ms === null || file.duration_ms === 0 ? 0 : Math.round((upload.total * 8_000) / file.duration_ms);
  return {
    id,
    owner,
    owners: owners.length === 0 ? null : owners,
    type,
    url: type === 'video' ? previewPath(id) : path,
    ...file,
    variants: type === 'photo' ? null : [{ bit_rate, content_type: upload.type, url: path }],
    alt_text: metadata.alt_text?.text ?? null,
    post_id: null,
    created_at,
    expires_at,
  };
}
