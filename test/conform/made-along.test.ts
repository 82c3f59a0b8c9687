// Tests that parts that come with a new thing name none of the parts of other things, where callers choose their names, so that the thing can be made
// in sequences: a second thing with a name is refused.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly parts: string;
  readonly name: string;
  /** What names parts, and does not make them. */
  readonly users: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'albums', parts: 'tracks', name: 'trackId', users: 'playlists' },
  { things: 'exams', parts: 'questions', name: 'questionCode', users: 'drills' },
  { things: 'trains', parts: 'coaches', name: 'coachNumber', users: 'inspections' },
];

const STEPS = ['new ready', 'ready old'];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, parts, name, users }: Domain): string {
  const code = "{ type: string, pattern: '^[A-Z0-9]{6,9}$' }";
  const part = `{ type: object, required: [${name}, label], properties: { ${name}: ${code}, label: { type: string, minLength: 1, maxLength: 20 } } }`;
  const own = `title: { type: string, minLength: 1, maxLength: 30 }, state: { type: string, enum: [new, ready, old] }, ${parts}: { type: array, minItems: 1, maxItems: 4, items: ${part} }`;
  const change =
    '{ type: object, additionalProperties: false, properties: { state: { type: string, enum: [new, ready, old] }, title: { type: string, minLength: 1, maxLength: 30 } } }';
  const shown = content(
    `{ type: object, required: [id, title, state, ${parts}], properties: { id: { type: integer, minimum: 1, maximum: 99999 }, ${own} } }`,
  );
  const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }';
  return `openapi: 3.1.0
info: { title: Parts, version: '1' }
paths:
  /${things}:
    post:
      operationId: addThing
      description: No two ${parts} have the same \`${name}\`; a second one is a 409.
      requestBody: { required: true, ${content(`{ type: object, required: [title, ${parts}], properties: { ${own} } }`)} }
      responses: { '201': { description: Added., ${shown} }, '409': { description: Taken. }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [${id}]
    get: { operationId: readThing, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch:
      operationId: changeThing
      description: The state goes from new to ready, to old; every other step is a 409.
      requestBody: { required: true, ${content(change)} }
      responses: { '200': { description: It., ${shown} }, '404': { description: None. }, '409': { description: Conflict. }, '422': { description: Wrong. } }
  /${things}/{id}/${parts}:
    parameters: [${id}]
    post:
      operationId: addPart
      requestBody: { required: true, ${content(part)} }
      responses: { '201': { description: Added., ${content(part)} }, '404': { description: None. }, '409': { description: Taken. }, '422': { description: Wrong. } }
  /${things}/{id}/${parts}/{${name}}:
    parameters: [${id}, { name: ${name}, in: path, required: true, schema: ${code} }]
    get: { operationId: readPart, responses: { '200': { description: It., ${content(part)} }, '404': { description: None. } } }
  /${users}:
    post:
      operationId: addUser
      requestBody: { required: true, ${content(`{ type: object, required: [items], properties: { items: { type: array, minItems: 1, items: { type: object, required: [${name}], properties: { ${name}: ${code} } } } } }`)} }
      responses: { '201': { description: Added. }, '422': { description: Wrong. } }
`;
}

/** The findings about a service that takes these steps between states. */
async function foundWith(domain: Domain, steps: readonly string[]): Promise<readonly string[]> {
  const { parts, name } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: Record<string, unknown>[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return status(422);
    const [, , id, below, code] = pathname.split('/');
    const body = text === '' ? {} : JSON.parse(text);
    const inside = (one: Record<string, unknown>): Record<string, unknown>[] => one[parts] as Record<string, unknown>[];
    const names = kept.flatMap(inside).map((one) => one[name]);
    const one = kept[Number(id) - 1];
    if (pathname === `/${domain.users}`)
      return status(body.items.every((item: Record<string, unknown>) => names.includes(item[name])) ? 201 : 422);
    if (id !== undefined && one === undefined) return status(404);
    if (id === undefined || one === undefined) {
      const added = body[parts].map((part: Record<string, unknown>) => part[name]);
      if (new Set([...names, ...added]).size < names.length + added.length) return status(409);
      const made = { state: 'new', ...body, id: kept.length + 1 };
      kept.push(made);
      return Response.json(made, { status: 201 });
    }
    if (below === undefined) {
      const isStep = body.state === undefined || steps.includes(`${one.state} ${body.state}`);
      if (request.method === 'PATCH' && !isStep) return status(409);
      return Response.json(Object.assign(one, request.method === 'PATCH' ? body : {}));
    }
    const part = code === undefined ? body : inside(one).find((other) => other[name] === code);
    if (part === undefined) return status(404);
    if (code === undefined && names.includes(body[name])) return status(409);
    if (code === undefined) inside(one).push(body);
    return Response.json(part, { status: code === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(service, { target, ...{ most: 1, random: 0 }, ...lookingFor('state-rules') });
  return findings.map(({ check, operation }) => `${check}: ${operation.id}`);
}

describeInTurns('$things with $parts', DOMAINS, (domain, test) => {
  test('only what does not make parts names those that are there', async () => {
    const edges = edgesOf(await serviceFrom(documentOf(domain))).filter(
      ({ producer, to }) => producer.id === 'addPart' && to.startsWith('/body/'),
    );
    expect(edges.map(({ consumer, to }) => `${consumer.id} ${to}`)).toEqual([`addUser /body/items/0/${domain.name}`]);
  });

  test('a rule of the whole is tried', async () => {
    expect(await foundWith(domain, STEPS)).toEqual([]);
    expect(await foundWith(domain, [...STEPS, 'ready new'])).toEqual(['state-rules: changeThing']);
  });
});
