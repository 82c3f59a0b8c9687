// Tests that octavo conform makes what bodies and paths refer to: inside of lists, by the last words of a name, and as an item of what an answer
// shows.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const path = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string, pattern: '^[A-Z0-9]{4}$' } }`;
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const code = "{ type: string, pattern: '^[A-Z0-9]{4}$' }";

const MOVES = `openapi: 3.1.0
info: { title: Moves, version: '1' }
paths:
  /depots:
    post:
      operationId: addDepot
      requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [code], properties: { code: ${code} } }`)} } }
  /depots/{code}:
    get:
      operationId: readDepot
      parameters: [${path('code')}]
      responses:
        '200': { description: Found., ${json(`{ type: object, required: [code], properties: { code: ${code} } }`)} }
        default: { description: None. }
  /parts:
    post:
      operationId: addPart
      requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [sku], properties: { sku: ${code} } }`)} } }
  /parts/{sku}/label:
    get:
      operationId: readLabel
      parameters: [${path('sku')}]
      responses: { '200': { description: Found. }, default: { description: None. } }
  /parts/{sku}:
    get:
      operationId: readPart
      parameters: [${path('sku')}]
      responses: { '200': { description: Found., ${json(`{ type: object, properties: { sku: ${code} } }`)} }, default: { description: None. } }
  /moves:
    post:
      operationId: addMove
      requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NewMove' }")} }
      responses:
        '201': { description: Made., ${json("{ $ref: '#/components/schemas/Move' }")} }
        default: { description: Refused. }
  /moves/{move}:
    get:
      operationId: readMove
      parameters: [${path('move')}]
      responses: { '200': { description: Found., ${json("{ $ref: '#/components/schemas/Move' }")} }, default: { description: None. } }
  /moves/{move}/lines:
    post:
      operationId: addLine
      parameters: [${path('move')}]
      requestBody: { required: true, ${json("{ $ref: '#/components/schemas/Line' }")} }
      responses:
        '201': { description: The move., ${json("{ $ref: '#/components/schemas/Move' }")} }
        default: { description: Refused. }
  /moves/{move}/lines/{line_no}:
    delete:
      operationId: removeLine
      parameters: [${path('move')}, { name: line_no, in: path, required: true, schema: { type: integer } }]
      responses: { '204': { description: Gone. }, default: { description: None. } }
components:
  schemas:
    Line: { type: object, required: [sku], properties: { sku: ${code} } }
    NewMove:
      type: object
      required: [from_depot, to_depot, lines]
      properties: { from_depot: ${code}, to_depot: ${code}, lines: { type: array, minItems: 1, maxItems: 2, items: { $ref: '#/components/schemas/Line' } } }
    Move:
      type: object
      required: [id, lines]
      properties:
        id: ${code}
        lines: { type: array, items: { type: object, properties: { line_no: { type: integer }, sku: { type: string } } } }
`;

interface Line {
  readonly line_no?: number;
  readonly sku: string;
}

/** Moves between two depots that exist, with parts that exist. */
function moves(): { readonly handler: (request: Request) => Promise<Response>; readonly removed: () => number } {
  const made = { depots: new Set<string>(), parts: new Set<string>(), moves: new Map<string, Line[]>() };
  let last = 36 ** 3;
  let removed = 0;
  const shown = (id: string, status: number): Response => Response.json({ id, lines: made.moves.get(id) }, { status });
  const refused = (): Response => new Response(null, { status: 422 });
  const handler = async (request: Request): Promise<Response> => {
    const [, kind, id = '', sub, line] = new URL(request.url).pathname.split('/');
    if (request.method === 'POST') {
      const body = await request.json().catch(() => undefined);
      if (typeof body !== 'object' || body === null) return refused();
      const key = (++last).toString(36).toUpperCase();
      if (kind === 'depots' || kind === 'parts') {
        made[kind].add(key);
        return Response.json(kind === 'depots' ? { code: key } : { sku: key }, { status: 201 });
      }
      const lines = made.moves.get(id);
      if (sub === 'lines') {
        if (lines === undefined || !made.parts.has(body.sku)) return refused();
        lines.push({ sku: body.sku, line_no: lines.length + 1 });
        return shown(id, 201);
      }
      const { from_depot: from, to_depot: to, lines: given } = body as { from_depot: string; to_depot: string; lines: Line[] };
      if (from === to || !made.depots.has(from) || !made.depots.has(to)) return refused();
      if (!Array.isArray(given) || !given.every(({ sku }) => made.parts.has(sku))) return refused();
      made.moves.set(
        key,
        given.map(({ sku }, index) => ({ sku, line_no: index + 1 })),
      );
      return shown(key, 201);
    }
    const lines = made.moves.get(id);
    if (kind === 'moves' && sub === 'lines') {
      const left = lines?.filter(({ line_no }) => line_no !== Number(line));
      if (left === undefined || left.length === lines?.length) return new Response(null, { status: 404 });
      made.moves.set(id, left);
      removed++;
      return new Response(null, { status: 204 });
    }
    if (kind === 'moves') return lines === undefined ? new Response(null, { status: 404 }) : shown(id, 200);
    const isThere = kind === 'depots' ? made.depots.has(id) : made.parts.has(id);
    return isThere ? Response.json(kind === 'depots' ? { code: id } : { sku: id }) : new Response(null, { status: 404 });
  };
  return { handler, removed: () => removed };
}

test('what a body names in lists and by its last words is made first, each thing of its own', async () => {
  const { handler, removed } = moves();
  const service = await serviceFrom(MOVES);
  const { operations } = await conformService(service, { target: handler, most: 1, random: 0 });
  const lookedAt = (id: string, check: string): number =>
    operations.find(({ operation }) => operation.id === id)?.cells.get(check)?.looked ?? 0;
  expect(lookedAt('readMove', 'read-after-create')).toBe(3);
  expect(lookedAt('removeLine', 'delete-twice')).toBe(1);
  expect(removed()).toBeGreaterThan(0);
});
