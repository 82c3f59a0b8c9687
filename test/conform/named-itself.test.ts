// Tests that octavo conform has things name themselves where a sentence refuses it: in three domains.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly inner: string;
  readonly member: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  { things: 'issues', inner: 'links', member: 'issue_id', says: 'Links it to another issue. An issue cannot block itself (422).' },
  {
    things: 'profiles',
    inner: 'follows',
    member: 'profileId',
    says: 'Follows somebody; nobody follows themselves, that is not possible (422).',
  },
  { things: 'stops', inner: 'transfers', member: 'stop', says: 'It must be another stop; otherwise 422.' },
];

const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, inner, member, says }: Domain, isSaid: boolean): string {
  const parameters = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const own = 'name: { type: string, minLength: 1, maxLength: 20 }';
  const thing = json(`{ type: object, required: [id, name], properties: { id: ${id}, ${own} } }`);
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post: { operationId: add, requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { ${own} } }`)} }, responses: { '201': { description: Made., ${thing} }, '422': { description: Wrong. } } }
  /${things}/{id}:
    ${parameters}
    get: { operationId: read, responses: { '200': { description: It., ${thing} }, '404': { description: None. } } }
  /${things}/{id}/${inner}:
    ${parameters}
    post:
      operationId: join
      description: '${isSaid ? says : 'Joins two.'}'
      requestBody: { required: true, ${json(`{ type: object, required: [${member}], properties: { ${member}: ${id} } }`)} }
      responses: { '204': { description: Joined. }, '404': { description: None. }, '422': { description: Wrong. } }
`;
}

async function foundWith(domain: Domain, isFaulty: boolean, isSaid = true): Promise<readonly string[]> {
  const { member } = domain;
  const kept: Readonly<Record<string, unknown>>[] = [];
  const refused = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const [, , key, inner] = new URL(request.url).pathname.split('/');
    const one = kept[Number(key) - 1];
    if (key !== undefined && one === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(one);
    const { name, [member]: other } = ((await request.json().catch(() => undefined)) ?? {}) as Readonly<Record<string, unknown>>;
    if (inner !== undefined) return refused(kept[Number(other) - 1] === undefined || (!isFaulty && other === one?.id) ? 422 : 204);
    if (typeof name !== 'string' || name === '' || [...name].length > 20) return refused(422);
    kept.push({ id: kept.length + 1, name });
    return Response.json(kept.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain, isSaid)), {
    target,
    random: 0,
    ...lookingFor('stated-rules'),
  });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where it is refused', async () => expect(await foundWith(domain, false)).toEqual([]));
  test('nothing is found where the document says nothing', async () => expect(await foundWith(domain, true, false)).toEqual([]));
  test('it is found that it is taken', async () => {
    expect(await foundWith(domain, true)).toEqual([expect.stringMatching(/^join succeeds where .* names itself/)]);
  });
});
