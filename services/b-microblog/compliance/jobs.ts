// Makes compliance jobs, and shows them to the app that made them.

import type { ComplianceJob, ComplianceJobField, NewComplianceJob } from '@octavo/interfaces/b-microblog';
import { ALPHANUMERIC } from '../../platform/ids.ts';
import { type Caller, type MicroblogPlatform, originOf, type Tables } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { downloadPath, uploadPath } from './addresses.ts';
import { scheduleEnds } from './course.ts';
import type { JobRow } from './tables.ts';

export type ComplianceDeps = Pick<MicroblogPlatform, 'store' | 'clock' | 'ids' | 'due' | 'blobs' | 'seal' | 'originOf'>;

const MINUTE = 60_000;
const UPLOAD_TIME = 15 * MINUTE;
const DAYS = 24 * 60 * MINUTE;
const DOWNLOAD_TIME = 7 * DAYS;

const KEY_LENGTH = 32;

/** @throws {NotAllowed} while another job of the type runs */
export async function createJob(deps: ComplianceDeps, { app }: Caller, { type, name, resumable = false }: NewComplianceJob) {
  const { store, clock, ids, seal } = deps;
  const now = clock.now();
  const row: JobRow = {
    id: newIdentifier(ids, now),
    app_id: app,
    type,
    name: name ?? null,
    is_resumable: resumable,
    status: 'created',
    created_at: now,
    upload_key: seal.seal(ids.text(KEY_LENGTH, ALPHANUMERIC)),
    upload_expires_at: now + UPLOAD_TIME,
    download_key: seal.seal(ids.text(KEY_LENGTH, ALPHANUMERIC)),
    download_expires_at: now + DOWNLOAD_TIME,
    blob: null,
    blob_bytes: 0,
    checked_bytes: 0,
  };
  await store.write(async (tables) => {
    const others = await rows.all(tables, 'b_compliance_jobs', { app_id: app, type });
    if (others.some(({ status }) => status === 'created' || status === 'in_progress')) throw new NotAllowed('running-job');
    await rows.insert(tables, 'b_compliance_jobs', row);
    await scheduleEnds(deps, tables, row);
  });
  return { status: 200 as const, body: { data: showJob(deps, row, undefined) } };
}

export async function oneJob(deps: ComplianceDeps, { app }: Caller, id: string, fields: readonly ComplianceJobField[] | undefined) {
  const row = await rows.find(deps.store.read, 'b_compliance_jobs', id);
  const isThere = row !== undefined && row.app_id === app && isKept(deps, row);
  if (isThere) return { status: 200 as const, body: { data: showJob(deps, row, fields) } };
  const error = { title: 'Not Found Error', type: 'about:blank' as const, detail: `No job has the identifier ${id}.` };
  return { status: 200 as const, body: { errors: [error] } };
}

interface ListQuery {
  readonly type: JobRow['type'];
  readonly status?: JobRow['status'] | undefined;
  readonly 'compliance_job.fields'?: readonly ComplianceJobField[] | undefined;
}

/** The newest first. */
export async function listJobs(deps: ComplianceDeps, { app }: Caller, query: ListQuery) {
  const { type, status, 'compliance_job.fields': fields } = query;
  const found = (await jobsOf(deps.store.read, app, type)).filter((row) => isKept(deps, row) && (status ?? row.status) === row.status);
  const data = found.map((row) => showJob(deps, row, fields));
  return { status: 200 as const, body: { ...(data.length > 0 && { data }), meta: { result_count: data.length } } };
}

function jobsOf(tables: Tables, app: string, type: JobRow['type']): Promise<readonly JobRow[]> {
  return tables
    .selectFrom('b_compliance_jobs')
    .selectAll()
    .where('app_id', '=', app)
    .where('type', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Jobs are deleted when this ends, or a little later where much else is due. */
function isKept({ clock }: Pick<ComplianceDeps, 'clock'>, { download_expires_at }: JobRow): boolean {
  return clock.now() < download_expires_at;
}

/** The document requires most fields; only a name and whether an upload can be continued may be left out. */
function showJob(
  deps: Pick<ComplianceDeps, 'seal' | 'originOf'>,
  row: JobRow,
  fields: readonly ComplianceJobField[] = ['name'],
): ComplianceJob {
  const { id, name, type, status, created_at, is_resumable, upload_expires_at, download_expires_at } = row;
  const origin = originOf(deps);
  return {
    id,
    ...(name !== null && fields.includes('name') && { name }),
    type,
    status,
    created_at: new Date(created_at).toISOString(),
    ...(fields.includes('resumable') && { resumable: is_resumable }),
    upload_url: origin + uploadPath(id, deps.seal.open(row.upload_key)),
    upload_expires_at: new Date(upload_expires_at).toISOString(),
    download_url: origin + downloadPath(id, deps.seal.open(row.download_key)),
    download_expires_at: new Date(download_expires_at).toISOString(),
  };
}
