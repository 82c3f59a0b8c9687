// Two creates at once take the last place of a thing whose room is that of another one: the seats of a performance are those of its hall. The
// example takes two of them, and the hall is made with one.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly tops: string;
  readonly room: string;
  readonly sources: string;
  readonly of: string;
  /** Users stand below their source. */
  readonly users: string;
  readonly persons: string;
}

const DOMAINS: readonly Domain[] = [
  { tops: 'halls', room: 'seats', sources: 'performances', of: 'hallId', users: 'tickets', persons: 'visitors' },
  { tops: 'vans', room: 'capacity', sources: 'rides', of: 'van_id', users: 'bookings', persons: 'riders' },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const answers = (status: number, schema: string, refusal: string): string =>
  `responses: { '${status}': { description: It., ${json(schema)} }, '404': { description: None. }, '409': { description: ${refusal} }, '422': { description: Wrong. } }`;
const body = (required: string, members: string, example: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }, example: { ${example} } } } }`;

function documentOf({ tops, room, sources, of, users, persons }: Domain): string {
  const shown = (members: string): string => `{ type: object, required: [id], properties: { id: { type: integer }, ${members} } }`;
  const [top, source] = [shown(`${room}: { type: integer }`), shown(`${of}: { type: integer }`)];
  const people = `${persons}: { type: array, minItems: 1, maxItems: 9, items: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 30 } } } }`;
  const id = `parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]`;
  return `openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /${tops}:
    post: { operationId: addTop, ${body(room, `${room}: { type: integer, minimum: 1, maximum: 900 }`, `${room}: 200`)}, ${answers(201, top, 'No.')} }
  /${tops}/{id}:
    ${id}
    get: { operationId: readTop, ${answers(200, top, 'No.')} }
  /${sources}:
    post: { operationId: addSource, ${body(of, `${of}: ${NUMBER}`, `${of}: 1`)}, ${answers(201, source, 'No.')} }
  /${sources}/{id}:
    ${id}
    get: { operationId: readSource, ${answers(200, source, 'No.')} }
  /${sources}/{id}/${users}:
    ${id}
    post: { operationId: addUser, ${body(persons, people, `${persons}: [{ name: Ann }, { name: Ben }]`)}, ${answers(201, shown(people), 'There are not enough places left.')} }
  /${users}/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: ${NUMBER} }]
    get: { operationId: readUser, ${answers(200, shown(people), 'No.')} }
`;
}

async function found(domain: Domain, isLate: boolean): Promise<readonly string[]> {
  const { tops, room, sources, of, users, persons } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const rooms: number[] = [];
  const made: number[] = [];
  const taken: { readonly source: number; readonly people: readonly unknown[] }[] = [];
  const none = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return none(422);
    const sent = text === '' ? {} : JSON.parse(text);
    const [, kind, key, below] = new URL(request.url).pathname.split('/');
    const id = Number(key);
    if (kind === tops && key === undefined) return Response.json({ id: rooms.push(sent[room]), ...sent }, { status: 201 });
    if (kind === tops) return rooms[id - 1] === undefined ? none(404) : Response.json({ id, [room]: rooms[id - 1] });
    if (kind === sources && key === undefined)
      return rooms[sent[of] - 1] === undefined ? none(422) : Response.json({ id: made.push(sent[of]), ...sent }, { status: 201 });
    if (kind === users) return taken[id - 1] === undefined ? none(404) : Response.json({ id, [persons]: taken[id - 1]?.people });
    const top = made[id - 1];
    if (top === undefined) return none(404);
    if (below === undefined) return Response.json({ id, [of]: top });
    const people: readonly unknown[] = sent[persons];
    const there = taken.filter(({ source }) => source === id).reduce((sum, one) => sum + one.people.length, 0);
    if (there + people.length > (rooms[top - 1] ?? 0)) return none(409);
    if (isLate) await wait(3);
    return Response.json({ id: taken.push({ source: id, people }), [persons]: people }, { status: 201 });
  };
  const { findings } = await conformService(service, { target, random: 1, sequences: true, ...lookingFor('create-at-once') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describeInTurns('$users', DOMAINS, (domain, test) => {
  test('nothing is found where one of them gets it', async () => expect(await found(domain, false)).toEqual([]));

  test('both get it', async () =>
    expect(await found(domain, true)).toEqual([
      `addUser: Two requests at once that use up the same of ${domain.sources} have both succeeded; one after the other, the second is refused with 409.`,
    ]));
});
