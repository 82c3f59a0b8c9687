// Values that a change often loses or cuts: an empty list, false, a large number, and fractions, each in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import type { Difference } from '../../generator/conform/kept/compare.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { isTelling } from '../../generator/conform/kept/telling.ts';
import { memberSchemasOf } from '../../generator/inference/bodies.ts';
import { propertiesOf } from '../../generator/model/schema/conjuncts.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

type Body = Readonly<Record<string, unknown>>;

interface Domain {
  readonly things: string;
  /** The member that is changed, its schema and what a thing is made with. */
  readonly member: string;
  readonly schema: string;
  readonly example: string;
  /** The change as a wrong service takes it. */
  readonly taken: (change: Body) => Body;
}

const without = (body: Body, name: string): Body => Object.fromEntries(Object.entries(body).filter(([own]) => own !== name));

const EMPTY = (name: string) => (change: Body) =>
  Array.isArray(change[name]) && change[name].length === 0 ? without(change, name) : change;
const FALSE = (name: string) => (change: Body) => (change[name] === false ? without(change, name) : change);
const cut = (name: string, of: (value: number) => number) => (change: Body) =>
  typeof change[name] === 'number' ? { ...change, [name]: of(change[name]) } : change;

const LIST = '{ type: array, maxItems: 9, items: { type: string, minLength: 1, maxLength: 30 } }';

const DOMAINS: readonly Domain[] = [
  { things: 'cabins', member: 'extras', schema: LIST, example: '[sauna, stove]', taken: EMPTY('extras') },
  { things: 'choirs', member: 'songs', schema: LIST, example: '[Evening]', taken: EMPTY('songs') },
  { things: 'robots', member: 'tools', schema: LIST, example: '[drill, saw]', taken: EMPTY('tools') },
  { things: 'hotels', member: 'dogsAllowed', schema: '{ type: boolean }', example: 'true', taken: FALSE('dogsAllowed') },
  { things: 'lamps', member: 'dimmable', schema: '{ type: boolean }', example: 'true', taken: FALSE('dimmable') },
  { things: 'feeds', member: 'is_public', schema: '{ type: boolean }', example: 'true', taken: FALSE('is_public') },
  {
    ...{ things: 'ships', member: 'value', schema: '{ type: integer, minimum: 0, maximum: 20000000000 }', example: '1200' },
    taken: cut('value', (value) => value % 2 ** 32),
  },
  {
    ...{ things: 'meters', member: 'pulses', schema: '{ type: integer, format: int64, minimum: 0 }', example: '77' },
    taken: cut('pulses', (value) => value | 0),
  },
  {
    ...{ things: 'files', member: 'bytes', schema: '{ type: integer, minimum: 1, maximum: 90000000000 }', example: '512' },
    taken: cut('bytes', (value) => Math.min(value, 2 ** 31 - 1)),
  },
  {
    ...{ things: 'exams', member: 'factor', schema: '{ type: number, exclusiveMinimum: 0, maximum: 4 }', example: '2' },
    taken: cut('factor', (value) => Math.max(1, Math.trunc(value))),
  },
  {
    ...{ things: 'wines', member: 'stars', schema: '{ type: number, minimum: 0, maximum: 5 }', example: '3' },
    taken: cut('stars', Math.floor),
  },
  {
    ...{ things: 'pumps', member: 'bar', schema: '{ type: number, minimum: 1, maximum: 10 }', example: '4' },
    taken: cut('bar', Math.trunc),
  },
];

function documentOf({ things, member, schema, example }: Domain): string {
  const own = `title: { type: string, minLength: 1, maxLength: 50, example: One }, ${member}: ${schema}`;
  const shown = `content: { application/json: { schema: { type: object, required: [id, title, ${member}], properties: { id: { type: integer }, ${own} } } } }`;
  const body = (rest: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, ${rest} properties: { ${own} } }, example: { title: One, ${member}: ${example} } } } }`;
  return `openapi: 3.1.0
info: { title: Changes, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      ${body(`required: [title, ${member}],`)}
      responses: { '201': { description: Added., ${shown} }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
    get: { operationId: read, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }
    patch:
      operationId: change
      ${body('minProperties: 1,')}
      responses: { '200': { description: Changed., ${shown} }, '404': { description: None. }, '422': { description: Wrong. } }
`;
}

async function foundWith(domain: Domain, taken: (change: Body) => Body): Promise<readonly string[]> {
  const service = await serviceFrom(documentOf(domain));
  const kept: Body[] = [];
  const target = async (request: Request): Promise<Response> => {
    const body = request.method === 'GET' ? {} : ((await request.json().catch(() => ({}))) as Body);
    if (request.method === 'POST') {
      kept.push({ id: kept.length + 1, ...body });
      return Response.json(kept.at(-1), { status: 201 });
    }
    const at = Number(new URL(request.url).pathname.split('/')[2]) - 1;
    if (kept[at] === undefined) return new Response(null, { status: 404 });
    if (request.method === 'PATCH') kept[at] = { ...kept[at], ...taken(body) };
    return Response.json(kept[at]);
  };
  const { findings } = await conformService(service, { target, ...lookingFor('keeps-values') });
  return findings.map(({ check, operation }) => `${check} ${operation.id}`);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('a service that keeps what it is sent has no finding', async () => expect(await foundWith(domain, (change) => change)).toEqual([]));

  test('a change that is lost is found', async () => expect(await foundWith(domain, domain.taken)).toEqual(['keeps-values change']));
});

const schemaOf = (schema: Partial<Schema>): Schema => schema as Schema;

test.each<readonly [at: string, schema: Partial<Schema>]>([
  ['/body/archived', {}],
  ['/body/isRead', {}],
  ['/body/public', { description: 'Once it is public, it stays so.' }],
])('a switch that may be one for good is left alone: %s', (at, schema) => {
  const difference: Difference = { at, change: 'damaged', sent: false, shown: true };
  expect(isTelling(difference, [schemaOf(schema)], undefined, 'PATCH')).toBe(false);
});

test.each<readonly [description: string, isSaid: boolean]>([
  ['Languages spoken at home, in the order given.', true],
  ['The stops of the tour, in the order in which you send them.', true],
  ['Shown in the same order as they were entered.', true],
  ['The guests, in the order in which they were checked in.', false],
  ['The stops in the order of their names.', false],
])('%s', async (description, isSaid) => {
  const [domain] = DOMAINS;
  const schema = `{ type: array, uniqueItems: true, description: '${description}', items: { type: string } }`;
  const service = await serviceFrom(documentOf({ ...domain, schema } as Domain));
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has three operations.');
  const schemas = propertiesOf(memberSchemasOf(operation)).get('extras') ?? [];
  expect(createKeepingProse(service).keeps(operation, schemas, 'list')).toBe(isSaid ? description : undefined);
});

test.each<readonly [schema: Partial<Schema>, isTold: boolean]>([
  [{ default: ['plain'] }, true],
  [{ default: ['other'] }, false],
  [{}, false],
])('an empty list of a create that is shown as the default: %j', (schema, isTold) => {
  const difference: Difference = { at: '/body/extras', change: 'damaged', sent: [], shown: ['plain'] };
  expect(isTelling(difference, [schemaOf(schema)], undefined, 'POST')).toBe(isTold);
});
