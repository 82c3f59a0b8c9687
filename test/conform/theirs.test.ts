// Tests that octavo conform finds what the first account gets of things that the second one had before the run, and of references to its things.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const body = "{ $ref: '#/components/schemas/Body' }";
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const studios = (said: string): string => `openapi: 3.1.0
info: { title: Studios, version: '1', description: '${said}' }
security: [{ key: [] }]
paths:
  /rooms:
    get: { operationId: listRooms, responses: { '200': { description: All., ${json(`{ type: object, properties: { rooms: { type: array, items: ${body} } } }`)} } } }
    post: { operationId: addRoom, responses: { '201': { description: Made., ${json(body)} } } }
  /rooms/{id}:
    parameters: [${id}]
    get: { operationId: getRoom, responses: { '200': { description: It., ${json(body)} }, '404': { description: None. } } }
  /rooms/{id}/pictures:
    parameters: [${id}]
    get: { operationId: listPictures, responses: { '200': { description: All., ${json(`{ type: object, properties: { pictures: { type: array, items: ${body} } } }`)} }, '404': { description: None. } } }
    post: { operationId: addPicture, responses: { '201': { description: Made., ${json(body)} }, '409': { description: Full. }, '404': { description: None. } } }
  /pictures/{id}:
    parameters: [${id}]
    get: { operationId: getPicture, responses: { '200': { description: It., ${json(body)} }, '404': { description: None. } } }
  /loans:
    post:
      operationId: lend
      requestBody: { required: true, ${json('{ type: object, required: [room_id], properties: { room_id: { type: integer, minimum: 1, maximum: 999999999 } } }')} }
      responses: { '201': { description: Lent., ${json(body)} }, '409': { description: The room is shut. }, '422': { description: No such room. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Body: { type: object, required: [id, owner], properties: { id: { type: integer }, owner: { type: string } } }
`;

const APART = 'The things of other studios do not exist for it.';

interface Wrong {
  readonly picturesOfAll?: boolean;
  readonly roomsOfAllInLoans?: boolean;
  readonly everything?: boolean;
}

interface Thing {
  readonly id: number;
  readonly owner: string;
  readonly room?: number;
}

function studio({ picturesOfAll = false, roomsOfAllInLoans = false, everything = false }: Wrong): Handler {
  const rooms: Thing[] = [{ id: 1, owner: 'jonas' }];
  const pictures: Thing[] = [{ id: 1, owner: 'jonas', room: 1 }];
  const status = (code: number): Response => new Response(null, { status: code });
  return async (request) => {
    const owner = request.headers.get('x-key') ?? '';
    if (owner !== 'mira' && owner !== 'jonas') return status(401);
    const [, kind, part, inner] = new URL(request.url).pathname.split('/');
    const all = kind === 'pictures' ? pictures : rooms;
    const isSeen = (one: Thing): boolean => one.owner === owner || everything;
    if (kind === 'loans') {
      const { room_id: named } = (await request.json().catch(() => ({}))) as { room_id?: number };
      const room = rooms.find((one) => one.id === named);
      // Rooms are shut from the start.
      return status(room !== undefined && (isSeen(room) || roomsOfAllInLoans) ? 409 : 422);
    }
    if (part === undefined && request.method === 'GET') return Response.json({ rooms: rooms.filter(isSeen) });
    if (part === undefined) {
      rooms.push({ id: rooms.length + 1, owner });
      return Response.json(rooms.at(-1), { status: 201 });
    }
    const found = all.find((one) => one.id === Number(part));
    if (found === undefined || !(isSeen(found) || (kind === 'pictures' && picturesOfAll))) return status(404);
    if (inner !== 'pictures') return Response.json(found);
    // No room takes more pictures.
    return request.method === 'POST' ? status(409) : Response.json({ pictures: pictures.filter((one) => one.room === found.id) });
  };
}

async function found(said: string, wrong: Wrong): Promise<readonly string[]> {
  const { findings } = await conformService(await serviceFrom(studios(said)), {
    target: studio(wrong),
    credentials: { given: { key: 'mira' }, other: { key: 'jonas' } },
    random: 1,
    most: 10,
    ...lookingFor('other-account', 'refuses-foreign-credential'),
  });
  return findings.map(({ operation }) => operation.id);
}

describe('what the first account gets of the second one', () => {
  test.each(
    sampleOf<[string, Wrong, readonly string[]]>(
      [
        [APART, {}, []],
        [APART, { picturesOfAll: true }, ['getPicture']],
        [APART, { roomsOfAllInLoans: true }, ['lend']],
        // Without a word of it, another refusal may be meant, and an account may see all.
        ['Rooms and pictures.', { roomsOfAllInLoans: true }, []],
        ['Rooms and pictures.', { everything: true }, []],
      ],
      3,
    ),
  )('%s %j', async (said, wrong, operations) => {
    expect(await found(said, wrong)).toEqual(operations);
  });
});
