// Takes the uploads of compliance jobs, and serves their results, beside the operations. Neither is ever whole in memory.

import { type FetchHandler, intercept, type ServerAnswer, type ServerRequest, splitTarget } from '@octavo/runtime';
import { BlobSpaceFull } from '../../platform/blobs/blobs.ts';
import { equalSecrets } from '../../platform/secrets.ts';
import { StoreUnavailable } from '../../platform/store/store.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { createLineReader, WrongUpload } from '../rules/compliance.ts';
import { type Address, addressOf } from './addresses.ts';
import { begin } from './course.ts';
import type { ComplianceDeps } from './jobs.ts';
import type { FindingRow, JobRow } from './tables.ts';

/** Findings that are read at a time. */
const MOST_ROWS = 500;

export function withCompliance(server: FetchHandler, deps: ComplianceDeps): FetchHandler {
  return intercept(server, (request, next) => {
    const address = addressOf(...splitTarget(request.target));
    return address === undefined ? next(request) : transfer(deps, request, address);
  });
}

async function transfer(deps: ComplianceDeps, request: ServerRequest, address: Address): Promise<ServerAnswer> {
  try {
    const job = await requireJob(deps, address);
    return address.kind === 'upload' ? await upload(deps, request, job) : download(deps, request, job);
  } catch (error) {
    if (error instanceof TransferRefused) return problem(error);
    if (error instanceof StoreUnavailable)
      return problem(new TransferRefused(503, 'Service Unavailable', 'Try again later.', { 'retry-after': '1' }));
    throw error;
  }
}

class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
  readonly status: number;
  readonly title: string;
  readonly headers: Record<string, string>;

  constructor(status: number, title: string, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.title = title;
    this.headers = headers;
  }
}

function problem({ status, title, message: detail, headers }: TransferRefused): ServerAnswer {
  const body = JSON.stringify({ title, type: 'about:blank', status, detail });
  return { status, headers: { 'content-type': 'application/problem+json', ...headers }, body };
}

async function requireJob({ store, seal }: ComplianceDeps, { kind, job: id, key }: Address): Promise<JobRow> {
  const job = await rows.find(store.read, 'b_compliance_jobs', id);
  const wanted = job && (kind === 'upload' ? job.upload_key : job.download_key);
  if (job === undefined || wanted === undefined || !equalSecrets(key, seal.open(wanted)))
    throw new TransferRefused(404, 'Not Found', 'No job has this address.');
  return job;
}

function requireMethod({ method }: ServerRequest, ...allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new TransferRefused(405, 'Method Not Allowed', `Use ${allowed[0]}.`, { allow: allowed.join(', ') });
}

async function upload(deps: ComplianceDeps, request: ServerRequest, job: JobRow): Promise<ServerAnswer> {
  requireMethod(request, 'PUT');
  const [type = ''] = (request.header('content-type') ?? 'text/plain').toLowerCase().split(';');
  if (type.trim() !== 'text/plain' || request.header('content-encoding') !== undefined)
    throw new TransferRefused(415, 'Unsupported Media Type', 'The body must be text/plain, without an encoding.');
  const now = deps.clock.now();
  requireOpen(job, now);
  const { id: blob, length: blob_bytes } = await keepLines(deps, request, job);
  try {
    await deps.store.write(async (tables) => {
      requireOpen(await rows.find(tables, 'b_compliance_jobs', job.id), now);
      await deps.blobs.keep(tables, [blob]);
      await begin(deps, tables, job, { blob, blob_bytes }, now);
    });
  } catch (error) {
    // Another upload was faster, or the time has ended meanwhile. What cannot be deleted now is deleted as abandoned.
    await deps.store.write((tables) => deps.blobs.delete(tables, [blob])).catch(() => {});
    throw error;
  }
  return { status: 200, headers: {}, body: null };
}

/** A job takes one upload. */
function requireOpen(job: JobRow | undefined, now: number): void {
  if (job === undefined || job.status === 'expired' || now >= job.upload_expires_at)
    throw new TransferRefused(410, 'Gone', 'The time to upload has ended.');
  if (job.status !== 'created') throw new TransferRefused(409, 'Conflict', 'The job has its upload.');
}

/** Keeps the identifiers of an upload, without what else is in its lines. A job whose upload cannot be read has failed. */
async function keepLines({ blobs, store }: ComplianceDeps, request: ServerRequest, job: JobRow) {
  try {
    return await blobs.put(linesOf(request), { type: 'text/plain' });
  } catch (error) {
    if (error instanceof BlobSpaceFull) throw new TransferRefused(507, 'Insufficient Storage', 'The sandbox has no room for the upload.');
    if (!(error instanceof WrongUpload)) throw error;
    await store.write((tables) => fail(tables, job));
    throw error.isTooLarge
      ? new TransferRefused(413, 'Content Too Large', error.message)
      : new TransferRefused(400, 'Invalid Request', error.message);
  }
}

async function fail(tables: Tables, { id }: JobRow): Promise<void> {
  const changed = tables.updateTable('b_compliance_jobs').set({ status: 'failed' });
  await changed.where('id', '=', id).where('status', '=', 'created').execute();
}

async function* linesOf(request: ServerRequest): AsyncGenerator<Uint8Array> {
  const reader = createLineReader();
  const encoder = new TextEncoder();
  for await (const bytes of piecesOf(request)) yield encoder.encode(reader.read(bytes));
  yield encoder.encode(reader.end());
}

/** @throws {TransferRefused} where the caller goes before the end: the job waits for another upload */
async function* piecesOf(request: ServerRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* request.stream();
  } catch {
    throw new TransferRefused(400, 'Invalid Request', 'The upload has no end.');
  }
}

function download(deps: ComplianceDeps, request: ServerRequest, job: JobRow): ServerAnswer {
  requireMethod(request, 'GET', 'HEAD');
  if (deps.clock.now() >= job.download_expires_at) throw new TransferRefused(410, 'Gone', 'The time to download has ended.');
  if (job.status !== 'complete') throw new TransferRefused(409, 'Conflict', `The job is not complete: its status is ${job.status}.`);
  const headers = { 'content-type': 'application/x-ndjson', 'x-content-type-options': 'nosniff' };
  return { status: 200, headers, body: request.method === 'HEAD' ? null : resultOf(deps, job) };
}

/** Lines of JSON, read as the caller takes them. */
function resultOf({ store }: ComplianceDeps, { id: job }: JobRow): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let last = '';
  return new ReadableStream(
    {
      async pull(controller) {
        const found = await findingsAfter(store.read, job, last);
        if (found.length > 0) controller.enqueue(encoder.encode(found.map(lineOf).join('')));
        last = found.at(-1)?.id ?? last;
        if (found.length < MOST_ROWS) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function findingsAfter(tables: Tables, job: string, last: string): Promise<readonly FindingRow[]> {
  const found = tables.selectFrom('b_compliance_findings').selectAll().where('job', '=', job).where('id', '>', last);
  return found.orderBy('id').limit(MOST_ROWS).execute();
}

function lineOf({ id, created_at, reason }: FindingRow): string {
  return `${JSON.stringify({ id, action: 'delete', created_at: new Date(created_at).toISOString(), reason })}\n`;
}
