// Tests that octavo conform breaks by changes what bounds a member in another thing, where the change has the rule too: in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly most: string;
  readonly parts: string;
  readonly member: string;
  readonly method: 'patch' | 'put';
  readonly create: string;
  readonly change: string;
  /** What says of the bound what it means, where it is sent. */
  readonly means?: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'buildings',
    most: 'floors',
    parts: 'flats',
    member: 'level',
    method: 'patch',
    create: 'A level above the floors of the building gives 422.',
    change: 'What is said about levels of new flats holds here as well.',
  },
  {
    things: 'festivals',
    most: 'capacity',
    parts: 'stages',
    member: 'quota',
    method: 'put',
    create: 'The quota is at most the capacity of the festival, otherwise 422.',
    change: 'The rules of a new stage hold here too.',
  },
  {
    things: 'budgets',
    most: 'ceiling',
    parts: 'plans',
    member: 'cost',
    method: 'patch',
    create: 'The cost cannot be higher than the ceiling of the budget (422).',
    change: 'Changes a plan. The cost cannot be higher than the ceiling of the budget (422).',
  },
  {
    things: 'garages',
    most: 'levels',
    parts: 'bays',
    member: 'deck',
    method: 'patch',
    create: 'A deck above the top deck of the garage gives 422.',
    change: 'The rules of a new bay hold here as well.',
    means: 'The number of the top deck.',
  },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, most, parts, member, method, create, change, means = '' }: Domain, isSaid: boolean): string {
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const thing = json(`{ type: object, required: [id, ${most}], properties: { id: ${id}, ${most}: { type: integer } } }`);
  const own = `name: { type: string, minLength: 1, maxLength: 20 }, ${member}: { type: integer, minimum: 1, maximum: 900 }`;
  const part = json(`{ type: object, required: [id, name, ${member}], properties: { id: ${id}, ${own} } }`);
  const body = (required: string): string =>
    `requestBody: { required: true, ${json(`{ type: object, ${required}, properties: { ${own} } }`)} }`;
  const all = `required: [name, ${member}]`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      requestBody: { required: true, ${json(`{ type: object, required: [${most}], properties: { ${most}: { type: integer, minimum: 5, maximum: 50, description: '${means}' } } }`)} }
      responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${parameters}
    get: { operationId: readThing, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${things}/{id}/${parts}:
    ${parameters}
    post: { operationId: add, description: '${create}', ${body(all)}, responses: { '201': { description: Made., ${part} }, '404': { description: None. }, '422': { description: Wrong. } } }
  /${parts}/{id}:
    ${parameters}
    get: { operationId: read, responses: { '200': { description: It., ${part} }, '404': { description: None. } } }
    ${method}:
      operationId: change
      description: '${isSaid ? change : 'Changes one.'}'
      ${body(method === 'put' ? all : 'minProperties: 1')}
      responses: { '200': { description: It., ${part} }, '404': { description: None. }, '422': { description: Wrong. } }
`;
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean, isSaid = true): Promise<readonly string[]> {
  const { things, most, parts, member } = domain;
  const kept: Members[] = [];
  const made: { readonly above: Members; readonly shown: Members }[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const isNumber = (value: unknown, from: number, to: number): boolean =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key, below] = new URL(request.url).pathname.split('/');
    const [thing, part] = [kept[Number(key) - 1], made[Number(key) - 1]];
    if (key !== undefined && (kind === things ? thing : part) === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(kind === things ? thing : part?.shown);
    const sent = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (kind === things && below === undefined) {
      if (!isNumber(sent[most], 5, 50)) return refused(422);
      kept.push({ id: kept.length + 1, [most]: sent[most] });
      return Response.json(kept.at(-1), { status: 201 });
    }
    const isChange = kind === parts;
    const above = isChange ? part?.above : thing;
    const next: Members = { ...(request.method === 'PATCH' ? part?.shown : {}), ...sent };
    if (typeof next.name !== 'string' || next.name === '' || [...next.name].length > 20 || !isNumber(next[member], 1, 900))
      return refused(422);
    if (!(isChange && isFaulty) && Number(next[member]) > Number(above?.[most])) return refused(422);
    const index = isChange ? Number(key) - 1 : made.length;
    made[index] = { above: above ?? {}, shown: { id: index + 1, name: next.name, [member]: next[member] } };
    return Response.json(made[index]?.shown, { status: isChange ? 200 : 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, isSaid)), {
    target,
    random: 0,
    ...lookingFor('stated-rules'),
  });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describeInTurns('$parts', DOMAINS, (domain, test) => {
  test('nothing is found where changes are refused too', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where only the create has the rule', async () => expect(await foundWith(domain, true, false)).toEqual([]));
  test('it is found that a change breaks the rule', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^change: change with a .* is accepted with 200/)]);
  });
});
