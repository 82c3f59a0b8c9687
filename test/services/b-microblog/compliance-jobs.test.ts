// Tests compliance jobs: from their making by the upload to the result, what uploads may hold, and that nothing is left of them in the end.

import { connect } from 'node:net';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { createLineReader } from '../../../services/b-microblog/rules/compliance.ts';
import { identifierOf, momentOf } from '../../../services/b-microblog/rules/identifiers.ts';
import { STORM_ARCHIVE } from '../../../services/b-microblog/seeds/compliance.ts';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOUR, INES, JONAS } from '../../../services/b-microblog/seeds/people.ts';
import { PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';
import { V2 } from './support.ts';

/** What an upload may hold. */
const MOST_IDS = 100_000;
const MOST_UPLOAD_BYTES = 8 * 2 ** 20;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

describe('the lines of an upload', () => {
  function read(...pieces: (string | Uint8Array)[]): string {
    const reader = createLineReader();
    const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
    return bytes.map((piece) => reader.read(piece)).join('') + reader.end();
  }

  test.each<[string, string[], string]>([
    ['end with a line feed', ['1\n23\n'], '1\n23\n'],
    ['need no end', ['1\n23'], '1\n23\n'],
    ['may be split anywhere', ['1', '2\r', '\n3', '4'], '12\n34\n'],
    ['may end as on Windows', ['1\r\n2\r\n', '3\r'], '1\n2\n3\n'],
    ['may be empty', ['\n\n1\n\r\n\n2\n\n'], '1\n2\n'],
    ['may have spaces around', ['  1 \t\n\t2\n   \n'], '1\n2\n'],
    ['may begin with a byte order mark', ['\uFEFF1\n2'], '1\n2\n'],
    ['have up to 19 digits', ['9'.repeat(19)], `${'9'.repeat(19)}\n`],
  ])('%s', (_, pieces, want) => {
    expect(read(...pieces)).toBe(want);
  });

  test.each<[string, (string | Uint8Array)[], RegExp]>([
    ['letters', ['1\nabc\n'], /^Line 2 is not an identifier/],
    ['20 digits', ['1\n2\n', '9'.repeat(20)], /^Line 3 is not an identifier/],
    ['two identifiers', ['1 2'], /^Line 1 /],
    ['a carriage return alone', ['1\r2'], /^Line 1 /],
    ['a sign', ['-1'], /^Line 1 /],
    ['digits of another script', ['١٢'], /^Line 1 /],
    ['a byte order mark in the middle', ['1\n\uFEFF2'], /^Line 2 /],
    ['bytes that are no text', [new Uint8Array([0, 255, 128])], /^Line 1 /],
    ['nothing', [''], /^The upload has no identifiers\.$/],
    ['empty lines alone', ['\n\r\n \n'], /^The upload has no identifiers\.$/],
  ])('are refused for %s', (_, pieces, message) => {
    expect(() => read(...pieces)).toThrow(message);
  });

  test('are refused beyond a number of identifiers and bytes', () => {
    expect(read('1\n'.repeat(MOST_IDS))).toHaveLength(2 * MOST_IDS);
    expect(() => read('1\n'.repeat(MOST_IDS), '2')).toThrow(`at most ${MOST_IDS} identifiers`);
    expect(() => read('1', '\n'.repeat(MOST_UPLOAD_BYTES))).toThrow(`at most ${MOST_UPLOAD_BYTES} bytes`);
  });
});

test('an identifier tells its moment', () => {
  expect(momentOf(identifierOf(1_795_000_000_123, 4_194_303))).toBe(1_795_000_000_123);
});

describeOnEngines('compliance jobs', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const { fetchV2, app, sandbox, rows } = all;
    const client = app();
    const create = async (type: 'tweets' | 'users' = 'tweets') => {
      const { data } = unwrap(await client.createComplianceJob({ body: { type } }), 200);
      if (data === undefined) throw new Error('There is no job.');
      return data;
    };
    const put = async (url: string, body: BodyInit, headers: Record<string, string> = { 'content-type': 'text/plain' }) => {
      const request = new Request(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
      const answer = await fetchV2(request);
      const text = await answer.text();
      return { status: answer.status, detail: text === '' ? undefined : (JSON.parse(text) as { detail: string }).detail };
    };
    const result = async (url: string) => {
      const answer = await fetchV2(new Request(url));
      const lines = (await answer.text()).split('\n').filter((line) => line !== '');
      return { status: answer.status, lines: lines.map((line) => JSON.parse(line) as { id: string; reason?: string }) };
    };
    const statusOf = async (id: string) => unwrap(await client.getComplianceJob({ path: { id } }), 200).data?.status;
    const later = (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds);
    /** Uploads, waits for the check, and gives the reasons by identifier. */
    const checked = async (type: 'tweets' | 'users', ids: readonly string[]) => {
      const job = await create(type);
      expect((await put(job.upload_url, ids.join('\n'))).status).toBe(200);
      await later(SECOND);
      expect(await statusOf(job.id)).toBe('complete');
      return (await result(job.download_url)).lines.map(({ id, reason }) => [id, reason]);
    };
    const left = async () => {
      const jobs = await rows.selectFrom('b_compliance_jobs').select('id').execute();
      const findings = await rows.selectFrom('b_compliance_findings').select('id').execute();
      const blobs = await (rows as unknown as { selectFrom(table: 'platform_blobs'): { selectAll(): { execute(): Promise<object[]> } } })
        .selectFrom('platform_blobs')
        .selectAll()
        .execute();
      return [jobs.length, findings.length, blobs.length];
    };
    return { ...all, client, create, put, result, statusOf, later, checked, left };
  }

  test('go from the upload to the result, and nothing is left of them after seven days', async () => {
    const { client, create, put, result, statusOf, later, left, sandbox } = await open();
    const now = sandbox.clock.now();
    const job = unwrap(await client.createComplianceJob({ body: { type: 'tweets', name: 'Night', resumable: true } }), 200).data;
    if (job === undefined) throw new Error('There is no job.');
    expect(job).toEqual({
      id: expect.stringMatching(/^\d{19}$/),
      name: 'Night',
      type: 'tweets',
      status: 'created',
      created_at: new Date(now).toISOString(),
      upload_url: expect.stringMatching(`^${V2}/jobs/${job.id}\\?key=\\w{32}$`),
      upload_expires_at: new Date(now + 15 * MINUTE).toISOString(),
      download_url: expect.stringMatching(`^${V2}/results/${job.id}\\?key=\\w{32}$`),
      download_expires_at: new Date(now + 7 * DAY).toISOString(),
    });
    expect((await result(job.download_url)).status).toBe(409);
    const gone = identifierOf(now - DAY, 7);
    expect(await put(job.upload_url, `${WARNING}\r\n${gone}\r\n`)).toEqual({ status: 200, detail: undefined });
    expect(await statusOf(job.id)).toBe('in_progress');
    expect(await put(job.upload_url, WARNING)).toEqual({ status: 409, detail: 'The job has its upload.' });
    await later(SECOND - 1);
    expect(await statusOf(job.id)).toBe('in_progress');
    expect((await result(job.download_url)).status).toBe(409);
    await later(1);
    const complete = unwrap(await client.getComplianceJob({ path: { id: job.id } }), 200);
    expect(complete).toEqual({ data: { ...job, status: 'complete' } });
    expect(await result(job.download_url)).toEqual({
      status: 200,
      lines: [{ id: gone, action: 'delete', created_at: new Date(now - DAY).toISOString(), reason: 'deleted' }],
    });
    // The uploaded file is not needed any more; the job of the seeds is the other one.
    expect(await left()).toEqual([2, 1, 0]);
    await later(7 * DAY - 2 * SECOND);
    expect((await result(job.download_url)).status).toBe(200);
    await later(SECOND);
    expect((await result(job.download_url)).status).toBe(404);
    expect(unwrap(await client.getComplianceJob({ path: { id: job.id } }), 200)).toEqual({
      errors: [{ title: 'Not Found Error', type: 'about:blank', detail: `No job has the identifier ${job.id}.` }],
    });
    expect(unwrap(await client.listComplianceJobs({ query: { type: 'tweets' } }), 200)).toEqual({ meta: { result_count: 0 } });
    expect(await left()).toEqual([0, 0, 0]);
    expect(await create()).toMatchObject({ status: 'created' });
  });

  test('say why posts and users have to be deleted', async () => {
    const { checked, act, user, person } = await open();
    const { data } = unwrap(await user().createPost({ body: { text: 'Soon gone' } }), 201);
    const id = data?.id ?? '';
    const posts = [WARNING, PROTECTED_POST, QUESTION, id, '7'].sort();
    const reasons = async () => Object.fromEntries(await checked('tweets', posts));
    expect(await reasons()).toEqual({ [PROTECTED_POST]: 'protected', 7: 'deleted' });
    unwrap(await user().deletePost({ path: { id } }), 200);
    await act('change-user', { username: 'tidewatch', suspended: true });
    expect(await reasons()).toMatchObject({ [WARNING]: 'suspended', [PROTECTED_POST]: 'protected', [id]: 'deleted', 7: 'deleted' });
    const gull = await person('gull', { suspended: true });
    await act('change-user', { username: 'jholm_ferry', protected: true });
    expect(Object.fromEntries(await checked('users', [INES, JONAS, HARBOUR, gull.id, '99', '99']))).toEqual({
      [JONAS]: 'protected',
      [HARBOUR]: 'protected',
      [gull.id]: 'suspended',
      99: 'deleted',
    });
  });

  test('check many identifiers, each once, in the order of the result', async () => {
    const { checked, left, later } = await open();
    const ids = Array.from({ length: 1_234 }, (_, index) => String(1_000_000 + index));
    const found = await checked('tweets', [WARNING, ...ids, ...ids, WARNING, ...ids.slice(0, 3)]);
    expect(found).toEqual(ids.map((id) => [id, 'deleted']));
    expect(await left()).toEqual([2, 1_234, 0]);
    await later(7 * DAY);
    expect(await left()).toEqual([0, 0, 0]);
  });

  test('run one of a type at a time for an app', async () => {
    const { app, client, create, put, later, statusOf } = await open();
    const job = await create();
    const again = async (of = client) => of.createComplianceJob({ body: { type: 'tweets' } });
    const refused = { status: 409, body: { type: `${V2}/problems/conflict`, detail: 'The app has a running job of this type.' } };
    expect(await again()).toMatchObject(refused);
    await create('users');
    expect((await again(app(apps.basic.bearer))).status).toBe(200);
    await put(job.upload_url, '1');
    expect(await again()).toMatchObject(refused);
    await later(SECOND);
    const next = await create();
    await later(15 * MINUTE - 1);
    expect(await again()).toMatchObject(refused);
    await later(1);
    expect([await statusOf(next.id), await put(next.upload_url, '1')]).toEqual([
      'expired',
      { status: 410, detail: 'The time to upload has ended.' },
    ]);
    const [one, other] = await Promise.all([again(), again()]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
  });

  test('are listed by type and status, to the app that made them', async () => {
    const { app, client, create, put, later } = await open();
    const list = async (query: object, of = client) =>
      (unwrap(await of.listComplianceJobs({ query: query as never }), 200).data ?? []).map(({ id }) => id);
    const [posts, users] = [await create(), await create('users')];
    expect(await list({ type: 'tweets' })).toEqual([posts.id, STORM_ARCHIVE]);
    expect(await list({ type: 'users' })).toEqual([users.id]);
    expect(await list({ type: 'tweets', status: 'created' })).toEqual([posts.id]);
    expect(await list({ type: 'tweets', status: 'complete' })).toEqual([STORM_ARCHIVE]);
    expect(await list({ type: 'tweets' }, app(apps.basic.bearer))).toEqual([]);
    await put(posts.upload_url, 'x');
    expect(await list({ type: 'tweets', status: 'failed' })).toEqual([posts.id]);
    const read = async (fields: string[], of = client) =>
      unwrap(await of.getComplianceJob({ path: { id: STORM_ARCHIVE }, query: { 'compliance_job.fields': fields as never } }), 200);
    expect((await read(['name', 'resumable'])).data).toMatchObject({ name: 'Storm archive', resumable: false });
    expect((await read(['id', 'status'])).data).not.toHaveProperty('name');
    expect(await read(['id'], app(apps.basic.bearer))).toMatchObject({ errors: [{ title: 'Not Found Error' }] });
    await later(6 * DAY);
    expect(await list({ type: 'tweets' })).toEqual([posts.id]);
  });

  test('fail with an upload that cannot be read', async () => {
    const { create, put, statusOf, left } = await open();
    const line = (byte: number) => new Uint8Array(10 * 2 ** 20).fill(byte);
    const uploads: [BodyInit, number, string][] = [
      [line(0x31), 400, 'Line 1 is not an identifier.'],
      [line(0x20), 413, 'bytes'],
      [new Uint8Array(65_536).fill(0), 400, 'Line 1 is not an identifier.'],
      [`${WARNING}\nWARNING\n`, 400, 'Line 2 is not an identifier.'],
      ['', 400, 'The upload has no identifiers.'],
      [`${WARNING}\n`.repeat(1_000_000), 413, `at most ${MOST_IDS} identifiers`],
    ];
    for (const [body, status, detail] of uploads) {
      const job = await create();
      expect.soft(await put(job.upload_url, body)).toEqual({ status, detail: expect.stringContaining(detail) });
      expect(await statusOf(job.id)).toBe('failed');
      expect((await put(job.upload_url, WARNING)).status).toBe(409);
    }
    expect(await left()).toEqual([1 + uploads.length, 0, 0]);
  });

  test('wait for another upload where one breaks off, and take one of several at once', async () => {
    const { create, put, statusOf, later, result, left } = await open();
    const job = await create();
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('1\n2\n'));
      },
      pull: (controller) => controller.error(new Error('The caller has gone.')),
    });
    expect(await put(job.upload_url, broken)).toEqual({ status: 400, detail: 'The upload has no end.' });
    expect([await statusOf(job.id), await left()]).toEqual(['created', [2, 0, 0]]);
    const answers = await Promise.all([put(job.upload_url, '3'), put(job.upload_url, '4')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await later(SECOND);
    expect((await result(job.download_url)).lines).toHaveLength(1);
    expect(await left()).toEqual([2, 1, 0]);
  });

  test('take no upload that ends after the time for it, and keep nothing of it', async () => {
    const { create, put, statusOf, later, left } = await open();
    const job = await create();
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('1\n'));
        await later(15 * MINUTE);
        controller.close();
      },
    });
    expect(await put(job.upload_url, slow)).toEqual({ status: 410, detail: 'The time to upload has ended.' });
    // The upload may end before the job that ends its time has run.
    await expect.poll(async () => [await statusOf(job.id), await left()]).toEqual(['expired', [2, 0, 0]]);
  });

  test('work at an address, also where the sender goes before the end', async () => {
    const { sandbox, create, statusOf, later, left } = await open();
    const { baseUrl } = await sandbox.listen('b-microblog');
    const job = await create();
    const { origin, hostname, port, pathname, search } = new URL(job.upload_url);
    expect(origin).toBe(new URL(baseUrl).origin);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n`;
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${head}1\n2\n`, () => setTimeout(() => socket.destroy(), 50)));
      socket.on('close', () => resolve()).on('error', reject);
    });
    await expect.poll(left).toEqual([2, 0, 0]);
    expect(await statusOf(job.id)).toBe('created');
    const upload = (url: string, body: string) => fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body });
    expect((await upload(job.upload_url, `${WARNING}\n7\n`)).status).toBe(200);
    await later(SECOND);
    const answer = await fetch(job.download_url);
    expect([answer.headers.get('content-type'), (await answer.text()).split('\n').length]).toEqual(['application/x-ndjson', 2]);
    // The server answers without reading on, and may close the connection before the sender has read that.
    const hostile = await create();
    const refused = await upload(hostile.upload_url, 'x'.repeat(10 * 2 ** 20)).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([400, 'closed']).toContain(refused);
    expect(await statusOf(hostile.id)).toBe('failed');
  });

  test('have addresses that only their keys open', async () => {
    const { create, put, fetchV2, result } = await open();
    const job = await create();
    const wrong = (url: string) => url.replace(/key=./, 'key=-');
    expect(await put(wrong(job.upload_url), '1')).toEqual({ status: 404, detail: 'No job has this address.' });
    expect((await put(job.download_url.replace('/results/', '/jobs/'), '1')).status).toBe(404);
    expect((await put(job.upload_url.replace(/\?.*/, ''), '1')).status).toBe(404);
    expect((await put(`${V2}/jobs/1?key=1`, '1')).status).toBe(404);
    expect((await result(wrong(job.download_url))).status).toBe(404);
    expect((await put(job.upload_url, '1', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await put(job.upload_url, '1', { 'content-type': 'text/plain', 'content-encoding': 'gzip' })).status).toBe(415);
    const post = await fetchV2(new Request(job.upload_url, { method: 'POST', body: '1' }));
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'PUT']);
    const deleted = await fetchV2(new Request(job.download_url, { method: 'DELETE' }));
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const seeded = await fetchV2(new Request(`${V2}/results/${STORM_ARCHIVE}?key=b02c`));
    expect([seeded.status, seeded.headers.get('content-type'), await seeded.text()]).toEqual([200, 'application/x-ndjson', '']);
    expect((await put(job.upload_url, '1', { 'content-type': 'text/plain; charset=utf-8' })).status).toBe(200);
  });
});
