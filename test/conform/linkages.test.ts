// Tests that operations of JSON:API are reached: things that `relationships` name, the identifier of what a change is about, and a new thing that
// has to share values with another one.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { limitOf } from '../../generator/inference/stated/limits.ts';
import { serviceFrom } from './support.ts';

const MEDIA = 'application/vnd.api+json';

const DOCUMENT = `openapi: 3.1.0
info: { title: Harbour pilots, version: '1' }
paths:
  /ports:
    post:
      operationId: addPort
      requestBody: { required: true, content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/NewPort' } } } }
      responses: { '201': { description: Added., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } } }
  /pilots:
    post:
      operationId: addPilot
      requestBody: { required: true, content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/NewPilot' } } } }
      responses: { '201': { description: Added., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } } }
  /calls:
    post:
      operationId: addCall
      requestBody: { required: true, content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/NewCall' } } } }
      responses:
        '201': { description: Added., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } }
        '404': { description: There is no such port. }
  /calls/{callId}:
    patch:
      operationId: changeCall
      parameters: [{ name: callId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/ChangedCall' } } } }
      responses:
        '200': { description: Changed., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } }
        '404': { description: There is no such call. }
        '409': { description: The id is not that of the path. }
  /calls/{callId}/relationships/pilot:
    patch:
      operationId: assignPilot
      parameters: [{ name: callId, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          ${MEDIA}:
            schema:
              type: object
              required: [data]
              properties: { data: { oneOf: [{ $ref: '#/components/schemas/PilotRef' }, { type: 'null' }] } }
      responses:
        '200': { description: Assigned., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } }
        '404': { description: There is no such call or pilot. }
        '409': { description: The pilot is not licensed for this water. }
  /calls/{callId}/boarding:
    post:
      operationId: boardPilot
      description: Only for calls with a pilot.
      parameters: [{ name: callId, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: On board., content: { ${MEDIA}: { schema: { $ref: '#/components/schemas/Document' } } } }
        '404': { description: There is no such call. }
        '409': { description: The call has no pilot. }
components:
  schemas:
    Water: { type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }
    PortRef: { type: object, required: [type, id], properties: { type: { const: ports }, id: { type: string } } }
    PilotRef: { type: object, required: [type, id], properties: { type: { const: pilots }, id: { type: string } } }
    NewPort:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes]
          properties:
            type: { const: ports }
            attributes: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    NewPilot:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes]
          properties:
            type: { const: pilots }
            attributes:
              type: object
              required: [licences]
              properties:
                licences:
                  type: array
                  minItems: 1
                  items: { type: object, required: [water], properties: { water: { $ref: '#/components/schemas/Water' } } }
    NewCall:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, attributes, relationships]
          properties:
            type: { const: calls }
            attributes: { type: object, required: [waterCode], properties: { waterCode: { $ref: '#/components/schemas/Water' } } }
            relationships:
              type: object
              required: [port]
              properties: { port: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/PortRef' } } } }
    ChangedCall:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type, id, attributes]
          properties:
            type: { const: calls }
            id: { type: string }
            attributes: { type: object, required: [ship], properties: { ship: { type: string, minLength: 1 } } }
    Document:
      type: object
      required: [data]
      properties: { data: { type: object, required: [type, id], properties: { type: { type: string }, id: { type: string } } } }
`;

interface Thing {
  readonly attributes: { readonly waterCode?: string; readonly licences?: readonly { readonly water: string }[] };
  pilot?: string | undefined;
}

/** Keeps ports, pilots and calls, and refuses what the document says. */
function harbour(): Handler {
  const things = new Map<string, Thing>();
  let next = 1;
  const shown = (id: string, status = 200): Response =>
    new Response(JSON.stringify({ data: { type: id.replace(/-.*/, 's'), id } }), { status, headers: { 'content-type': MEDIA } });
  const refused = (status: number, detail: string): Response => Response.json({ errors: [{ status: String(status), detail }] }, { status });
  const assigned = (id: string, call: Thing, data: { id: string } | null): Response => {
    const pilot = data === null ? undefined : things.get(data.id);
    if (data !== null && pilot?.attributes.licences === undefined) return refused(404, 'There is no such pilot.');
    if (pilot?.attributes.licences?.every(({ water }) => water !== call.attributes.waterCode) === true)
      return refused(409, 'The pilot is not licensed for this water.');
    call.pilot = data?.id;
    return shown(id);
  };
  return async (request) => {
    const [kind = '', id = '', ...rest] = new URL(request.url).pathname.split('/').slice(1);
    const body = request.body === null ? {} : JSON.parse(await request.text());
    const data = body?.data;
    if (id === '') {
      const port = data?.relationships?.port?.data?.id;
      if (kind === 'calls' && !things.has(port)) return refused(404, 'There is no such port.');
      const made = `${kind.slice(0, -1)}-${next++}`;
      things.set(made, { attributes: data?.attributes ?? {} });
      return shown(made, 201);
    }
    const thing = things.get(id);
    if (thing?.attributes.waterCode === undefined) return refused(404, 'There is no such call.');
    if (rest[0] === 'relationships') return assigned(id, thing, data);
    if (rest[0] === 'boarding') return thing.pilot === undefined ? refused(409, 'The call has no pilot.') : shown(id);
    return data?.id === id ? shown(id) : refused(409, 'The id is not that of the path.');
  };
}

test('relationships and the identifier of a change refer to things', async () => {
  const edges = edgesOf(await serviceFrom(DOCUMENT)).map(({ producer, from, consumer, to }) =>
    [producer.id, from, consumer.id, to].join(' '),
  );
  expect(edges.filter((edge) => / \/body\/[^ ]*$/.test(edge)).toSorted()).toEqual([
    'addCall /body/data/id changeCall /body/data/id',
    'addPilot /body/data/id assignPilot /body/data/id',
    'addPort /body/data/id addCall /body/data/relationships/port/data/id',
  ]);
});

test('each operation is reached, with a pilot who has the licence for the water', async () => {
  const report = await conformService(await serviceFrom(DOCUMENT), { target: harbour(), random: 2, sequences: false });
  expect(report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]))).toEqual([]);
});

test('only one thing with the same values is no limit of one thing', async () => {
  const service = await serviceFrom(
    DOCUMENT.replace(
      'operationId: addCall\n',
      'operationId: addCall\n      description: A port has only one call with the same water code; a second one is refused with 409.\n',
    ),
  );
  const add = service.operations.find(({ id }) => id === 'addCall');
  expect(add && limitOf(service, add, 'calls', ['port'])).toBeUndefined();
});
