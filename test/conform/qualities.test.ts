// Tests that octavo conform makes things of others with each value of a boolean that a sentence asks for: in three domains.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly flag: string;
  /** The value with which something may be made of a thing. */
  readonly wanted: boolean;
  readonly uses: string;
  readonly naming: string;
  readonly status: 409 | 422;
  readonly says: string;
  /** Where the caller chooses the names of the things, a PUT makes them, and only a list shows them. */
  readonly isNamed: boolean;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'subjects',
    flag: 'graded',
    wanted: true,
    uses: 'marks',
    naming: 'subject',
    status: 422,
    says: 'The subject must exist and be graded, otherwise the answer is 422.',
    isNamed: true,
  },
  {
    things: 'rooms',
    flag: 'is_bookable',
    wanted: true,
    uses: 'stays',
    naming: 'room_id',
    status: 409,
    says: 'Only bookable rooms can be taken (409).',
    isNamed: false,
  },
  {
    things: 'dishes',
    flag: 'soldOut',
    wanted: false,
    uses: 'orders',
    naming: 'dishId',
    status: 409,
    says: 'A dish that is sold out cannot be ordered: 409.',
    isNamed: false,
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const CODE = "{ type: string, pattern: '^[A-Z]{4}$', example: MATH }";

function documentOf({ things, flag, uses, naming, says, isNamed }: Domain, isSaid: boolean): string {
  const key = isNamed ? CODE : NUMBER;
  const name = isNamed ? 'code' : 'id';
  const own = `title: { type: string, minLength: 1, maxLength: 20 }, ${flag}: { type: boolean }`;
  const thing = `{ type: object, required: [${name}, title, ${flag}], properties: { ${name}: ${key}, ${own} } }`;
  const body = `requestBody: { required: true, ${json(`{ type: object, required: [title], properties: { ${own} } }`)} }`;
  const parameters = `parameters: [{ name: ${name}, in: path, required: true, schema: ${key} }]`;
  const use = json(`{ type: object, required: [id, ${naming}], properties: { id: ${NUMBER}, ${naming}: ${key} } }`);
  const wrong = `'404': { description: None. }, '422': { description: Wrong. }`;
  const paths = isNamed
    ? `
    put: { operationId: put, ${body}, responses: { '200': { description: Replaced., ${json(thing)} }, '201': { description: Made., ${json(thing)} }, '422': { description: Wrong. } } }`
    : `
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
    patch: { operationId: change, requestBody: { required: true, ${json(`{ type: object, minProperties: 1, properties: { ${own} } }`)} }, responses: { '200': { description: It., ${json(thing)} }, ${wrong} } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    get: { operationId: list, responses: { '200': { description: All., ${json(`{ type: array, items: ${thing} }`)} } } }
    ${isNamed ? '' : `post: { operationId: add, ${body}, responses: { '201': { description: Made., ${json(thing)} }, '422': { description: Wrong. } } }`}
  /${things}/{${name}}:
    ${parameters}${paths}
  /${uses}:
    post:
      operationId: use
      description: '${isSaid ? says : 'Makes one.'}'
      requestBody: { required: true, ${json(`{ type: object, required: [${naming}], properties: { ${naming}: ${key} } }`)} }
      responses: { '201': { description: Made., ${use} }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${uses}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]
    get: { operationId: readUse, responses: { '200': { description: It., ${use} }, '404': { description: None. } } }
`.replace(/^ {4}\n/gm, '');
}

type Members = Readonly<Record<string, unknown>>;

async function foundWith(domain: Domain, isFaulty: boolean, isSaid = true): Promise<readonly string[]> {
  const { things, flag, wanted, naming, status, isNamed } = domain;
  const kept = new Map<string, Members>();
  const made: Members[] = [];
  const refused = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const one = kind === things ? kept.get(key ?? '') : made[Number(key) - 1];
    const isNew = kind === things && isNamed && request.method === 'PUT' && one === undefined;
    if (key !== undefined && one === undefined && !isNew) return refused(404);
    if (request.method === 'GET') return Response.json(key === undefined ? [...kept.values()] : one);
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (kind !== things) {
      const thing = kept.get(String(body[naming]));
      if (thing === undefined) return refused(422);
      if (!isFaulty && thing[flag] !== wanted) return refused(status);
      made.push({ id: made.length + 1, [naming]: body[naming] });
      return Response.json(made.at(-1), { status: 201 });
    }
    const next: Members = { [flag]: wanted, ...(request.method === 'PATCH' ? one : {}), ...body };
    if (typeof next.title !== 'string' || next.title === '' || [...next.title].length > 20 || typeof next[flag] !== 'boolean')
      return refused(422);
    if (isNamed && !/^[A-Z]{4}$/.test(key ?? '')) return refused(422);
    const own = key ?? String(kept.size + 1);
    kept.set(own, { ...next, ...(isNamed ? { code: own } : { id: Number(own) }) });
    return Response.json(kept.get(own), { status: one === undefined ? 201 : 200 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, isSaid)), {
    target,
    random: 0,
    ...lookingFor('state-rules'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where the service looks at it', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where the document says nothing', async () => expect(await foundWith(domain, true, false)).toEqual([]));
  test('it is found that the service looks at none', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^use (?:succeeds both where|is answered with 201 where) /)]);
  });
});

test('what is refused to some callers alone is no fault', async () => {
  const [, , dishes] = DOMAINS;
  if (dishes === undefined) throw new Error('There are three domains.');
  expect(await foundWith({ ...dishes, says: 'A dish that is sold out cannot be ordered by guests (409).' }, true)).toEqual([]);
});
