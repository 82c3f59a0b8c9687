// The course of compliance jobs by time: their identifiers are checked some hundreds at a time, they expire without an upload, and they are deleted.

import { isOf } from '../../platform/payload.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows, usersByIds } from '../people/store.ts';
import { reasonOf } from '../rules/compliance.ts';
import { momentOf } from '../rules/identifiers.ts';
import type { FindingRow, JobRow } from './tables.ts';

type Deps = Pick<MicroblogPlatform, 'due' | 'blobs'>;

/** Identifiers that are checked, and findings that are deleted, in one unit of work. */
const MOST_ROWS = 500;

/** Bytes of so many lines, each with 19 digits and a line feed. */
const BATCH_BYTES = MOST_ROWS * 20;

/** Milliseconds from an upload to its check. */
const PATIENCE = 1_000;

const ofJob = (name: string) => ({ service: 'b-microblog', name, accepts: isOf({ job: 'string' }) });

const CHECK = ofJob('check-compliance');
const EXPIRE = ofJob('expire-compliance-upload');
const REMOVE = ofJob('remove-compliance-job');

/** Writes when a job ends, and when a new one expires without an upload, in the unit of work that makes it. */
export async function scheduleEnds({ due }: Pick<Deps, 'due'>, tables: Tables, job: JobRow): Promise<void> {
  if (job.status === 'created') await due.schedule(tables, EXPIRE, { at: job.upload_expires_at, payload: { job: job.id } });
  await due.schedule(tables, REMOVE, { at: job.download_expires_at, payload: { job: job.id } });
}

/** Begins with what was uploaded, in the unit of work that keeps it. */
export async function begin(
  deps: Deps,
  tables: Tables,
  job: JobRow,
  upload: Pick<JobRow, 'blob' | 'blob_bytes'>,
  now: number,
): Promise<void> {
  await rows.change(tables, 'b_compliance_jobs', job.id, { status: 'in_progress', ...upload });
  await deps.due.schedule(tables, CHECK, { at: now + PATIENCE, payload: { job: job.id } });
}

/** Says what happens to jobs by time. Call it once, before jobs run. */
export function handleCompliance(deps: Deps): void {
  deps.due.handle(CHECK, async ({ at, payload }, tables) => {
    const job = await rows.find(tables, 'b_compliance_jobs', payload.job);
    if (job?.status === 'in_progress' && job.blob !== null) await check(deps, tables, job, job.blob, at);
  });
  deps.due.handle(EXPIRE, async ({ payload }, tables) => {
    const job = await rows.find(tables, 'b_compliance_jobs', payload.job);
    if (job?.status === 'created') await rows.change(tables, 'b_compliance_jobs', job.id, { status: 'expired' });
  });
  deps.due.handle(REMOVE, async ({ at, payload }, tables) => {
    const job = await rows.find(tables, 'b_compliance_jobs', payload.job);
    if (job !== undefined) await remove(deps, tables, job, at);
  });
}

async function check({ due, blobs }: Deps, tables: Tables, job: JobRow, blob: string, at: number): Promise<void> {
  const file = await blobs.get(blob);
  // Without its file, a job can only fail.
  if (file === undefined) return rows.change(tables, 'b_compliance_jobs', job.id, { status: 'failed', blob: null });
  const end = Math.min(job.checked_bytes + BATCH_BYTES, job.blob_bytes);
  const text = await new Response(file.stream(job.checked_bytes, end)).text();
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const ids = [...new Set(whole.split('\n').filter((id) => id !== ''))];
  await addFindings(tables, job.id, job.type === 'tweets' ? await checkedPosts(tables, ids) : await checkedUsers(tables, ids));
  const checked_bytes = job.checked_bytes + whole.length;
  if (checked_bytes < job.blob_bytes) {
    await rows.change(tables, 'b_compliance_jobs', job.id, { checked_bytes });
    await due.schedule(tables, CHECK, { at, payload: { job: job.id } });
    return;
  }
  await rows.change(tables, 'b_compliance_jobs', job.id, { checked_bytes, status: 'complete', blob: null });
  await blobs.delete(tables, [blob]);
}

type Found = Omit<FindingRow, 'job'>;

async function checkedPosts(tables: Tables, ids: readonly string[]): Promise<readonly Found[]> {
  const posts = new Map((await rows.among(tables, 'b_posts', 'id', ids)).map((post) => [post.id, post]));
  const authors = new Map(
    (await usersByIds(tables, [...new Set([...posts.values()].map(({ author }) => author))])).map((user) => [user.id, user]),
  );
  return ids.flatMap((id) => {
    const post = posts.get(id);
    const reason = post === undefined ? 'deleted' : reasonOf(authors.get(post.author));
    return reason === undefined ? [] : { id, created_at: post?.created_at ?? momentOf(id), reason };
  });
}

async function checkedUsers(tables: Tables, ids: readonly string[]): Promise<readonly Found[]> {
  const users = new Map((await usersByIds(tables, ids)).map((user) => [user.id, user]));
  return ids.flatMap((id) => {
    const user = users.get(id);
    const reason = reasonOf(user);
    return reason === undefined ? [] : { id, created_at: user?.created_at ?? momentOf(id), reason };
  });
}

/** An identifier that was uploaded several times is found once. */
async function addFindings(tables: Tables, job: string, found: readonly Found[]): Promise<void> {
  const own = found.map((one) => ({ ...one, job }));
  await rows.insertMissing(tables, 'b_compliance_findings', own);
}

async function remove({ due, blobs }: Deps, tables: Tables, job: JobRow, at: number): Promise<void> {
  const some = await tables.selectFrom('b_compliance_findings').select('id').where('job', '=', job.id).limit(MOST_ROWS).execute();
  if (some.length > 0) {
    const ids = some.map(({ id }) => id);
    await tables.deleteFrom('b_compliance_findings').where('job', '=', job.id).where('id', 'in', ids).execute();
  }
  if (some.length === MOST_ROWS) {
    await due.schedule(tables, REMOVE, { at, payload: { job: job.id } });
    return;
  }
  if (job.blob !== null) await blobs.delete(tables, [job.blob]);
  await rows.remove(tables, 'b_compliance_jobs', { id: job.id });
}
