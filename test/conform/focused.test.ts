// Tests that what another part of a request hides is tried without that part, and that the values of valid requests about one part are mended in the
// others.
import { expect, test } from 'vitest';
import type { Case } from '../../generator/conform/contract/case.ts';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { createFocus } from '../../generator/conform/values/focus.ts';
import { valueAt } from '../../generator/inference/pointers.ts';
import { lookingFor, serviceFrom } from './support.ts';

/** A service of entries whose `extra` the value of their `grade` decides on. */
const documentOf = (grade: string, extra: string, listed: readonly string[]): string => `openapi: 3.1.0
info: { title: Entries, version: '1' }
paths:
  /entries:
    post:
      operationId: enter
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [${grade}]
              properties:
                ${grade}: { type: string, enum: [${listed.map((one) => `'${one}'`).join(', ')}] }
                ${extra}: { type: [integer, 'null'], minimum: -60, maximum: 100 }
            example: { ${grade}: '${listed.at(-1)}', ${extra}: 20 }
      responses: { '204': { description: Entered. }, '422': { description: Not as declared. } }
`;

test.each([
  ['class', 'flashPoint', ['1', '2', '3'], '4'],
  ['zone', 'surcharge', ['1', '9'], '10'],
  ['degree', 'years', ['01', '02'], '03'],
])('a value of `%s` that is not listed is found behind the rule of `%s`', async (grade, extra, listed, other) => {
  const service = await serviceFrom(documentOf(grade, extra, listed));
  const found = async (taken: readonly string[]): Promise<readonly string[]> => {
    const target = async (request: Request): Promise<Response> => {
      const entry = (await request.json().catch(() => null)) as Record<string, unknown> | null;
      const refused = (field: string): Response => Response.json({ details: [{ field }] }, { status: 422 });
      if (entry === null || !taken.includes(String(entry[grade])) || typeof entry[grade] !== 'string') return refused(grade);
      const value = entry[extra] ?? null;
      const isNumber = value === null || (Number.isInteger(value) && Number(value) >= -60 && Number(value) <= 100);
      // The last grade has the extra member, and no other has it.
      if (!isNumber || (value === null) === (entry[grade] === listed.at(-1))) return refused(extra);
      const [unknown] = Object.keys(entry).filter((name) => name !== grade && name !== extra);
      return unknown === undefined ? new Response(null, { status: 204 }) : refused(unknown);
    };
    const { findings } = await conformService(service, { target, random: 1, ...lookingFor('refuses-invalid') });
    return findings.flatMap(({ check, message }) => (check === 'refuses-invalid' ? [message] : []));
  };
  expect(await found(listed)).toEqual([]);
  expect(await found([...listed, other])).toEqual([expect.stringContaining(`"${other}", which enum does not allow`)]);
});

const SHELVES = `openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { operationId: getShelf, responses: { '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }, '404': { description: None. } } }
    put:
      operationId: putShelf
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
      responses:
        '200': { description: Replaced., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '422': { description: Not as declared. }
components:
  schemas:
    Shelf:
      type: object
      required: [code, width]
      properties: { code: { type: string, pattern: '^[A-Z][0-9]{1,2}$', readOnly: true }, width: { type: integer, minimum: 1, maximum: 99 } }
`;

const BERTHS = `openapi: 3.1.0
info: { title: Berths, version: '1' }
paths:
  /boats:
    post:
      operationId: moor
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 12 }, berth: { type: string, enum: [B1, B2] } } }
            example: { name: Ada, berth: B1 }
      responses: { '204': { description: Moored. }, '409': { description: The berth is taken. }, '422': { description: Not as declared. } }
`;

test.each([
  [409, [undefined, 'B2']],
  [422, [undefined, 'B2']],
  [404, []],
])('a name that is too long is sent without a berth that a %i blames, or with another one', async (status, berths) => {
  const service = await serviceFrom(BERTHS);
  const judge = await createJudge(service);
  const [operation] = service.operations;
  const input = { body: { name: 'a'.repeat(13), berth: 'B1' } };
  const refusal = { status, headers: new Headers({ 'content-type': 'application/json' }), body: Buffer.from('{"field":"berth"}') };
  const sent: unknown[] = [];
  const answered = (one: object): Exchange => ({ case: one, response: refusal }) as unknown as Exchange;
  const bases = { see: () => {}, of: () => [], all: () => [{ body: { name: 'Ada', berth: 'B2' } }] };
  const send = (one: Case): Promise<Exchange> => {
    sent.push(valueAt(one.input, '/body/berth'));
    return Promise.resolve(answered(one));
  };
  const one = { id: 'long', operation, input, at: '/body/name', isGrounded: true, intent: { kind: 'invalid', by: 'length' } };
  await createFocus({ judge, bases, send }).settle([answered(one)]);
  expect(sent).toEqual(berths);
});

test('a PUT gives what it makes a name of the form that its answer declares', async () => {
  const shelves = new Map<string, number>();
  const target = async (request: Request): Promise<Response> => {
    const code = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '');
    const width = shelves.get(code);
    if (request.method === 'GET') return width === undefined ? new Response(null, { status: 404 }) : Response.json({ code, width });
    const body = (await request.json().catch(() => ({}))) as { width?: unknown };
    if (!/^[A-Z][0-9]{1,2}$/.test(code) || !Number.isInteger(body.width)) return Response.json({ field: 'code' }, { status: 422 });
    shelves.set(code, Number(body.width));
    return Response.json({ code, width: Number(body.width) }, { status: width === undefined ? 201 : 200 });
  };
  const report = await conformService(await serviceFrom(SHELVES), { target, random: 1, ...lookingFor('response-body') });
  expect(report.reached?.succeeded).toBe(2);
});
