// Tests a small service with one fault at a time, in process and by HTTP, and the outcomes that end a run at once.
import { describe, expect, test } from 'vitest';
import { checks } from '../../generator/conform/checks/index.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { terminalReport } from '../../generator/conform/report/terminal.ts';
import { byEffort } from '../support/effort.ts';
import { allowOf, BOOKS, serviceFrom, serving } from './support.ts';

const service = await serviceFrom(BOOKS);
const judge = await createJudge(service);
const SECRET = 'sesame-of-the-tests';

type Answer = (request: Request) => Response | undefined | Promise<Response | undefined>;

/** A faultless service, in which `fault` may answer first. */
function books(fault: Answer = () => undefined): Handler {
  return async (request) => {
    const early = await fault(request.clone());
    if (early !== undefined) return early;
    if (request.headers.get('authorization') !== `Bearer ${SECRET}`) return new Response(null, { status: 401 });
    const url = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    const verdict = await judge.request({
      method: request.method,
      target: url.pathname.slice('/v1'.length) + url.search,
      headers: Object.fromEntries(request.headers),
      ...(body.length === 0 ? {} : { body }),
    });
    if (!verdict.accepted)
      return new Response(null, { status: verdict.status, headers: verdict.status === 405 ? { allow: allowOf(url.pathname) } : {} });
    if (verdict.operation.id === 'createBook') return Response.json({ id: 1, title: 'Sand' }, { status: 201 });
    const response = Response.json({ id: 7, title: 'Sand' });
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
}

function conform(target: Handler | string): Promise<ConformReport> {
  const effort = byEffort({ quick: { most: 60, random: 1 }, deep: {} });
  return conformService(service, { target, allowWrites: true, credentials: { given: { token: SECRET } }, ...effort });
}

test('the faultless service has no findings', async () => {
  const report = await conform(books());
  expect(terminalReport(report, { origin: 'http://localhost', most: 10 })).toContain('no findings');
  expect(report.exchanges).toBeGreaterThan(60);
  expect(report.operations.every(({ skipped }) => skipped === undefined)).toBe(true);
});

const isCreate = ({ method }: Request): boolean => method === 'POST';

describe.each<readonly [check: string, fault: Answer]>([
  ['no-server-error', (request) => (request.url.includes('fields') ? new Response(null, { status: 500 }) : undefined)],
  [
    'declared-status',
    (request) => (isCreate(request) && request.headers.has('authorization') ? new Response(null, { status: 202 }) : undefined),
  ],
  [
    'declared-media-type',
    (request) => (isCreate(request) ? new Response('<a/>', { status: 201, headers: { 'content-type': 'text/xml' } }) : undefined),
  ],
  ['response-body', (request) => (isCreate(request) ? Response.json({ id: '1', title: 'Sand' }, { status: 201 }) : undefined)],
  ['accepts-valid', async (request) => ((await request.text()).includes('poetry') ? new Response(null, { status: 400 }) : undefined)],
  [
    'refuses-invalid',
    async (request) => {
      const body: unknown = isCreate(request) ? await request.json().catch(() => undefined) : undefined;
      const isLong = typeof body === 'object' && body !== null && 'title' in body && String(body.title).length > 20;
      return isLong ? Response.json({ id: 1, title: 'Sand' }, { status: 201 }) : undefined;
    },
  ],
  ['refuses-credential', (request) => (isCreate(request) ? undefined : Response.json({ id: 7, title: 'Sand' }))],
])('%s', (check, fault) => {
  test('finds its fault', async () => {
    const report = await conform(books(fault));
    expect(report.findings.map((finding) => finding.check)).toContain(check);
    expect(terminalReport(report, { origin: 'http://localhost', most: 100 })).not.toContain(SECRET);
  });
});

test('a finding names the statement, the request and what would be right', async () => {
  const fault: Answer = async (request) => {
    const body = isCreate(request) ? await request.text() : '';
    return body.includes('"year":-1') ? Response.json({ id: 1, title: 'Sand' }, { status: 201 }) : undefined;
  };
  const report = await conform(books(fault));
  expect(report.findings).toHaveLength(1);
  const [finding] = report.findings;
  expect(finding?.message).toBe('An invalid request is accepted with 201 (/body/year: -1, where minimum is 0).');
  expect(finding?.location.pointer).toBe('/components/schemas/NewBook/properties/year/minimum');
  const text = terminalReport(report, { origin: 'http://localhost', most: 10 });
  expect(text).toMatch(/declared at \S+api\.yaml:36:41\n/);
  expect(text).toContain('-H "authorization: $CREDENTIAL"');
  expect(text).toContain('right would be: a status from 400 to 499');
});

test('the request of a finding is the smallest that shows it', async () => {
  const fault: Answer = async (request) =>
    isCreate(request) && (await request.text()).includes('"year"') ? new Response(null, { status: 500 }) : undefined;
  const report = await conform(books(fault));
  const requests = report.findings.map(({ exchanges }) => exchanges.at(-1)?.sent.body);
  expect(requests).toContainEqual(expect.stringMatching(/^\{"title":"\w","year":0\}$/));
});

test('every check has a section in docs/conformance-checks.md', async () => {
  const { readFileSync } = await import('node:fs');
  const page = readFileSync(new URL('../../docs/conformance-checks.md', import.meta.url), 'utf8');
  expect([...page.matchAll(/^## ([a-z-]+)$/gm)].map(([, id]) => id)).toEqual(checks.map(({ id }) => id));
});

describe('by HTTP', () => {
  test('the faultless service has no findings', async () => {
    const report = await serving(books(), conform);
    expect(report.findings).toEqual([]);
  });

  test('a service that answers 404 to everything does not fit', async () => {
    const nothing: Handler = () => new Response('no', { status: 404, headers: { 'content-type': 'text/plain' } });
    const { operations } = service;
    expect(operations).toHaveLength(2);
    await expect(serving(nothing, conform)).rejects.toMatchObject({ code: 'target-mismatch', exitCode: 3 });
  });

  test('credentials that fail everywhere end the run', async () => {
    await expect(serving(() => new Response(null, { status: 401 }), conform)).rejects.toMatchObject({
      code: 'credentials-refused',
      exitCode: 3,
    });
  });

  test('an address where no service listens ends the run', async () => {
    await expect(conform('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'target-silent', exitCode: 3 });
  });

  test('other hosts are refused unless they are allowed', async () => {
    await expect(conform('http://service.example')).rejects.toMatchObject({ code: 'host-not-allowed', exitCode: 2 });
  });
});
