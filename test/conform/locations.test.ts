// Things that only the header Location names, and numbers that are called otherwise than the parameter of a path.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { identifierFor } from '../../generator/inference/names.ts';
import { serviceFrom } from './support.ts';

const CRATES = `openapi: 3.1.0
info: { title: Crates, version: '1' }
paths:
  /crates:
    post:
      operationId: addCrate
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } } }
      responses:
        '201': { description: Added., headers: { Location: { required: true, schema: { type: string } } } }
        '422': { description: Refused. }
  /crates/{crateNo}:
    parameters: [{ name: crateNo, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readCrate
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } } }
        '404': { description: None. }
    delete:
      operationId: removeCrate
      responses: { '204': { description: Removed. }, '404': { description: None. } }
  /crates/{crateNo}/seal:
    parameters: [{ name: crateNo, in: path, required: true, schema: { type: string } }]
    post:
      operationId: sealCrate
      responses: { '204': { description: Sealed. }, '404': { description: None. } }
components:
  schemas:
    Crate: { type: object, required: [label], additionalProperties: false, properties: { label: { type: string, maxLength: 20 } } }
`;

function service(created: (number: string) => Response): (request: Request) => Promise<Response> {
  const crates = new Map<string, unknown>();
  let last = 0;
  return async (request) => {
    const [, collection, number, action, ...more] = new URL(request.url).pathname.split('/');
    if (collection !== 'crates' || more.length > 0) return new Response(null, { status: 404 });
    const allowed = number === undefined ? ['POST'] : action === undefined ? ['GET', 'HEAD', 'DELETE'] : action === 'seal' ? ['POST'] : [];
    if (allowed.length === 0) return new Response(null, { status: 404 });
    if (!allowed.includes(request.method)) return new Response(null, { status: 405, headers: { allow: allowed.join(', ') } });
    if (number === undefined) {
      if (!/^application\/json *(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return new Response(null, { status: 415 });
      const body: unknown = await request.json().catch(() => undefined);
      if (!isCrate(body)) return new Response(null, { status: 422 });
      const next = `N-${++last}`;
      crates.set(next, body);
      return created(next);
    }
    const crate = crates.get(number);
    if (crate === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(crate);
    if (request.method === 'HEAD') return new Response(null, { headers: Response.json(crate).headers });
    if (request.method === 'DELETE') crates.delete(number);
    return new Response(null, { status: 204 });
  };
}

function isCrate(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { label, ...others } = body as Record<string, unknown>;
  return typeof label === 'string' && [...label].length <= 20 && Object.keys(others).length === 0;
}

test.each([
  ['a path', (number: string) => `/crates/${number}`],
  ['a path of what has become of it', (number: string) => `/v1/crates/${number}/state`],
  ['a URI', (number: string) => `https://crates.example/crates/${number}?new=1`],
])('%s names what was made, and all operations on it are reached', async (_, locationOf) => {
  const target = service((number) => new Response(null, { status: 201, headers: { location: locationOf(number) } }));
  const { findings, reached } = await conformService(await serviceFrom(CRATES), { target, random: 2 });
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(reached).toEqual({ succeeded: 4, of: 4 });
});

test.each([
  ['orderNo', 'orders', 'number'],
  ['invoice_no', 'invoices', 'number'],
  ['caseNo', 'cases', 'caseNumber'],
])('{%s} below %s takes the member %s', (parameter, collection, member) => {
  expect(identifierFor(parameter, collection, ['label', member, 'state'])).toBe(member);
});
