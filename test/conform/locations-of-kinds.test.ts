// Tests that the address of a new thing is read for each listed value of what makes it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const ITEM =
  '{ type: object, required: [number, kind], properties: { number: { type: integer }, kind: { type: string, enum: [letter, parcel, pallet, crate] } } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Depots, version: '1' }
paths:
  /depots:
    post:
      operationId: openDepot
      responses: { '201': { description: Opened., headers: { Location: { required: true, description: The address of the new thing., schema: { type: string } } } } }
  /depots/{depotId}:
    get:
      operationId: readDepot
      parameters: [{ name: depotId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { '200': { description: It., content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } } }, '404': { description: None. } }
  /depots/{depotId}/items:
    parameters: [{ name: depotId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    post:
      operationId: addItem
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [kind], properties: { kind: { type: string, enum: [letter, parcel, pallet, crate] } } }, example: { kind: letter } } } }
      responses: { '201': { description: Added., headers: { Location: { required: true, description: The address of the new thing., schema: { type: string } } } }, '404': { description: None. }, '422': { description: Wrong. } }
  /depots/{depotId}/items/{number}:
    get:
      operationId: readItem
      parameters: [{ name: depotId, in: path, required: true, schema: { type: integer, minimum: 1 } }, { name: number, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { '200': { description: It., content: { application/json: { schema: ${ITEM} } } }, '404': { description: None. } }
`);

function depots(addressOf: (kind: string, depot: number, number: number) => string) {
  const all: { readonly kind: string }[][] = [];
  const made = (location: string): Response => new Response(null, { status: 201, headers: { location } });
  return async (request: Request): Promise<Response> => {
    const [, collection, key, below, number, ...more] = new URL(request.url).pathname.split('/');
    const isPost = request.method === 'POST';
    if (collection !== 'depots' || more.length > 0) return new Response(null, { status: 404 });
    if (key === undefined) {
      if (!isPost) return new Response(null, { status: 405, headers: { allow: 'POST' } });
      return made(`/depots/${all.push([])}`);
    }
    const depot = all[Number(key) - 1];
    if (depot === undefined || (below !== undefined && below !== 'items')) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json({ id: Number(key) });
    const item = depot[Number(number) - 1];
    if (number !== undefined)
      return item === undefined ? new Response(null, { status: 404 }) : Response.json({ number: Number(number), ...item });
    const sent: unknown = await request.json().catch(() => undefined);
    const { kind } = (typeof sent === 'object' && sent !== null ? sent : {}) as { readonly kind?: unknown };
    if (typeof kind !== 'string' || !['letter', 'parcel', 'pallet', 'crate'].includes(kind)) return new Response(null, { status: 422 });
    return made(addressOf(kind, Number(key), depot.push({ kind })));
  };
}

test.each(['letter', 'parcel', 'pallet', 'crate', undefined])('the address of a %s leads to nothing', async (wrong) => {
  const { findings } = await conformService(service, {
    target: depots((kind, depot, number) => (kind === wrong ? `/items/${number}` : `/depots/${depot}/items/${number}`)),
    ...{ random: 2, most: 40, sequences: true },
    ...lookingFor('read-after-create'),
  });
  expect(findings.map(({ check, message }) => `${check} ${message.replace(/\d+/g, '#')}`)).toEqual(
    wrong === undefined ? [] : ['read-after-create The header Location (/items/#) leads to nothing.'],
  );
});
