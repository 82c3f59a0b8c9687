// Tests that octavo conform reaches what only things allow that were made with a switch turned.
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
  ['needsReview: { type: boolean, default: false }', 'review', 'The article waits for nobody.'],
  ['refundable: { type: boolean }', 'refund', 'This fare is kept by us.'],
  ['autoRenew: { type: boolean, default: true }', 'renew', 'It goes on by itself.'],
])('things with %s are reached by %s', async (member, action, refusal) => {
  const [name = ''] = member.split(':');
  const needed = !member.includes('default: true');
  const things = new Map<number, Readonly<Record<string, unknown>>>();
  const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: add
      requestBody: { required: true, ${made(member)} }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } } }
  /things/{thing}/${action}:
    post: { operationId: ${action}, parameters: [${id('thing')}], responses: { '204': { description: Done. }, '404': { description: None. }, '409': { description: Not now. } } }
`;
  const unreached = await unreachedOf(document, async (request) => {
    const [, , thing] = new URL(request.url).pathname.split('/');
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (thing === undefined) {
      things.set(things.size + 1, (await request.json()) as Readonly<Record<string, unknown>>);
      return Response.json({ id: things.size }, { status: 201 });
    }
    const found = things.get(Number(thing));
    if (found === undefined) return new Response(null, { status: 404 });
    const isFit = (found[name] ?? !needed) === needed;
    return isFit ? new Response(null, { status: 204 }) : Response.json({ message: refusal }, { status: 409 });
  });
  expect(unreached).toEqual([]);
});
