// Tests that octavo conform compares things in their list with the same things alone, once others belong to them: in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

type Members = Readonly<Record<string, unknown>>;

interface Domain {
  readonly things: string;
  readonly parts: string;
  /** The member of a part that names its thing; absent: parts are made below their thing. */
  readonly naming?: string;
  /** A number of a part. */
  readonly amount: string;
  readonly derived: string;
  readonly schema: string;
  readonly of: (parts: readonly Members[]) => unknown;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'accounts',
    parts: 'entries',
    amount: 'cents',
    derived: 'balance',
    schema: '{ type: integer }',
    of: (parts) => parts.reduce((sum, { cents }) => sum + Number(cents), 0),
  },
  {
    things: 'playlists',
    parts: 'songs',
    amount: 'seconds',
    derived: 'lengths',
    schema: '{ type: array, items: { type: integer } }',
    of: (parts) => parts.map(({ seconds }) => seconds),
  },
  {
    things: 'projects',
    parts: 'assignments',
    naming: 'project_id',
    amount: 'hours',
    derived: 'is_staffed',
    schema: '{ type: boolean }',
    of: (parts) => parts.length > 0,
  },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

interface Design {
  readonly says?: string;
  readonly isOther?: boolean;
}

function documentOf({ things, parts, naming, amount, derived, schema }: Domain, { says, isOther }: Design): string {
  const own = 'name: { type: string, minLength: 1, maxLength: 20 }';
  const part = `${naming === undefined ? '' : `${naming}: ${id}, `}${amount}: { type: integer, minimum: 1, maximum: 900 }`;
  const needed = [...(naming === undefined ? [] : [naming]), amount].join(', ');
  const above = naming === undefined ? `/${things}/{id}/${parts}` : `/${parts}`;
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const item = `{ $ref: '#/components/schemas/${isOther === true ? 'Item' : 'Thing'}' }`;
  const thing = `{ type: object, required: [id, name, ${derived}], properties: { id: ${id}, ${own}, ${derived}: ${schema} } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    get:
      operationId: list
      ${says === undefined ? '' : `description: ${says}`}
      responses: { '200': { description: All., ${json(`{ type: array, items: ${item} }`)} } }
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${json("{ $ref: '#/components/schemas/Thing' }")} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${parameters}
    get: { operationId: read, responses: { '200': { description: It., ${json("{ $ref: '#/components/schemas/Thing' }")} }, '404': { description: None. } } }
  ${above}:
    ${naming === undefined ? parameters : ''}
    post:
      operationId: addPart
      requestBody: { required: true, ${json(`{ type: object, required: [${needed}], properties: { ${part} } }`)} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [id], properties: { id: ${id}, ${part} } }`)} }, '404': { description: None. }, '422': { description: Wrong. } }
  /${parts}/{id}:
    ${parameters}
    get: { operationId: readPart, responses: { '200': { description: It., ${json(`{ type: object, required: [id], properties: { id: ${id}, ${part} } }`)} }, '404': { description: None. } } }
components:
  schemas:
    Thing: ${thing}
    Item: ${thing}
`.replace(/^ {4,6}\n/gm, '');
}

async function foundWith(domain: Domain, design: Design, isFaulty: boolean): Promise<readonly string[]> {
  const { things, parts, naming, amount, derived, of } = domain;
  const kept: Members[] = [];
  const made: Members[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const shown = (one: Members, isEmpty: boolean): Members => ({
    ...one,
    [derived]: of(isEmpty ? [] : made.filter((part) => part.of === one.id)),
  });
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key, below] = new URL(request.url).pathname.split('/');
    const all = kind === things ? kept : made;
    const one = key === undefined ? undefined : all[Number(key) - 1];
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET' && one === undefined) return Response.json(kept.map((each) => shown(each, isFaulty)));
    if (request.method === 'GET') return Response.json(one === undefined || kind === parts ? one : shown(one, false));
    const body = ((await request.json().catch(() => undefined)) ?? {}) as Members;
    if (kind === things && below === undefined) {
      if (typeof body.name !== 'string' || body.name === '' || [...body.name].length > 20) return refused(422);
      kept.push({ id: kept.length + 1, name: body.name });
      return Response.json(shown(kept.at(-1) ?? {}, false), { status: 201 });
    }
    const owner = naming === undefined ? key : body[naming];
    const number = body[amount];
    if (!Number.isInteger(number) || Number(number) < 1 || Number(number) > 900 || kept[Number(owner) - 1] === undefined)
      return refused(422);
    made.push({ id: made.length + 1, of: Number(owner), ...body });
    return Response.json(made.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, design)), {
    target,
    random: 0,
    ...lookingFor('list-like-read'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where both are alike', async () => expect(await foundWith(domain, {}, false)).toEqual([]));
  test('it is found that the list forgets what belongs to a thing', async () => {
    expect(await foundWith(domain, {}, true)).toEqual([
      expect.stringMatching(new RegExp(`^\`${domain.derived}\` of .* where it is read alone`)),
    ]);
  });
  test('nothing is found where the list has items of its own', async () =>
    expect(await foundWith(domain, { isOther: true }, true)).toEqual([]));
  test('nothing is found where the document says that the list is short', async () => {
    expect(await foundWith(domain, { says: 'Each one in a short form.' }, true)).toEqual([]);
  });
});
