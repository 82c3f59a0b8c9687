// Tests that octavo conform finds what is wrong with `Last-Modified` and the conditions that name it, in a small service of pages.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /pages:
    post:
      operationId: addPage
      requestBody: { required: true, ${json('NewPage')} }
      responses: { '201': { description: Made., ${json('Page')} }, '400': { description: Invalid. } }
  /pages/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    get:
      operationId: readPage
      parameters: [{ name: If-Modified-Since, in: header, description: The same time or a later one is a 304., schema: { type: string } }]
      responses: { '200': { description: Found., ${json('Page')} }, '304': { description: The same. }, '404': { description: None. } }
    put:
      operationId: replacePage
      parameters: [{ name: If-Unmodified-Since, in: header, schema: { type: string } }]
      requestBody: { required: true, ${json('NewPage')} }
      responses:
        '200': { description: Changed., ${json('Page')} }
        '400': { description: Invalid. }
        '404': { description: None. }
        '412': { description: Changed since then. }
components:
  schemas:
    NewPage: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 9 } } }
    Page: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
`);

interface Faults {
  /** Whether a time in `If-Modified-Since` is answered with 304. */
  readonly same?: (since: number, changed: number) => boolean;
  /** Whether `If-Modified-Since` counts beside `If-None-Match`. */
  readonly both?: boolean;
  /** Whether a time in `If-Unmodified-Since` lets a change pass. */
  readonly passes?: (since: number, changed: number) => boolean;
  /** Whether the time stays after a change. */
  readonly stays?: boolean;
  readonly form?: (time: number) => string;
  /** `Retry-After` where nothing is. */
  readonly wait?: string;
}

interface Page {
  title: string;
  changed: number;
}

/** Whole seconds, as HTTP has them. */
const now = (): number => Math.floor(Date.now() / 1000) * 1000;

function pages(faults: Faults): (request: Request) => Promise<Response> {
  const { same = (since, changed) => since >= changed, passes = (since, changed) => since >= changed } = faults;
  const kept = new Map<number, Page>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const id = Number(pathname.split('/')[2]);
    const body = request.method[0] === 'P' ? await request.json().catch(() => undefined) : undefined;
    const isRight = typeof body?.title === 'string' && body.title.length > 0 && [...body.title].length <= 9;
    if (request.method === 'POST') {
      if (!isRight) return none(400);
      kept.set(++last, { title: body.title, changed: now() });
      return Response.json({ id: last, title: body.title }, { status: 201 });
    }
    const page = kept.get(id);
    if (page === undefined)
      return new Response(null, { status: 404, headers: faults.wait === undefined ? {} : { 'retry-after': faults.wait } });
    const time = (name: string): number | undefined => {
      const text = request.headers.get(name);
      return text === null || Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text);
    };
    if (request.method === 'PUT') {
      const since = time('if-unmodified-since');
      if (since !== undefined && !passes(since, page.changed)) return none(412);
      if (!isRight) return none(400);
      if (page.title !== body.title && faults.stays !== true) page.changed = now();
      page.title = body.title;
      return Response.json({ id, title: page.title });
    }
    const tags = request.headers.get('if-none-match');
    const headers = {
      etag: `"${id}-${page.title.length}-${page.changed}"`,
      'last-modified': faults.form?.(page.changed) ?? new Date(page.changed).toUTCString(),
    };
    const since = time('if-modified-since');
    const isSame = since !== undefined && same(since, page.changed) && (tags === null || faults.both === true);
    if (isSame || tags === headers.etag) return new Response(null, { status: 304, headers });
    return Response.json({ id, title: page.title }, { headers });
  };
}

const CHECKS = ['last-modified', 'http-dates'];

// Whole seconds are waited for in each run, so the runs wait together.
test.concurrent.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a time that is ignored',
        { same: () => false },
        [/^last-modified: `If-Modified-Since` with the `Last-Modified` is answered with 200\.$/],
      ],
      [
        'any time',
        { same: () => true },
        [/^last-modified: `If-Modified-Since` with a time before the `Last-Modified` is answered with 304\.$/],
      ],
      [
        'a time that has to be the very same',
        { same: (since, changed) => since === changed },
        [/^last-modified: `If-Modified-Since` with a later time is answered with 200\.$/],
      ],
      ['a time that counts beside an ETag', { both: true }, [/^last-modified: `If-None-Match` with a wrong ETag is answered with 304/]],
      ['a time that stays', { stays: true }, [/^last-modified: The `Last-Modified` is .* after replacePage, and was .*\.$/]],
      [
        'a condition without effect',
        { passes: () => true },
        [/^last-modified: `If-Unmodified-Since` with a time before the last change is answered with 200\.$/],
      ],
      [
        'a condition that is never met',
        { passes: () => false },
        [/^last-modified: `If-Unmodified-Since` with the `Last-Modified` is answered with 412\.$/],
      ],
      ['a time in another form', { form: (time) => new Date(time).toISOString() }, [/^http-dates: The header Last-Modified is `.*Z`\.$/]],
      ['a wait that is no number', { wait: 'soon' }, [/^http-dates: The header Retry-After is `soon`\.$/]],
      ['a wait in seconds', { wait: '3' }, []],
    ],
    4,
  ),
)('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: pages(faults), random: 0, ...lookingFor(...CHECKS), most: 1 });
  const shown = [...new Set(report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : [])))];
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
