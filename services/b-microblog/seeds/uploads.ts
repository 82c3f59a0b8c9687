// Writes the uploads of the story: a video that is being processed, and subtitles for it. Their bytes are not there, so nothing serves them.

import type { MicroblogPlatform, Tables } from '../deps.ts';
import { scheduleExpiry, scheduleProcessing } from '../media/processing.ts';
import type { UploadRow } from '../media/tables.ts';
import { rows } from '../people/store.ts';
import { INES } from './people.ts';

export const VIDEO = '1990000000000000202';
export const SUBTITLES = '1990000000000000203';

const DAY = 86_400_000;

export async function seedUploads(tables: Tables, { story, due }: Pick<MicroblogPlatform, 'story' | 'due'>): Promise<void> {
  const created_at = story('2026-11-20T11:59:55Z');
  const common = { owner: INES, owners: [], metadata: {}, subtitles: [], uses: 0, created_at, expires_at: created_at + DAY };
  const video: UploadRow = {
    ...common,
    id: VIDEO,
    type: 'video/mp4',
    category: 'tweet_video',
    total: 4_194_304,
    state: 'in_progress',
    file: { width: 1280, height: 720, duration_ms: 12_500 },
    begins_at: created_at + 100,
    ends_at: created_at + 9_520,
  };
  const subtitles: UploadRow = {
    ...common,
    id: SUBTITLES,
    type: 'application/x-subrip',
    category: 'subtitles',
    total: 2_417,
    state: 'succeeded',
    file: null,
    begins_at: null,
    ends_at: null,
  };
  await rows.insert(tables, 'b_uploads', [video, subtitles]);
  for (const upload of [video, subtitles]) await scheduleExpiry({ due }, tables, upload);
  await scheduleProcessing({ due }, tables, video, video.ends_at ?? created_at);
}
