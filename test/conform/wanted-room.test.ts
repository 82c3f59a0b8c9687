// Tests that octavo conform fills what has room for so many where a sentence says what must be free: in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly room: string;
  readonly count: string;
  readonly parts: string;
  readonly naming: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'classes',
    room: 'capacity',
    count: 'pupilCount',
    parts: 'pupils',
    naming: 'class',
    says: 'The class must exist (422) and have a free place (409).',
  },
  {
    things: 'workshops',
    room: 'seats',
    count: 'people',
    parts: 'bookings',
    naming: 'workshop_id',
    says: 'A booking needs an open seat in the workshop, or else the answer is 409.',
  },
  {
    things: 'cabins',
    room: 'bedCapacity',
    count: 'guests',
    parts: 'stays',
    naming: 'cabinId',
    says: 'Only possible as long as there are beds left in the cabin; otherwise 409.',
  },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, room, count, parts, naming, says }: Domain, isSaid: boolean): string {
  const own = `name: { type: string, minLength: 1, maxLength: 20 }, ${room}: { type: integer, minimum: 1, maximum: 50 }`;
  const thing = json(
    `{ type: object, required: [id, name, ${room}, ${count}], properties: { id: ${id}, ${own}, ${count}: { type: integer, minimum: 0 } } }`,
  );
  const part = json(`{ type: object, required: [id, ${naming}], properties: { id: ${id}, ${naming}: ${id} } }`);
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [name, ${room}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${parameters}
    get: { operationId: read, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
    patch:
      operationId: change
      requestBody: { required: true, ${json(`{ type: object, minProperties: 1, properties: { ${own} } }`)} }
      responses: { '200': { description: It., ${thing} }, '404': { description: None. }, '422': { description: Wrong. } }
  /${parts}:
    post:
      operationId: addPart
      description: ${isSaid ? `'${says}'` : 'Adds one.'}
      requestBody: { required: true, ${json(`{ type: object, required: [${naming}], properties: { ${naming}: ${id} } }`)} }
      responses: { '201': { description: Made., ${part} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${parts}/{id}:
    ${parameters}
    get: { operationId: readPart, responses: { '200': { description: It., ${part} }, '404': { description: None. } } }
`;
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean, isSaid = true): Promise<readonly string[]> {
  const { things, room, count, naming } = domain;
  const kept: Members[] = [];
  const made: Members[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const countOf = (key: unknown): number => made.filter((part) => part[naming] === key).length;
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const one = (kind === things ? kept : made)[Number(key) - 1];
    const shown = (thing: Members | undefined): Members => ({ ...thing, [count]: countOf(thing?.id) });
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(kind === things ? shown(one) : one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (kind !== things) {
      const thing = kept[Number(body[naming]) - 1];
      if (thing === undefined) return refused(422);
      if (!isFaulty && countOf(thing.id) >= Number(thing[room])) return refused(409);
      made.push({ id: made.length + 1, [naming]: thing.id });
      return Response.json(made.at(-1), { status: 201 });
    }
    const next: Members = { name: one?.name, [room]: one?.[room], ...body };
    const number = next[room];
    if (typeof next.name !== 'string' || next.name === '' || [...next.name].length > 20) return refused(422);
    if (!Number.isInteger(number) || Number(number) < 1 || Number(number) > 50) return refused(422);
    const index = one === undefined ? kept.length : Number(key) - 1;
    kept[index] = { ...next, id: index + 1 };
    return Response.json(shown(kept[index]), { status: one === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, isSaid)), {
    target,
    random: 0,
    ...lookingFor('capacity'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where one more is refused', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where the document says nothing', async () => expect(await foundWith(domain, true, false)).toEqual([]));
  test('it is found that one more is taken', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^addPart has succeeded where all that /)]);
  });
});
