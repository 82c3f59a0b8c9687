// Tests that a sentence on what belongs to the thing above refuses what is unknown there, and that a change may keep the refusals of a create.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { saidOf } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly above: string;
  readonly people: string;
  readonly things: string;
  readonly member: string;
  readonly create: string;
  readonly change: string;
}

const DOMAINS: readonly Domain[] = [
  {
    above: 'wards',
    people: 'nurses',
    things: 'rounds',
    member: 'nurse',
    create: 'The nurse must be one of the ward (422 otherwise).',
    change: 'For the nurse the same holds as for a new round.',
  },
  {
    above: 'orchestras',
    people: 'players',
    things: 'solos',
    member: 'player',
    create: 'A new solo has no date. Its player has to be in the orchestra, otherwise it is refused with 422.',
    change: 'The same applies as when a solo is created.',
  },
];

const ID = '{ type: integer, minimum: 1, maximum: 99999999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NAME = 'name: { type: string, minLength: 1, maxLength: 20 }';

function documentOf({ above, people, things, member, create, change }: Domain): string {
  const named = json(`{ type: object, required: [id, name], properties: { id: ${ID}, ${NAME} } }`);
  const given = `requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { ${NAME} } }`)} }`;
  const shown = json(`{ type: object, required: [id, name, ${member}Id], properties: { id: ${ID}, ${NAME}, ${member}Id: ${ID} } }`);
  const sent = (required: string): string =>
    `requestBody: { required: true, ${json(`{ type: object, ${required}, properties: { ${NAME}, ${member}Id: ${ID} } }`)} }`;
  const at = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: ${ID} }]`;
  const wrong = "'404': { description: None. }, '422': { description: Wrong. }";
  return `openapi: 3.1.0
info: { title: Owners, version: '1' }
paths:
  /${above}:
    post: { operationId: addAbove, ${given}, responses: { '201': { description: Made., ${named} }, '422': { description: Wrong. } } }
  /${above}/{aboveId}:
    ${at('aboveId')}
    get: { operationId: readAbove, responses: { '200': { description: It., ${named} }, '404': { description: None. } } }
  /${above}/{aboveId}/${people}:
    ${at('aboveId')}
    post: { operationId: addPerson, ${given}, responses: { '201': { description: Made., ${named} }, ${wrong} } }
  /${above}/{aboveId}/${people}/{${member}Id}:
    parameters: [{ name: aboveId, in: path, required: true, schema: ${ID} }, { name: ${member}Id, in: path, required: true, schema: ${ID} }]
    get: { operationId: readPerson, responses: { '200': { description: It., ${named} }, '404': { description: None. } } }
  /${above}/{aboveId}/${things}:
    ${at('aboveId')}
    post: { operationId: addThing, description: ${JSON.stringify(create)}, ${sent(`required: [name, ${member}Id]`)}, responses: { '201': { description: Made., ${shown} }, ${wrong} } }
  /${things}/{thingId}:
    ${at('thingId')}
    get: { operationId: readThing, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch: { operationId: changeThing, description: ${JSON.stringify(change)}, ${sent('minProperties: 1')}, responses: { '200': { description: It., ${shown} }, ${wrong} } }
`;
}

async function foundWith(domain: Domain, fault: 'create' | 'change' | undefined): Promise<readonly string[]> {
  const { above, things, member } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const owners: { id: number; name: string }[] = [];
  const people: { id: number; owner: number; name: string }[] = [];
  const kept: { id: number; owner: number; body: Record<string, unknown> }[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(422);
    const [, kind, key, below, person] = new URL(request.url).pathname.split('/');
    const body = text === '' ? {} : JSON.parse(text);
    const isOutside = (owner: number): boolean =>
      body[`${member}Id`] !== undefined && !people.some((one) => one.id === body[`${member}Id`] && one.owner === owner);
    if (kind === things) {
      const one = kept[Number(key) - 1];
      if (one === undefined) return status(404);
      if (request.method === 'PATCH' && isOutside(one.owner) && fault !== 'change') return status(422);
      one.body = { ...one.body, ...body };
      return Response.json({ id: one.id, ...one.body });
    }
    if (kind !== above) return status(404);
    if (key === undefined) {
      owners.push({ id: owners.length + 1, name: body.name });
      return Response.json(owners.at(-1), { status: 201 });
    }
    const owner = owners[Number(key) - 1];
    if (owner === undefined) return status(404);
    if (below === undefined) return Response.json(owner);
    if (below === things) {
      if (isOutside(owner.id) && fault !== 'create') return status(422);
      kept.push({ id: kept.length + 1, owner: owner.id, body });
      return Response.json({ id: kept.length, ...body }, { status: 201 });
    }
    if (person !== undefined) {
      const found = people.find((one) => one.id === Number(person) && one.owner === owner.id);
      return found === undefined ? status(404) : Response.json({ id: found.id, name: found.name });
    }
    people.push({ id: people.length + 1, owner: owner.id, name: body.name });
    return Response.json({ id: people.length, name: body.name }, { status: 201 });
  };
  const { findings } = await conformService(service, { target, most: 4, random: 0, ...lookingFor('unknown-reference') });
  return findings.map(({ operation }) => operation.id);
}

test.each(sampleOf(DOMAINS, 1))('$member of $above', async (domain) => {
  expect(await foundWith(domain, undefined)).toEqual([]);
  expect(await foundWith(domain, 'create')).toEqual(['addThing']);
  expect(await foundWith(domain, 'change')).toEqual(['changeThing']);
});

test('a change that keeps the refusals of a create has no other sentences of it', async () => {
  const service = await serviceFrom(documentOf(DOMAINS[1] as Domain));
  const change = service.operations.find(({ id }) => id === 'changeThing');
  const texts = change && saidOf(service, change).map(({ text }) => text);
  expect(texts).toContain('Its player has to be in the orchestra, otherwise it is refused with 422.');
  expect(texts?.some((text) => /no date/.test(text))).toBe(false);
});
