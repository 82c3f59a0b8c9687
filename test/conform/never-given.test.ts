// An identifier that was never given may have been given by chance where identifiers are short: only where each of several is answered, it is
// a fault.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const BOXES = `openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    post:
      operationId: addBox
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } }
  /boxes/{box}:
    parameters: [{ name: box, in: path, required: true, schema: { type: string, pattern: '^[A-Z][0-9]$' } }]
    get:
      operationId: readBox
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
        '404': { description: None. }
components:
  schemas:
    New: { type: object, required: [label], additionalProperties: false, properties: { label: { type: string, minLength: 1, maxLength: 20 } } }
    Box: { type: object, required: [id, label], properties: { id: { type: string, pattern: '^[A-Z][0-9]$' }, label: { type: string } } }
`;

/** @param known how many identifiers that it has not given the service knows */
async function foundWith(known: number): Promise<readonly string[]> {
  const boxes = new Map<string, unknown>();
  const others = new Set<string>();
  const { findings } = await conformService(await serviceFrom(BOXES), {
    target: async (request: Request) => {
      const id = new URL(request.url).pathname.split('/')[2];
      if (id === undefined) {
        const box = { ...((await request.json()) as object), id: `${String.fromCodePoint(65 + (boxes.size % 26))}${boxes.size % 10}` };
        boxes.set(box.id, box);
        return Response.json(box, { status: 201 });
      }
      if (!boxes.has(id) && others.size < known) others.add(id);
      const box = boxes.get(id) ?? (others.has(id) ? { id, label: 'There before' } : undefined);
      return box === undefined ? new Response(null, { status: 404 }) : Response.json(box);
    },
    random: 2,
    ...lookingFor('unknown-id'),
  });
  return findings.map(({ check }) => check);
}

test.each([
  ['none but those that it has given', 0, []],
  ['one more', 1, []],
  ['any', Number.POSITIVE_INFINITY, ['unknown-id']],
])('a service that knows %s', async (_, known, want) => expect([...new Set(await foundWith(known))]).toEqual(want));
