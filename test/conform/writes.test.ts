// Tests that octavo conform finds what a PUT keeps, a create loses and a delete leaves behind, in a small service of tools and their makers.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const number = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }`;
const made = (name: string): string =>
  `responses: { '201': { description: Made., ${json(name)} }, '400': { description: Invalid. }, '404': { description: None. } }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, '404': { description: None. } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Tools, version: '1' }
paths:
  /makers:
    post: { operationId: addMaker, requestBody: { required: true, ${json('Named')} }, ${made('Maker')} }
  /makers/{id}:
    parameters: [${number('id')}]
    get: { operationId: readMaker, ${found('Maker')} }
    delete:
      operationId: removeMaker
      description: A 409 while a tool names the maker.
      responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: Refused. } }
  /makers/{id}/marks:
    parameters: [${number('id')}]
    post: { operationId: addMark, requestBody: { required: true, ${json('Named')} }, ${made('Maker')} }
  /makers/{id}/marks/{mark}:
    parameters: [${number('id')}, ${number('mark')}]
    get: { operationId: readMark, ${found('Maker')} }
  /tools:
    post: { operationId: addTool, requestBody: { required: true, ${json('NewTool')} }, ${made('Tool')} }
  /tools/{id}:
    parameters: [${number('id')}]
    get: { operationId: readTool, ${found('Tool')} }
    put: { operationId: replaceTool, requestBody: { required: true, ${json('NewTool')} }, ${found('Tool')} }
components:
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 9 } } }
    Maker: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewTool:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 9 }
        note: { type: string, minLength: 3, maxLength: 20 }
        weight: { type: integer, minimum: 1, maximum: 9999 }
        maker_id: { type: integer, minimum: 1, maximum: 999999999 }
    Tool:
      type: object
      required: [id, name]
      properties:
        id: { type: integer }
        name: { type: string }
        note: { type: string }
        weight: { type: integer }
        maker_id: { type: integer }
`);

interface Tool {
  readonly name: string;
  readonly note?: string;
  readonly weight?: number;
  readonly maker_id?: number;
}

interface Faults {
  readonly replaced?: (before: Tool, given: Tool) => Tool;
  readonly created?: (given: Tool) => Tool;
  readonly marksStay?: boolean;
  /** Marks go although the delete is refused. */
  readonly marksGoFirst?: boolean;
  readonly deletesUsed?: boolean;
  readonly refusesAll?: boolean;
}

function tools(faults: Faults): (request: Request) => Promise<Response> {
  const makers = new Map<number, string>();
  const marks = new Map<number, { readonly maker: number; readonly name: string }>();
  const kept = new Map<number, Tool>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, kind, key, , mark] = new URL(request.url).pathname.split('/');
    const id = Number(key);
    const body = request.method[0] === 'P' ? await request.json().catch(() => undefined) : undefined;
    if (body !== undefined && typeof body?.name !== 'string') return none(400);
    if (kind === 'tools') {
      const { name, note, weight, maker_id } = body ?? {};
      const given: Tool = JSON.parse(JSON.stringify({ name, note, weight, maker_id }));
      const before = kept.get(id);
      if (request.method === 'POST') {
        if (maker_id !== undefined && !makers.has(maker_id)) return none(404);
        kept.set(++last, faults.created?.(given) ?? given);
        return Response.json({ id: last, ...kept.get(last) }, { status: 201 });
      }
      if (before === undefined) return none(404);
      if (request.method === 'PUT') kept.set(id, faults.replaced?.(before, given) ?? given);
      return Response.json({ id, ...kept.get(id) });
    }
    if (request.method === 'POST') {
      if (key !== undefined && !makers.has(id)) return none(404);
      if (key === undefined) makers.set(++last, body.name);
      else marks.set(++last, { maker: id, name: body.name });
      return Response.json({ id: last, name: body.name }, { status: 201 });
    }
    const one = marks.get(Number(mark));
    if (mark !== undefined) return one?.maker !== id ? none(404) : Response.json({ id: Number(mark), name: one.name });
    const name = makers.get(id);
    if (name === undefined) return none(404);
    if (request.method === 'GET') return Response.json({ id, name });
    const isUsed = faults.refusesAll === true || [...kept.values()].some((tool) => tool.maker_id === id);
    const goes = !isUsed || faults.deletesUsed === true;
    if ((goes && faults.marksStay !== true) || faults.marksGoFirst === true)
      for (const [each, { maker }] of marks) if (maker === id) marks.delete(each);
    if (!goes) return none(409);
    makers.delete(id);
    return none(204);
  };
}

const CHECKS = ['replace-removes', 'create-keeps', 'read-below-deleted', 'delete-in-use'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a PUT that keeps a note',
        { replaced: ({ note }, given) => ({ ...(note === undefined ? {} : { note }), ...given }) },
        [/^replace-removes: `note` is still what it was after replaceTool without it\.$/],
      ],
      [
        'a create that loses the weight',
        { created: ({ weight: _, ...given }) => given },
        [/^create-keeps: `weight` is sent to addTool and is not read afterwards, where replaceTool keeps it\.$/],
      ],
      [
        'a delete that leaves marks',
        { marksStay: true },
        [/^read-below-deleted: What was created below \d+ is answered with 200 after removeMaker\.$/],
      ],
      [
        'a refused delete that takes marks',
        { refusesAll: true, marksGoFirst: true },
        [/^read-below-deleted: What was created below \d+ is answered with 404 after removeMaker was refused\.$/],
      ],
      [
        'a delete of what is in use',
        { deletesUsed: true },
        [/^delete-in-use: \d+ is deleted with 204, although addTool has named it, for which the document refuses the delete\.$/],
      ],
    ],
    5,
  ),
)('%s', async (_, faults, expected) => {
  const { findings, operations } = await conformService(service, { target: tools(faults), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const shown = findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
