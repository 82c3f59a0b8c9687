// Tests that an ETag which stays when something else changes the content of a thing is found, such as the count of what stands below it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Teams, version: '1' }
paths:
  /teams:
    post:
      operationId: addTeam
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTeam' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } } }
  /teams/{teamId}:
    parameters: [{ name: teamId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: readTeam
      responses:
        '200': { description: Found., headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Team' } } } }
        '404': { description: None. }
  /teams/{teamId}/members:
    parameters: [{ name: teamId, in: path, required: true, schema: { type: string, format: uuid } }]
    post:
      operationId: addMember
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, '404': { description: None. } }
  /teams/{teamId}/members/{memberId}:
    parameters:
      - { name: teamId, in: path, required: true, schema: { type: string, format: uuid } }
      - { name: memberId, in: path, required: true, schema: { type: string } }
    get: { operationId: readMember, responses: { '200': { description: Found., content: { application/json: { schema: { type: object } } } }, '404': { description: None. } } }
components:
  schemas:
    NewTeam: { type: object, required: [name], properties: { name: { type: string } } }
    Team: { type: object, properties: { id: { type: string, format: uuid }, name: { type: string }, size: { type: integer } } }
`);

/** The messages of a run on a service whose ETags follow from what `tagOf` gives. */
async function found(tagOf: (name: string, members: readonly string[]) => string): Promise<readonly string[]> {
  const teams = new Map<string, { readonly name: string; readonly members: string[] }>();
  const target = async (request: Request): Promise<Response> => {
    const [, , teamId, below, memberId] = new URL(request.url).pathname.split('/');
    const read: unknown = request.method === 'POST' ? await request.json() : {};
    const name = String(Reflect.get(read as object, 'name'));
    const id = crypto.randomUUID();
    if (teamId === undefined) {
      teams.set(id, { name, members: [] });
      return Response.json({ id, name, size: 0 }, { status: 201 });
    }
    const team = teams.get(teamId);
    if (team === undefined) return new Response(null, { status: 404 });
    if (below === undefined) {
      const etag = `"${tagOf(team.name, team.members)}"`;
      return Response.json({ id: teamId, name: team.name, size: team.members.length }, { headers: { etag } });
    }
    if (memberId === undefined) team.members.push(id);
    else if (!team.members.includes(memberId)) return new Response(null, { status: 404 });
    return memberId === undefined ? Response.json({ id, name }, { status: 201 }) : Response.json({ id: memberId });
  };
  const { findings } = await conformService(service, { target, random: 0, most: 4, ...lookingFor('etag-after-change') });
  return findings.map(({ message }) => message);
}

test('an ETag of the name alone is found, and one of all content is not', async () => {
  const digits = (name: string): string => [...name].map((one) => one.codePointAt(0)).join('-');
  expect(await found(digits)).toEqual([expect.stringMatching(/^The ETag is still .* after `size` has changed\.$/)]);
  expect(await found((name, members) => `${digits(name)} ${members.length}`)).toEqual([]);
});
