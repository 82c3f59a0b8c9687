// Tests that a living mock shows what stands below a thing in the list of the thing too, and below it what such a list has.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Domain {
  readonly of: string;
  /** The last segment of the path below, and the list of the thing. */
  readonly below: string;
  readonly list: string;
  /** What names one in a path, the member of one that may change, and whether the server gives the name. */
  readonly id: string;
  readonly member: string;
  readonly isGiven: boolean;
}

const DOMAINS: readonly Domain[] = [
  { of: 'garments', below: 'sizes', list: 'sizes', id: 'sku', member: 'price', isGiven: false },
  { of: 'recordings', below: 'playback-ids', list: 'playback_ids', id: 'id', member: 'weight', isGiven: true },
  { of: 'routes', below: 'stops', list: 'stops', id: 'number', member: 'minutes', isGiven: false },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

async function begin({ of, below, list, id, member, isGiven }: Domain) {
  const named = id === 'number' ? '{ type: integer }' : '{ type: string }';
  const parameter = `${id === 'id' ? `${below.replace('-ids', '')}_id` : id}`;
  const inPath = (...names: string[]): string =>
    `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: ${name === 'id' ? '{ type: string }' : named} }`).join(', ')}]`;
  const whole = json("{ $ref: '#/components/schemas/Whole' }");
  const part = json("{ $ref: '#/components/schemas/Part' }");
  const none = "'404': { description: None. }";
  const text = `openapi: 3.1.0
info: { title: Inner, version: '1' }
security: []
paths:
  /${of}:
    post: { operationId: add, requestBody: { ${json(`{ type: object, properties: { ${list}: { type: array, items: { $ref: '#/components/schemas/New' } } } }`)} }, responses: { '201': { description: It., ${whole} } } }
  /${of}/{id}:
    ${inPath('id')}
    get: { operationId: read, responses: { '200': { description: It., ${whole} }, ${none} } }
    put: { operationId: change, requestBody: { ${json(`{ type: object, properties: { ${list}: { type: array, items: { $ref: '#/components/schemas/New' } } } }`)} }, responses: { '200': { description: It., ${whole} }, ${none} } }
  /${of}/{id}/${below}:
    ${inPath('id')}
    post: { operationId: addPart, requestBody: { required: true, ${json("{ $ref: '#/components/schemas/New' }")} }, responses: { '201': { description: It., ${part} }, ${none} } }
  /${of}/{id}/${below}/{${parameter}}:
    ${inPath('id', parameter)}
    get: { operationId: readPart, responses: { '200': { description: It., ${part} }, ${none} } }
    patch: { operationId: changePart, requestBody: { required: true, ${json(`{ type: object, properties: { ${member}: { type: integer } } }`).replace('json', 'merge-patch+json')} }, responses: { '200': { description: It., ${part} }, ${none} } }
    delete: { operationId: dropPart, responses: { '204': { description: Gone. }, ${none} } }
components:
  schemas:
    Whole: { type: object, required: [id, ${list}], properties: { id: { type: string }, ${list}: { type: array, items: { $ref: '#/components/schemas/Part' } } } }
    New: { type: object, required: [${isGiven ? '' : `${id}, `}${member}], properties: { ${isGiven ? '' : `${id}: ${named}, `}${member}: { type: integer } } }
    Part: { type: object, required: [${id}, ${member}], properties: { ${id}: ${named}, ${member}: { type: integer } } }
`;
  const description = await load('inner.yaml', { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  const ask = await living(description);
  const first = { ...(isGiven ? {} : { [id]: id === 'number' ? 1 : 'one' }), [member]: 5 };
  const second = { ...(isGiven ? {} : { [id]: id === 'number' ? 2 : 'two' }), [member]: 7 };
  return { ask, first, second };
}

describe.each(DOMAINS)('$list of $of', (domain) => {
  const { of, below, list, id, member } = domain;

  test('has what is made, changed and deleted below', async () => {
    const { ask, first, second } = await begin(domain);
    const own = `/${of}/${(await ask('POST', `/${of}`, {})).body.id}`;
    const shown = async () => (await ask('GET', own)).body[list];
    expect(await shown()).toEqual([]);
    const one = (await ask('POST', `${own}/${below}`, first)).body;
    const other = (await ask('POST', `${own}/${below}`, second)).body;
    expect(await shown()).toEqual([one, other]);
    expect((await ask('PATCH', `${own}/${below}/${one[id]}`, { [member]: 9 })).status).toBe(200);
    expect(await shown()).toEqual([{ ...one, [member]: 9 }, other]);
    expect((await ask('DELETE', `${own}/${below}/${one[id]}`)).status).toBe(204);
    expect(await shown()).toEqual([other]);
  });

  test('is what stands below: what it was sent with, and not what it has no longer', async () => {
    const { ask, first, second } = await begin(domain);
    const { body } = await ask('POST', `/${of}`, { [list]: [first, second] });
    const [one, other] = body[list];
    const own = `/${of}/${body.id}`;
    expect((await ask('GET', `${own}/${below}/${one[id]}`)).body).toEqual(one);
    expect((await ask('PATCH', `${own}/${below}/${other[id]}`, { [member]: 9 })).body).toEqual({ ...other, [member]: 9 });
    expect((await ask('GET', own)).body[list]).toEqual([one, { ...other, [member]: 9 }]);
    expect((await ask('PUT', own, { [list]: [] })).body[list]).toEqual([]);
    expect((await ask('GET', `${own}/${below}/${one[id]}`)).status).toBe(404);
  });
});
