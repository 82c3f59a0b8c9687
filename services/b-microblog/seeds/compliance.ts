// The compliance job of the documents' examples, which has found nothing.

import { scheduleEnds } from '../compliance/course.ts';
import type { JobRow } from '../compliance/tables.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { apps } from './credentials.ts';

export const STORM_ARCHIVE = '1991500000000000501';

export async function seedCompliance(
  tables: Tables,
  { story, seal, due }: Pick<MicroblogPlatform, 'story' | 'seal' | 'due'>,
): Promise<void> {
  const job: JobRow = {
    id: STORM_ARCHIVE,
    app_id: apps.pro.id,
    type: 'tweets',
    name: 'Storm archive',
    is_resumable: false,
    status: 'complete',
    created_at: story('2026-11-19T09:00:00Z'),
    upload_key: seal.seal('7fd1'),
    upload_expires_at: story('2026-11-19T09:15:00Z'),
    download_key: seal.seal('b02c'),
    download_expires_at: story('2026-11-26T09:00:00Z'),
    blob: null,
    blob_bytes: 0,
    checked_bytes: 0,
  };
  await rows.insert(tables, 'b_compliance_jobs', job);
  await scheduleEnds({ due }, tables, job);
}
