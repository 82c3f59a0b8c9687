// Declares the rows of compliance jobs: the jobs, and what they have found.

import { flag, integer, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';
import type { Reason } from '../rules/compliance.ts';

const since = '010-compliance';

/** They are deleted seven days after they were made, with all that belongs to them. */
const jobs = table(
  'b_compliance_jobs',
  {
    id: key(text),
    app_id: text,
    type: textOf<'tweets' | 'users'>(),
    name: nullable(text),
    is_resumable: flag,
    status: textOf<'created' | 'in_progress' | 'failed' | 'complete' | 'expired'>(),
    created_at: integer,
    /** Sealed, since the addresses that have them are shown again. */
    upload_key: text,
    upload_expires_at: integer,
    download_key: text,
    download_expires_at: integer,
    /** The identifiers that were uploaded, one a line; null before the upload, and when all are checked. */
    blob: nullable(text),
    blob_bytes: integer,
    /** How many bytes of it are checked. */
    checked_bytes: integer,
  },
  { since, indexes: { app: ['app_id', 'type', 'created_at'] } },
);

/** What an app has to delete. */
const findings = table(
  'b_compliance_findings',
  { job: key(text), id: key(text), created_at: integer, reason: textOf<Reason>() },
  { since },
);

export const complianceTables = [jobs, findings] as const;

export type JobRow = RowOf<typeof jobs>;
export type FindingRow = RowOf<typeof findings>;
