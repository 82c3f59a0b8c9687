// Tests that octavo conform brings a thing of the second account into the state that a reference to it needs, before the first account refers to it.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const HALLS = `openapi: 3.1.0
info: { title: Halls, version: '1' }
security: [{ key: [] }]
paths:
  /halls:
    post: { operationId: addHall, responses: { '201': { description: Made., ${json('Hall')} } } }
  /halls/{id}:
    parameters: [${id}]
    get: { operationId: getHall, responses: { '200': { description: It., ${json('Hall')} }, '404': { description: None. } } }
  /halls/{id}/open:
    parameters: [${id}]
    post: { operationId: openHall, responses: { '200': { description: Open., ${json('Hall')} }, '404': { description: None. } } }
  /seats:
    post:
      operationId: takeSeat
      requestBody: { required: true, ${json('NewSeat')} }
      responses: { '201': { description: Taken., ${json('Seat')} }, '409': { description: The hall is not open. }, '422': { description: No such hall. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Hall: { type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string, enum: [shut, open] } } }
    NewSeat: { type: object, required: [hall_id], properties: { hall_id: { type: integer, minimum: 1, maximum: 999999999 } } }
    Seat: { type: object, required: [id], properties: { id: { type: integer } } }
`;

function halls(isShared: boolean): Handler {
  const all: { readonly owner: string; state: 'shut' | 'open' }[] = [];
  let seats = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return status(401);
    const [, kind, part, action] = new URL(request.url).pathname.split('/');
    const shown = (number: number, code: number): Response =>
      Response.json({ id: number, state: all[number - 1]?.state }, { status: code });
    if (kind === 'halls' && part === undefined) return shown(all.push({ owner, state: 'shut' }), 201);
    const { hall_id: named } = kind === 'seats' ? await request.json().catch(() => ({})) : { hall_id: undefined };
    const hall = all[Number(part ?? named) - 1];
    const isOwn = hall?.owner === owner || (isShared && kind === 'seats');
    if (hall === undefined || !isOwn) return status(kind === 'seats' ? 422 : 404);
    if (kind === 'seats') return hall.state === 'open' ? Response.json({ id: ++seats }, { status: 201 }) : status(409);
    if (action === 'open') hall.state = 'open';
    return shown(Number(part), 200);
  };
}

test.each([
  [false, []],
  [true, ['takeSeat']],
])('seats in halls of the second account: %s', async (isShared, operations) => {
  const { findings } = await conformService(await serviceFrom(HALLS), {
    target: halls(isShared),
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    ...{ random: 0, most: 1, sequences: true },
    ...lookingFor('other-account'),
  });
  expect(findings.map(({ operation }) => operation.id)).toEqual(operations);
});
