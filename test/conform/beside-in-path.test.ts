// Tests that octavo conform reaches operations whose path names two things that have to go with the same third one: in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly groups: string;
  /** What is open to some groups, and what is of one of them, each with its member that names groups. */
  readonly offers: readonly [path: string, member: string, parameter: string];
  readonly people: readonly [path: string, member: string, parameter: string];
  readonly inner: string;
  readonly status: 409 | 422;
}

const DOMAINS: readonly Domain[] = [
  { groups: 'classes', offers: ['trips', 'classes', 'tripId'], people: ['pupils', 'class', 'pupilId'], inner: 'participants', status: 422 },
  {
    groups: 'plans',
    offers: ['events', 'plan_ids', 'event_id'],
    people: ['subscribers', 'plan_id', 'subscriber_id'],
    inner: 'guests',
    status: 409,
  },
  { groups: 'depots', offers: ['routes', 'depotIds', 'routeId'], people: ['drivers', 'depotId', 'driverId'], inner: 'crew', status: 422 },
];

const json = (schema: string, example = ''): string => `content: { application/json: { schema: ${schema}${example} } }`;
const id = '{ type: integer, minimum: 1, maximum: 99999 }';

function documentOf({ groups, offers: [offers, many, offer], people: [people, one, person], inner, status }: Domain): string {
  const kind = (path: string, members: string, required: string, example = ''): string => `
  /${path}:
    post:
      operationId: add-${path}
      requestBody: { required: true, ${json(`{ type: object, required: [${required}], properties: { ${members} } }`, example)} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [id], properties: { id: ${id}, ${members} } }`)} }, '422': { description: Wrong. } }
  /${path}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: read-${path}, responses: { '200': { description: It., ${json(`{ type: object, required: [id], properties: { id: ${id}, ${members} } }`)} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:${kind(groups, 'name: { type: string, minLength: 1, maxLength: 20 }', 'name')}${kind(offers, `${many}: { type: array, minItems: 1, maxItems: 3, items: ${id} }`, many, `, example: { ${many}: [3] }`)}${kind(people, `${one}: ${id}`, one, `, example: { ${one}: 7 }`)}
  /${offers}/{${offer}}/${inner}/{${person}}:
    parameters: [{ name: ${offer}, in: path, required: true, schema: ${id} }, { name: ${person}, in: path, required: true, schema: ${id} }]
    put:
      operationId: join
      requestBody: { required: true, ${json('{ type: object, required: [note], properties: { note: { type: string, minLength: 1, maxLength: 20 } } }')} }
      responses: { '200': { description: Joined. }, '404': { description: None. }, '${status}': { description: They do not go together. } }
`;
}

type Members = Readonly<Record<string, unknown>>;

test.each(sampleOf(DOMAINS, 1))('$offers.0 and $people.0', async (domain) => {
  const { groups, offers, people, status } = domain;
  const kept = new Map<string, Members[]>([groups, offers[0], people[0]].map((path) => [path, []]));
  const refused = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, path = '', key, inner, innerKey] = new URL(request.url).pathname.split('/');
    const one = kept.get(path)?.[Number(key) - 1];
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (inner !== undefined) {
      const person = kept.get(people[0])?.[Number(innerKey) - 1];
      if (person === undefined) return refused(404);
      const open = one?.[offers[1]];
      return Array.isArray(open) && open.includes(person[people[1]]) ? refused(200) : refused(status);
    }
    const named = path === groups ? [] : [body[path === offers[0] ? offers[1] : people[1]]].flat();
    const isThere = (value: unknown): boolean => kept.get(groups)?.[Number(value) - 1] !== undefined;
    if (path === groups ? typeof body.name !== 'string' : named.length === 0 || !named.every(isThere)) return refused(422);
    const all = kept.get(path) ?? [];
    all.push({ ...body, id: all.length + 1 });
    return Response.json(all.at(-1), { status: 201 });
  };
  // Both examples name groups that are there, and that do not go together.
  for (let count = 1; count <= 30; count++) kept.get(groups)?.push({ id: count, name: `group ${count}` });
  const report = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('accepts-valid') });
  expect(report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]))).toEqual([]);
});
