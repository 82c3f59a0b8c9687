// Services that are right, and that a tester could take for wrong: octavo conform has no finding for them.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { SHELVES, shelves } from './shelves.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(SHELVES);
const judge = await createJudge(service);

async function findings(target: Handler, of: Service = service): Promise<readonly string[]> {
  const report = await conformService(of, {
    target,
    credentials: { given: { token: 'mira' } },
    most: byEffort({ quick: 6, deep: 40 }),
    random: 1,
    checks: { 'refuses-method': false },
  });
  return report.findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

describe.each(sampleOf([5, 6, 7, 8], 2))('somebody else adds a book at each request number %i', (step) => {
  test('a refused create is not blamed for it', async () => {
    let requests = 0;
    const handler = shelves(judge, {
      listed: ([first, ...others]) => {
        if (first === undefined) return others;
        const theirs = Array.from({ length: Math.floor(requests / step) }, (_, index) => ({ ...first, id: 5_000_000 + index }));
        return [first, ...others, ...theirs];
      },
    });
    const found = await findings((request) => {
      requests++;
      return handler(request);
    });
    expect(found.filter((text) => text.startsWith('failed-create'))).toEqual([]);
  });
});

test('a 429 without Retry-After says nothing of the request', async () => {
  const handler = shelves(judge);
  let requests = 0;
  const found = await findings((request) => (++requests === 9 ? new Response(null, { status: 429 }) : handler(request)));
  expect(found.filter((text) => !text.startsWith('declared-status'))).toEqual([]);
});

test('JSON with one key twice may be read as many readers do', async () => {
  const handler = shelves(judge);
  const found = await findings(async (request) => {
    if (!/^P/.test(request.method)) return handler(request);
    const text = await request.text();
    const isJson = /^application\/json/.test(request.headers.get('content-type') ?? '');
    const read = ((): string => {
      try {
        return isJson ? JSON.stringify(JSON.parse(text)) : text;
      } catch {
        return text;
      }
    })();
    return handler(new Request(request.url, { method: request.method, headers: request.headers, body: read }));
  });
  expect(found).toEqual([]);
});

const TEAMS = `openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:
  /teams:
    post:
      operationId: createTeam
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } }, '400': { description: Wrong. } }
  /teams/{team}:
    parameters: [{ name: team, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readTeam
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } }
        '404': { description: None. }
    delete:
      operationId: deleteTeam
      responses: { '204': { description: Gone. }, '404': { description: None. } }
components:
  schemas: { Team: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } } }
`;

test('a name is no identifier where nothing is found by it', async () => {
  const teams = await serviceFrom(TEAMS);
  const reader = await createJudge(teams);
  const handler: Handler = async (request) => {
    const { pathname: target } = new URL(request.url);
    const body = await request.text();
    const { method } = request;
    const verdict = await reader.request({
      method,
      target,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { body }),
    });
    if (!verdict.accepted) return new Response(null, { status: verdict.status });
    // The service knows its teams by a number that it sends by mail.
    return method === 'POST'
      ? new Response(body, { status: 201, headers: { 'content-type': 'application/json' } })
      : new Response(null, { status: 404 });
  };
  expect(await findings(handler, teams)).toEqual([]);
});

test('a token is no identifier of what another path reads by a token, where nothing is found by it', async () => {
  const token = 'content: { application/json: { schema: { type: object, required: [token], properties: { token: { type: string } } } } }';
  const passes = await serviceFrom(`openapi: 3.1.0
info: { title: Passes, version: '1' }
paths:
  /event/token: { post: { operationId: createEventToken, responses: { '200': { description: Made., ${token} } } } }
  /guest/token/{token}:
    parameters: [{ name: token, in: path, required: true, schema: { type: string } }]
    get: { operationId: getGuest, responses: { '200': { description: The guest., ${token} }, '404': { description: None. } } }
`);
  let last = 0;
  const handler: Handler = ({ url, method }) => {
    if (!url.endsWith('/event/token')) return new Response(null, { status: 404 });
    return method === 'POST'
      ? Response.json({ token: `event-${++last}` })
      : new Response(null, { status: 405, headers: { allow: 'POST' } });
  };
  expect((await findings(handler, passes)).filter((text) => text.startsWith('read-after-create'))).toEqual([]);
});

test('a token by which a service tells a repeated request is not unique among things', async () => {
  const jobs = await serviceFrom(`openapi: 3.1.0
info: { title: Jobs, version: '1' }
paths:
  /jobs:
    post:
      operationId: createJob
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }, '400': { description: Wrong. } }
  /jobs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readJob
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }
        '404': { description: None. }
components:
  schemas:
    Job:
      type: object
      properties:
        id: { type: string, readOnly: true }
        token: { type: string, maxLength: 20, description: 'A unique, case-sensitive text that you provide to ensure the idempotency of the request.' }
        kind: { type: string, maxLength: 20, description: Uniquely identifies the type of this resource. }
`);
  const reader = await createJudge(jobs);
  const kept = new Map<string, string>();
  /** What a request with a token has made. */
  const byRequest = new Map<string, string>();
  const handler: Handler = async (request) => {
    const { pathname: target } = new URL(request.url);
    const { method } = request;
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const verdict = await reader.request({ method, target, headers, ...(body === '' ? {} : { body }) });
    if (!verdict.accepted) return new Response(null, { status: verdict.status });
    const type = { 'content-type': 'application/json' };
    if (method !== 'POST') {
      const found = kept.get(target);
      return found === undefined ? new Response(null, { status: 404 }) : new Response(method === 'HEAD' ? null : found, { headers: type });
    }
    const id = `job${kept.size}`;
    const before = byRequest.get(body);
    const text = before ?? JSON.stringify({ ...JSON.parse(body), id });
    if (before === undefined) kept.set(`/jobs/${id}`, text);
    if (body.includes('"token"')) byRequest.set(body, text);
    return new Response(text, { status: 201, headers: type });
  };
  expect(await findings(handler, jobs)).toEqual([]);
});

test('null for a reference is refused, where a sentence says that the thing is needed', async () => {
  const visit = `type: object, required: [kind, roomId], properties: { kind: { type: string, enum: [visit] }, roomId: { type: [integer, 'null'], minimum: 1 } }`;
  const body = (schema: string): string => `content: { application/json: { schema: { ${schema} }, example: { kind: visit, roomId: 2 } } }`;
  const visits = await serviceFrom(`openapi: 3.1.0
info: { title: Visits, version: '1' }
paths:
  /visits:
    post:
      operationId: addVisit
      description: A visit needs a room; else it is a 422.
      requestBody: { required: true, ${body(visit)} }
      responses: { '204': { description: Made. }, '400': { description: Not as declared. }, '422': { description: A rule is broken. } }
  /visits/{visitId}:
    patch:
      operationId: changeVisit
      parameters: [{ name: visitId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      requestBody: { required: true, ${body(visit.replace('required: [kind, roomId], ', ''))} }
      responses: { '204': { description: Changed. }, '400': { description: Not as declared. }, '422': { description: A rule is broken. } }
`);
  const found = await findings(async (request) => {
    const { roomId } = (await request.json()) as { readonly roomId?: number | null };
    return new Response(null, { status: roomId === null ? 422 : 204 });
  }, visits);
  expect(found.filter((text) => text.startsWith('accepts-valid'))).toEqual([]);
});

test.each([
  ['no schema', {}, 'text/plain', []],
  ['a string as its schema', { schema: { type: 'string' } }, 'text/plain', ['response-body getFile: The body is not valid UTF-8.']],
  ['no schema, but a charset', {}, 'text/plain; charset=utf-8', ['response-body getFile: The body is not valid UTF-8.']],
])('text with %s may have any bytes only where nothing says its charset', async (_, content, type, want) => {
  const responses = { 200: { description: 'The file.', content: { 'text/plain': content } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: { '/file': { get: { operationId: 'getFile', responses } } },
  };
  const files = await serviceFrom(JSON.stringify(document));
  const handler: Handler = (request) =>
    request.method === 'GET'
      ? new Response(new Uint8Array([0x66, 0xfc, 0x72]), { headers: { 'content-type': type } })
      : new Response(null, { status: 405 });
  expect((await findings(handler, files)).filter((text) => text.startsWith('response-body'))).toEqual(want);
});
