// Tests that octavo conform comes to states that the numbers of an action decide: a boat that fails its inspection, as no example of it does.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const boat = `responses: { '200': { description: Done., ${json('Boat')} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Boats, version: '1' }
paths:
  /boats:
    post: { operationId: addBoat, requestBody: { required: true, ${json('NewBoat')} }, responses: { '201': { description: Made., ${json('Boat')} }, '422': { description: Invalid. } } }
  /boats/{id}:
    parameters: [${id}]
    get: { operationId: readBoat, ${boat} }
  /boats/{id}/inspect:
    parameters: [${id}]
    post: { operationId: inspectBoat, requestBody: { required: true, ${json('Inspection')} }, ${boat} }
  /boats/{id}/launch:
    parameters: [${id}]
    post: { operationId: launchBoat, description: A failed boat cannot be launched (409)., ${boat} }
components:
  schemas:
    NewBoat: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Boat: { type: object, required: [id, name, state], properties: { id: { type: integer }, name: { type: string }, state: { enum: [new, fit, failed] } } }
    Inspection: { type: object, required: [score], properties: { score: { type: integer, minimum: 0, maximum: 100 } }, example: { score: 90 } }
`);

function boats(launchesFailed: boolean): (request: Request) => Promise<Response> {
  const all = new Map<number, { readonly name: string; state: string }>();
  return async (request) => {
    const [, , key, action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    const status = (code: number): Response => Response.json({}, { status: code });
    if (key === undefined) {
      if (typeof sent?.name !== 'string' || sent.name === '') return status(422);
      all.set(all.size + 1, { name: sent.name, state: 'new' });
      return Response.json({ id: all.size, ...all.get(all.size) }, { status: 201 });
    }
    const one = all.get(Number(key));
    if (one === undefined) return status(404);
    if (action === 'launch' && one.state === 'failed' && !launchesFailed) return status(409);
    if (action === 'inspect') {
      if (!Number.isInteger(sent?.score) || sent.score < 0 || sent.score > 100) return status(422);
      one.state = sent.score >= 50 ? 'fit' : 'failed';
    }
    return Response.json({ id: Number(key), ...one });
  };
}

test.each([
  [false, ''],
  [true, 'launchBoat is answered with 200 where `state` is `failed`, in which the document says that it is refused.'],
])('tries what is refused in a state that a number leads to: %s', async (launchesFailed, message) => {
  const looking = lookingFor('state-rules');
  const { findings } = await conformService(service, { target: boats(launchesFailed), random: 1, most: 20, allowWrites: true, ...looking });
  expect(findings.map((one) => one.message).join('\n')).toBe(message);
});
