// Tests that octavo conform finds members that change although what names the thing is in a state in which the document refuses that: in three
// domains, in other words.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly member: string;
  readonly parts: string;
  readonly names: string;
  /** The state of a new part, and the one that the action leads to. */
  readonly states: readonly [first: string, last: string];
  readonly act: string;
  /** The state in which the member may not be changed. */
  readonly frozen: 0 | 1;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'halls',
    member: 'rows',
    parts: 'screenings',
    names: 'hallId',
    states: ['planned', 'shown'],
    act: 'show',
    frozen: 0,
    says: 'The rows cannot be changed while a screening of the hall is planned (409). The name can.',
  },
  {
    things: 'flats',
    member: 'square_metres',
    parts: 'leases',
    names: 'flat_id',
    states: ['offered', 'active'],
    act: 'activate',
    frozen: 1,
    says: 'Changes a flat. As long as it has an active lease, `square_metres` cannot be changed: 409.',
  },
  {
    things: 'vans',
    member: 'axles',
    parts: 'tours',
    names: 'van',
    states: ['open', 'driven'],
    act: 'drive',
    frozen: 0,
    says: 'Its axles can only be changed while there are no open tours, or else 409.',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const at = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;

function documentOf({ things, member, parts, names, states, act, says }: Domain): string {
  const own = `name: { type: string, minLength: 1, maxLength: 20 }, ${member}: { type: integer, minimum: 1, maximum: 500 }`;
  const thing = `{ type: object, required: [id, name, ${member}], properties: { id: ${id}, ${own} } }`;
  const part = `{ type: object, required: [id, ${names}, status], properties: { id: ${id}, ${names}: ${id}, status: { type: string, enum: [${states}] } } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${json(`{ type: object, required: [name, ${member}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${json(thing)} }, '422': { description: Wrong. } }
  /${things}/{id}:
    ${at}
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
    patch:
      operationId: change
      description: '${says}'
      requestBody: { required: true, ${json(`{ type: object, properties: { ${own} } }`)} }
      responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. }, '409': { description: Not now. }, '422': { description: Wrong. } }
  /${parts}:
    post:
      operationId: addPart
      requestBody: { required: true, ${json(`{ type: object, required: [${names}], properties: { ${names}: ${id} } }`)} }
      responses: { '201': { description: Made., ${json(part)} }, '422': { description: Wrong. } }
  /${parts}/{id}:
    ${at}
    get: { operationId: readPart, responses: { '200': { description: It., ${json(part)} }, '404': { description: None. } } }
  /${parts}/{id}/${act}:
    ${at}
    post: { operationId: act, responses: { '200': { description: It., ${json(part)} }, '404': { description: None. }, '409': { description: Done. } } }
`;
}

type Members = Record<string, unknown>;

async function foundWith(domain: Domain, isHeld: boolean): Promise<readonly string[]> {
  const { things, member, names, states, act, frozen } = domain;
  const kept: Members[] = [];
  const parts: Members[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const isThing = (one: Members): boolean =>
    typeof one.name === 'string' && one.name !== '' && one.name.length <= 20 && Number(one[member]) >= 1 && Number(one[member]) <= 500;
  const target = async (request: Request): Promise<Response> => {
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const all = kind === things ? kept : parts;
    const one = all[Number(key) - 1];
    if (key !== undefined && one === undefined) return status(404);
    if (request.method === 'GET') return Response.json(one);
    if (action === act && one !== undefined) {
      if (one.status === states[1]) return status(409);
      one.status = states[1];
      return Response.json(one);
    }
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return status(422);
    const given = body as Members;
    if (one !== undefined) {
      const after: Members = { ...one, ...given, id: one.id };
      if (!isThing(after)) return status(422);
      const isOther = after[member] !== one[member];
      if (isOther && isHeld && parts.some((part) => part[names] === one.id && part.status === states[frozen])) return status(409);
      return Response.json(Object.assign(one, after));
    }
    if (kind === things ? !isThing(given) : kept[Number(given[names]) - 1] === undefined) return status(422);
    const made: Members =
      kind === things
        ? { id: kept.length + 1, name: given.name, [member]: given[member] }
        : { id: parts.length + 1, [names]: given[names], status: states[0] };
    all.push(made);
    return Response.json(made, { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('state-rules') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where the change is refused', async () => expect(await foundWith(domain, true)).toEqual([]));

  test('it is found that the member has changed', async () => {
    const { member, parts, states, frozen } = domain;
    expect(await foundWith(domain, false)).toEqual([
      expect.stringMatching(
        new RegExp(`^change has changed \`${member}\` from \\d+ to \\d+ where it has ${parts} that are ${states[frozen]}, and`),
      ),
    ]);
  });
});
