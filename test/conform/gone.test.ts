// Tests that octavo conform finds a 404 where the document keeps the 410 for what was deleted, and that other texts of a 410 ask for nothing.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const documentWith = (gone: string, none = 'It never was.'): string => {
  const refusals = `'404': { description: '${none}' }, '410': { description: '${gone}' }, '422': { description: Invalid. }`;
  return `openapi: 3.1.0
info: { title: Kites, version: '1' }
paths:
  /kites:
    post:
      operationId: addKite
      requestBody: { required: true, ${json('NewKite')} }
      responses: { '201': { description: Made., ${json('Kite')} }, '422': { description: Invalid. } }
  /kites/{id}:
    parameters: [${id}]
    get: { operationId: readKite, responses: { '200': { description: Found., ${json('Kite')} }, ${refusals} } }
    patch:
      operationId: changeKite
      requestBody: { required: true, ${json('NewKite')} }
      responses: { '200': { description: Changed., ${json('Kite')} }, ${refusals} }
    delete: { operationId: removeKite, responses: { '204': { description: Gone. }, ${refusals} } }
components:
  schemas:
    NewKite: { type: object, required: [color], properties: { color: { type: string, enum: [red, blue] } } }
    Kite: { type: object, required: [id, color], properties: { id: { type: integer }, color: { type: string, enum: [red, blue] } } }
`;
};

/** A service that answers each method with the status given for it once a kite is deleted. */
function kites(statuses: Readonly<Record<string, number>>): (request: Request) => Promise<Response> {
  const kept = new Map<number, string | undefined>();
  return async (request) => {
    const status = (code: number): Response => new Response(null, { status: code });
    const given = ['POST', 'PATCH'].includes(request.method) ? await request.json().catch(() => undefined) : undefined;
    const key = new URL(request.url).pathname.split('/')[2];
    const number = key === undefined ? kept.size + 1 : Number(key);
    if (key !== undefined && !kept.has(number)) return status(404);
    if (key !== undefined && kept.get(number) === undefined) return status(statuses[request.method] ?? 410);
    if (request.method === 'DELETE') {
      kept.set(number, undefined);
      return status(204);
    }
    if (request.method !== 'GET' && !['red', 'blue'].includes(given?.color)) return status(422);
    if (request.method !== 'GET') kept.set(number, given.color);
    return Response.json({ id: number, color: kept.get(number) }, { status: key === undefined ? 201 : 200 });
  };
}

const CHECKS = ['read-after-delete', 'change-after-delete', 'delete-twice'];

async function foundIn(text: string, statuses: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const service = await serviceFrom(text);
  const { findings, operations } = await conformService(service, { target: kites(statuses), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
  return findings.map(({ check, message, expected }) => `${check}: ${message} ${expected}`);
}

test.each([
  ['GET', 'read-after-delete'],
  ['PATCH', 'change-after-delete'],
  ['DELETE', 'delete-twice'],
])('finds a 404 of %s', async (method, check) => {
  for (const text of ['The kite is deleted.', 'This resource has been deleted'])
    expect(await foundIn(documentWith(text), { [method]: 404 })).toEqual([
      `${check}: What was deleted is answered with 404, and the document says of 410: “${text}” the status 410`,
    ]);
});

test('finds nothing where each answer is a 410', async () => {
  expect(await foundIn(documentWith('The kite is deleted.'), {})).toEqual([]);
});

test.each([
  ['a 410 of something else', 'The line is deleted.', undefined],
  ['a 410 that comes later', 'The kite was deleted permanently.', undefined],
  ['a 410 of an account', 'The account of the kite is deleted.', undefined],
  ['a 410 without a reason', 'Gone.', undefined],
  ['a 404 for what was deleted', 'The kite is deleted.', 'It does not exist, or was deleted.'],
])('takes a 404 with %s', async (_, gone, none) => {
  expect(await foundIn(documentWith(gone, none), { GET: 404, PATCH: 404, DELETE: 404 })).toEqual([]);
});
