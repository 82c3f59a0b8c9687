// Tests that octavo conform reaches what another operation at the same path has put there.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const id = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }`;

async function unreachedOf(document: string, target: Handler): Promise<readonly string[]> {
  const { operations } = await conformService(await serviceFrom(document), { target, most: 20, random: 0, ...lookingFor() });
  return operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]));
}

const made = (members: string): string =>
  `content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, maxLength: 20 }, ${members} } } } }`;

test.each([
  ['films', 'labels', 'word', "{ type: string, pattern: '^[a-z]{2,30}$' }"],
  ['teams', 'members', 'email', '{ type: string, format: email }'],
  ['wells', 'readings', 'day', '{ type: string, format: date }'],
])('what a PUT has put below %s in %s is what a DELETE takes away', async (above, below, name, schema) => {
  const kept = new Set<string>();
  let count = 0;
  const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${above}:
    post:
      operationId: add
      requestBody: { required: true, ${made('size: { type: integer }')} }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } }
  /${above}/{id}/${below}/{${name}}:
    parameters: [${id('id')}, { name: ${name}, in: path, required: true, schema: ${schema} }]
    put: { operationId: put, responses: { '204': { description: Put. }, '404': { description: None. } } }
    delete: { operationId: take, responses: { '204': { description: Taken. }, '404': { description: None. } } }
`;
  const unreached = await unreachedOf(document, async ({ method, url }) => {
    const { pathname } = new URL(url);
    const [, , thing] = pathname.split('/');
    if (thing === undefined && method === 'POST') return Response.json({ id: ++count }, { status: 201 });
    if (method === 'PUT' && Number(thing) <= count) kept.add(pathname);
    const isThere = method === 'DELETE' ? kept.delete(pathname) : kept.has(pathname);
    return new Response(null, { status: isThere ? 204 : 404 });
  });
  expect(unreached).toEqual([]);
});
