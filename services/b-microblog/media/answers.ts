// Answers the steps of an upload.

import type { MediaUploadResponse, UploadMediaInput } from '@octavo/interfaces/b-microblog';
import type { Context } from '../deps.ts';
import { nextCheck, type Processing, progressOf } from '../rules/uploads.ts';
import { type UploadRow, uploadKey } from './tables.ts';
import { addPart, beginUpload, completeUpload, type MediaDeps, requireUpload } from './uploads.ts';

type Answer = { readonly status: 200 | 202; readonly body: MediaUploadResponse } | { readonly status: 204; readonly body?: undefined };

export async function uploadAnswer(deps: MediaDeps, { query, body = {} }: UploadMediaInput, { principal }: Context): Promise<Answer> {
  const { user = '' } = principal;
  switch (query.command) {
    case 'INIT':
      return { status: 202, body: showUpload(deps, await beginUpload(deps, user, query)) };
    case 'APPEND':
      await addPart(deps, user, query.media_id, body);
      return { status: 204 };
    case 'FINALIZE':
      return { status: 200, body: showUpload(deps, await completeUpload(deps, user, query.media_id)) };
  }
}

export async function statusAnswer(deps: MediaDeps, media_id: string, { principal }: Context) {
  const upload = await requireUpload(deps.store.read, principal.user ?? '', media_id, deps.clock.now(), '/query/media_id');
  return { status: 200 as const, body: showUpload(deps, upload) };
}

const UNREADABLE = { title: 'Invalid Media', type: 'about:blank' as const, detail: 'The video cannot be read.' };

function showUpload({ clock }: MediaDeps, upload: UploadRow): MediaUploadResponse {
  const now = clock.now();
  const { id, state, total, begins_at, ends_at } = upload;
  const data = {
    id,
    media_key: uploadKey(upload),
    ...(state !== 'open' && { size: total }),
    expires_after_secs: Math.max(0, Math.ceil((upload.expires_at - now) / 1_000)),
  };
  if (state === 'open' || begins_at === null || ends_at === null) return { data };
  const processing_info = showProcessing({ state, begins_at, ends_at }, now);
  return { data: { ...data, processing_info }, ...(state === 'failed' && { errors: [UNREADABLE] }) };
}

function showProcessing(processing: Processing, now: number) {
  const [progress_percent, check_after_secs] = [progressOf(processing, now), nextCheck(processing, now)];
  return {
    state: processing.state,
    ...(progress_percent !== undefined && { progress_percent }),
    ...(check_after_secs !== undefined && { check_after_secs }),
  };
}
