// Each check that sends requests of its own, or is off by default: a service that keeps it has no finding, one with a single fault has that one.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { type ConformOptions, conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shelf, version: '1', description: Each account has a note of its own. One that has not changed is a 304. }
security: [{ token: [] }]
paths:
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
    get:
      operationId: readNote
      responses: { '200': { $ref: '#/components/responses/Note' } }
    put:
      operationId: writeNote
      parameters: [{ name: X-Device, in: header, required: true, schema: { type: string, minLength: 1 } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '200': { $ref: '#/components/responses/Note' }, '412': { description: Changed. } }
    delete:
      operationId: deleteNote
      responses: { '204': { description: Gone. }, '404': { description: None. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Note: { description: A note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
  schemas:
    Note: { type: object, required: [tags], properties: { tags: { type: array, minItems: 1, maxItems: 9, items: { type: string } } } }
`);
const judge = await createJudge(service);

const ORIGIN = 'https://app.example';
const CORS = { 'access-control-allow-origin': ORIGIN, vary: 'Origin' };
const NOTE = { 'cache-control': 'private, max-age=60', etag: '"1"', ...CORS };
const ALLOW = { allow: 'GET, HEAD, PUT, DELETE, OPTIONS' };

/** What may answer before the faultless service; `undefined` leaves the request to it. */
type Fault = (request: Request, again: number) => Response | undefined | Promise<Response | undefined>;

/** A faultless service; every account has the note of its own. */
function shelf(fault: Fault): Handler {
  const counts = new Map<string, number>();
  return async (request) => {
    const { method, headers } = request;
    const url = new URL(request.url);
    const text = await request.clone().text();
    const key = [method, url.pathname, text, headers.get('if-none-match'), headers.get('if-match')].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const early = await fault(request.clone(), counts.get(key) ?? 1);
    if (early !== undefined) return early;
    if (method === 'OPTIONS') {
      const allowed = {
        'access-control-allow-methods': 'PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, accept, x-device',
      };
      return new Response(null, { status: 204, headers: { ...CORS, ...allowed } });
    }
    const account = headers.get('authorization');
    if (!/^bearer (?:first|second)$/i.test(account ?? '')) return new Response(null, { status: 401 });
    const all = { ...Object.fromEntries(headers), ...(text === '' ? {} : { 'content-length': String(text.length) }) };
    const body = text === '' ? {} : { body: text };
    const verdict = await judge.request({ method, target: url.pathname + url.search, headers: all, ...body });
    if (!verdict.accepted) return new Response(null, { status: verdict.status, headers: verdict.status === 405 ? ALLOW : {} });
    if (headers.get('if-none-match') === NOTE.etag) return new Response(null, { status: 304, headers: NOTE });
    if (headers.has('if-match')) return new Response(null, { status: 412 });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (method === 'PUT') return new Response(text, { headers: { 'content-type': 'application/json' } });
    const note = JSON.stringify({ tags: [account] });
    return new Response(method === 'HEAD' ? null : note, { headers: { 'content-type': 'application/json', ...NOTE } });
  };
}

async function findings(fault: Fault, options: Partial<ConformOptions> = {}): Promise<readonly string[]> {
  const report = await conformService(service, {
    target: shelf(fault),
    credentials: { given: { token: 'first' }, other: { token: 'second' } },
    checks: { cors: ORIGIN, 'cache-headers': true, 'response-time': 5000 },
    random: 1,
    most: byEffort({ quick: 40, deep: 80 }),
    ...options,
  });
  return report.findings.map(({ check, message }) => `${check}: ${message}`);
}

test('the faultless service has no findings', async () => {
  expect(await findings(() => undefined)).toEqual([]);
});

const respond = (status: number, headers: Record<string, string> = {}, body: unknown = { tags: ['a'] }): Response =>
  Response.json(body, { status, headers: { ...NOTE, ...headers } });
const isUnknown = ({ url }: Request): boolean => url.includes('octavo-unknown');
const isTo = (request: Request, method: string): boolean => request.method === method && !isUnknown(request);

describe.each(
  sampleOf<readonly [check: string, message: string, fault: Fault]>(
    [
      [
        'no-internals',
        'The error 404 contains a stack trace: `at read (/srv/app/notes.js:12:5)`.',
        (request) => (isUnknown(request) ? new Response('Error: no\n    at read (/srv/app/notes.js:12:5)', { status: 404 }) : undefined),
      ],
      [
        'no-internals',
        'The error 404 contains a path of the machine: `/home/app/notes/data.sqlite`.',
        (request) => (isUnknown(request) ? new Response('cannot open /home/app/notes/data.sqlite', { status: 404 }) : undefined),
      ],
      [
        'refuses-method',
        'The status 405 comes without the header Allow.',
        (request) => (isTo(request, 'POST') || isTo(request, 'PATCH') ? new Response(null, { status: 405 }) : undefined),
      ],
      [
        'refuses-method',
        'The header Allow is `GET`, without PUT, DELETE.',
        (request) =>
          isTo(request, 'POST') || isTo(request, 'PATCH') ? new Response(null, { status: 405, headers: { allow: 'GET' } }) : undefined,
      ],
      [
        'refuses-method',
        'PATCH, which the path does not have, is answered with 404.',
        (request) => (isTo(request, 'PATCH') ? new Response(null, { status: 404 }) : undefined),
      ],
      [
        'unknown-path',
        'A path that the document does not have is answered with 200.',
        (request) => (isUnknown(request) ? respond(200) : undefined),
      ],
      [
        'unmet-accept',
        'A request with an `Accept` that cannot be met is answered with 400.',
        (request) => (request.headers.get('accept')?.includes('undeclared') === true ? new Response(null, { status: 400 }) : undefined),
      ],
      [
        'unmet-accept',
        'The answer to an `Accept` that cannot be met: The media type application/x-octavo-undeclared is not declared.',
        (request) => {
          const type = request.headers.get('accept') ?? '';
          return type.includes('undeclared') && isTo(request, 'GET') ? new Response('a', { headers: { 'content-type': type } }) : undefined;
        },
      ],
      [
        'head-like-get',
        'HEAD is answered with 405, where GET is answered with 200.',
        (request) => (isTo(request, 'HEAD') ? new Response(null, { status: 405, headers: ALLOW }) : undefined),
      ],
      ['head-like-get', 'The response to HEAD has a body.', (request) => (isTo(request, 'HEAD') ? respond(200) : undefined)],
      [
        'idempotent-methods',
        'The second DELETE is answered with 400.',
        (request, again) =>
          isTo(request, 'DELETE') &&
          !request.headers.has('if-match') &&
          request.headers.get('authorization') === 'Bearer first' &&
          again % 2 === 0
            ? new Response(null, { status: 400 })
            : undefined,
      ],
      [
        'idempotent-methods',
        'The same PUT again has added to the list at `/tags`.',
        (request, again) =>
          isTo(request, 'PUT') &&
          request.headers.get('authorization') === 'Bearer first' &&
          request.headers.get('accept') === 'application/json' &&
          again > 1
            ? respond(200, {}, { tags: Array.from({ length: 9 + again }, () => 'a') })
            : undefined,
      ],
      [
        'conditional-requests',
        '`If-None-Match` with the `ETag` of the response is answered with 200.',
        (request) => (request.headers.has('if-none-match') ? respond(200) : undefined),
      ],
      [
        'conditional-requests',
        'A wrong `If-Match` is answered with 200.',
        (request) => (request.headers.has('if-match') ? respond(200) : undefined),
      ],
      [
        'refuses-content-type',
        'A body of application/x-octavo-undeclared, which is not declared, is answered with 200.',
        (request) => (request.headers.get('content-type')?.includes('undeclared') === true ? respond(200) : undefined),
      ],
      [
        'refuses-missing-header',
        'A request without the required header X-Device is accepted with 200.',
        (request) => (isTo(request, 'PUT') && !request.headers.has('x-device') ? respond(200) : undefined),
      ],
      [
        'refuses-foreign-credential',
        'The second account reads what the first one reads, with 200.',
        (request) =>
          isTo(request, 'GET') &&
          /^Bearer (?:first|second)$/.test(request.headers.get('authorization') ?? '') &&
          !request.headers.has('if-none-match')
            ? respond(200)
            : undefined,
      ],
      [
        'cors',
        'The preflight is answered with 405.',
        ({ method }) => (method === 'OPTIONS' ? new Response(null, { status: 405 }) : undefined),
      ],
      [
        'cors',
        'The preflight does not allow PUT.',
        ({ method }) =>
          method === 'OPTIONS'
            ? new Response(null, {
                status: 204,
                headers: { ...CORS, 'access-control-allow-headers': 'authorization, content-type, accept, x-device' },
              })
            : undefined,
      ],
      [
        'cors',
        'The header Vary does not list Origin.',
        (request) => (isTo(request, 'GET') && request.headers.has('origin') ? respond(200, { vary: 'Accept' }) : undefined),
      ],
      [
        'cache-headers',
        'A response to a credential has `Cache-Control: public`.',
        (request) =>
          isTo(request, 'GET') && request.headers.get('authorization') === 'Bearer first' && !request.headers.has('if-none-match')
            ? respond(200, { 'cache-control': 'public' })
            : undefined,
      ],
    ],
    5,
  ),
)('%s', (check, message, fault) => {
  test(message, async () => {
    expect(await findings(fault)).toContain(`${check}: ${message}`);
  });
});

test('response-time takes the milliseconds that are given', async () => {
  const slow: Fault = async (request) => {
    if (isUnknown(request)) await new Promise((resolve) => setTimeout(resolve, 60));
    return undefined;
  };
  const [finding = ''] = await findings(slow, { checks: { 'response-time': 50 } });
  expect(finding).toMatch(/^response-time: The response has taken \d+ ms\.$/);
  expect(await findings(slow)).toEqual([]);
});

test('a run that may only read sends no other methods', async () => {
  const methods = new Set<string>();
  const handler = shelf(({ method }) => {
    methods.add(method);
    return undefined;
  });
  const { run } = await import('../../generator/conform/run/index.ts');
  const { inProcessTarget } = await import('../../generator/conform/target/in-process.ts');
  await run({
    service,
    target: inProcessTarget(handler, { basePath: '' }),
    judging: {},
    seed: 1,
    random: 1,
    most: 10,
    credentials: { given: { token: 'first' } },
    writes: false,
    only: [],
    skip: [],
    cleansUp: false,
    minSuccess: 80,
    milliseconds: undefined,
    checks: {},
    waivers: [],
    overrides: {},
    signal: new AbortController().signal,
  });
  expect([...methods].sort()).toEqual(['GET', 'HEAD']);
});

test('a path and query that is longer than HTTP asks services to read may be refused with 414 or 431', async () => {
  const long = await serviceFrom(`openapi: 3.1.0
info: { title: Long, version: '1' }
paths:
  /found:
    get:
      operationId: find
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 1, maxLength: 9000 } }]
      responses: { '204': { description: Found. } }
`);
  const lengths: number[] = [];
  const checksThatFail = async (limit: number, refusal = 414): Promise<readonly string[]> => {
    const target = ({ url }: Request): Response => {
      lengths.push(url.length);
      return new Response(null, { status: url.length > limit ? refusal : 204 });
    };
    const { findings } = await conformService(long, { target, random: 0, most: 60 });
    return findings.map(({ check }) => check);
  };
  expect(await checksThatFail(8000)).not.toContain('accepts-valid');
  expect(Math.max(...lengths)).toBeGreaterThan(9000);
  expect(await checksThatFail(8000, 431)).not.toContain('accepts-valid');
  expect(await checksThatFail(30)).toContain('accepts-valid');
  expect(await checksThatFail(30, 431)).toContain('accepts-valid');
});

test('a check that does not exist is refused', async () => {
  await expect(findings(() => undefined, { checks: { 'declared-statuses': false } })).rejects.toMatchObject({
    code: 'check-unknown',
    exitCode: 2,
  });
});

test('a waiver by id covers a finding, and an idle waiver is named', async () => {
  const used = { check: 'unknown-path', operation: '*Note', reason: 'The proxy answers.' };
  const idle = { check: 'unknown-path', operation: 'createNote', reason: 'There is none.' };
  const fault: Fault = (request) => (isUnknown(request) ? respond(200) : undefined);
  const report = await conformService(service, {
    target: shelf(fault),
    credentials: { given: { token: 'first' } },
    waivers: [used, idle],
    random: 1,
    most: 10,
  });
  expect(report.findings).toEqual([]);
  expect(report.waived.map(({ waiver }) => waiver)).toContain(used);
  expect(report.idleWaivers).toEqual([idle]);
});

test('a status that `x-errors` gives a missing credential or missing scopes is right', async () => {
  const keys = await serviceFrom(`openapi: 3.1.0
info: { title: Keys, version: '1' }
x-errors: { '400': [{ when: { kind: forbidden }, code: -109 }, { when: { credential: missing }, code: -104 }] }
paths:
  /valve:
    put:
      operationId: open
      security: [{ login: [write] }]
      responses: { '204': { description: Open. } }
components:
  securitySchemes:
    login: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { read: Reads., write: Writes. } } } }
`);
  const found = async (missing: number, unscoped: number) => {
    const statuses: Readonly<Record<string, number>> = { none: missing, 'Bearer writer': 204, 'Bearer reader': unscoped };
    const target: Handler = async ({ headers }) => new Response(null, { status: statuses[headers.get('authorization') ?? 'none'] ?? 401 });
    const credentials = { given: { login: 'writer' }, unscoped: { login: 'reader' } };
    const report = await conformService(keys, { target, credentials, random: 0 });
    return report.findings.flatMap(({ check, message }) => (check === 'refuses-credential' ? [message] : []));
  };
  expect(await found(400, 400)).toEqual([]);
  expect(await found(401, 403)).toEqual([]);
  expect(await found(402, 400)).toEqual(['A request without a credential is answered with 402.']);
  expect(await found(400, 402)).toEqual(['A request with a credential that lacks the scopes is answered with 402.']);
});
