// Tests that a PUT which has made something is not said to make it again.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const documentOf = (other: string): string => `openapi: 3.1.0
info: { title: Seats, version: '1' }
paths:
  /seats/{row}/cover:
    parameters: [{ name: row, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
    put:
      operationId: cover
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [colour], properties: { colour: { type: string, enum: [red, blue] } } } } } }
      responses: { '201': { description: It has one now. }, ${other} '400': { description: Wrong. } }
`;

async function messagesOf(again: number, other = "'200': { description: Another one. },"): Promise<readonly string[]> {
  const covered = new Set<string>();
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const body = await request.json().catch(() => null);
    if (body === null || !['red', 'blue'].includes(body.colour)) return new Response(null, { status: 400 });
    const status = covered.has(pathname) ? again : 201;
    covered.add(pathname);
    return new Response(null, { status });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(other)), { target, ...lookingFor('idempotent-methods') });
  return findings.map(({ message }) => message);
}

test('a second PUT is answered as one that makes nothing', async () => {
  expect(await messagesOf(200)).toEqual([]);
  expect(await messagesOf(201)).toEqual(['The same PUT is answered with 201 again.']);
  expect(await messagesOf(201, '')).toEqual([]);
});
