// Tests that octavo conform finds creates that look at the first item of a list alone.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }';
const ROOM = '{ type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }';
const list = (text: string): string =>
  `{ type: array, minItems: 1, maxItems: 4, description: ${text}, items: { type: integer, minimum: 1, maximum: 999999 } }`;

const house = (text: string): string => `openapi: 3.1.0
info: { title: House, version: '1' }
paths:
  /rooms:
    post:
      operationId: addRoom
      requestBody: { required: true, ${json('{ type: object, required: [name], properties: { name: { type: string, enum: [red, blue] } } }')} }
      responses: { '201': { description: Made., ${json(ROOM)} }, '422': { description: Invalid. } }
  /rooms/{id}:
    parameters: [${ID}]
    get: { operationId: getRoom, responses: { '200': { description: It., ${json(ROOM)} }, '404': { description: None. } } }
  /fairs:
    post:
      operationId: addFair
      requestBody: { required: true, ${json(`{ type: object, required: [roomIds], properties: { roomIds: ${list(text)} } }`)} }
      responses: { '201': { description: Made., ${json("{ $ref: '#/components/schemas/Fair' }")} }, '409': { description: A room is taken. }, '422': { description: Invalid. } }
  /fairs/{id}:
    parameters: [${ID}]
    get: { operationId: getFair, responses: { '200': { description: It., ${json("{ $ref: '#/components/schemas/Fair' }")} }, '404': { description: None. } } }
components:
  schemas:
    Fair: { type: object, required: [id, roomIds], properties: { id: { type: integer }, roomIds: ${list(text)} } }
`;

/** Fairs that may not share rooms. By a fault, only the first so many rooms of a new one are looked at. */
function fairs(looksAt: number): Handler {
  const rooms: string[] = [];
  const made: (readonly number[])[] = [];
  return async (request) => {
    const [, kind, part] = new URL(request.url).pathname.split('/');
    const body: Readonly<Record<string, unknown>> = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    if (kind === 'rooms') {
      if (part !== undefined) {
        const name = rooms[Number(part) - 1];
        return name === undefined ? new Response(null, { status: 404 }) : Response.json({ id: Number(part), name });
      }
      if (!['red', 'blue'].includes(String(body?.name))) return new Response(null, { status: 422 });
      return Response.json({ id: rooms.push(String(body.name)), name: body.name }, { status: 201 });
    }
    if (part !== undefined) {
      const roomIds = made[Number(part) - 1];
      return roomIds === undefined ? new Response(null, { status: 404 }) : Response.json({ id: Number(part), roomIds });
    }
    const ids = Array.isArray(body?.roomIds) ? (body.roomIds as unknown[]) : [];
    if (ids.length < 1 || ids.length > 4 || !ids.every((id) => typeof id === 'number')) return new Response(null, { status: 422 });
    const looked = (ids as number[]).slice(0, looksAt);
    if (looked.some((id) => rooms[id - 1] === undefined)) return new Response(null, { status: 422 });
    if (made.some((other) => other.some((id) => looked.includes(id)))) return new Response(null, { status: 409 });
    return Response.json({ id: made.push(ids as number[]), roomIds: ids }, { status: 201 });
  };
}

const found = async (text: string, looksAt: number): Promise<readonly string[]> => {
  const report = await conformService(await serviceFrom(house(text)), {
    target: fairs(looksAt),
    most: 1,
    random: 0,
    ...lookingFor('each-item'),
  });
  return report.findings.map(({ check, operation }) => `${check} ${operation.id}`);
};

test('a fair whose first room alone is looked at is found, and one whose rooms are all looked at is not', async () => {
  expect(await found('Where it is.', 1)).toEqual(['each-item addFair']);
  expect(await found('Where it is.', 4)).toEqual([]);
});

test('a list whose first item means something says nothing', async () => {
  expect(await found('Where it is. The first one is the main one.', 1)).toEqual([]);
});
