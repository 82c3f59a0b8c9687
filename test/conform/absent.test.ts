// Tests that octavo conform calls all that is about a thing where the thing was never there or is deleted, in a small service of papers.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const paper = json("{ $ref: '#/components/schemas/Paper' }");

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Papers, version: '1' }
paths:
  /papers:
    post:
      operationId: addPaper
      requestBody: { required: true, ${paper} }
      responses: { '201': { description: Made., ${paper} }, '422': { description: Invalid. } }
  /papers/{id}:
    parameters: [${id}]
    get: { operationId: readPaper, responses: { '200': { description: Found., ${paper} }, '404': { description: None. } } }
    delete: { operationId: removePaper, responses: { '204': { description: Done. }, '404': { description: None. } } }
  /papers/{id}/notes:
    parameters: [${id}]
    get:
      operationId: listNotes
      responses: { '200': { description: All., ${json('{ type: array, items: { type: string } }')} }, '404': { description: None. } }
  /papers/{paper}:print:
    parameters: [${id.replace('name: id', 'name: paper')}]
    post: { operationId: printPaper, responses: { '204': { description: Printed. }, '404': { description: None. } } }
components:
  schemas:
    Paper: { type: object, required: [title], properties: { id: { type: integer, readOnly: true }, title: { type: string, minLength: 1, maxLength: 20 } } }
`);

interface Faults {
  readonly listsUnknown?: boolean;
  readonly printsUnknown?: boolean;
  readonly makesUnknown?: boolean;
  readonly listsDeleted?: boolean;
  readonly printsDeleted?: boolean;
}

function papers(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, object>();
  const deleted = new Set<number>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const add = (number: number, title: string): Response => {
    kept.set(number, { id: number, title });
    return Response.json(kept.get(number), { status: 201 });
  };
  return async (request) => {
    const [, , key, sub] = new URL(request.url).pathname.split(/\/|%3A|:/);
    if (key === undefined) {
      const given = await request.json().catch(() => undefined);
      return typeof given?.title === 'string' && given.title !== '' ? add(++last, given.title) : status(422);
    }
    const number = Number(key);
    const [isList, isPrint] = [sub === 'notes', sub === 'print'];
    if (faults.makesUnknown === true && isPrint && !kept.has(number) && !deleted.has(number)) add(number, 'New');
    const isLet = deleted.has(number)
      ? (isList && faults.listsDeleted === true) || (isPrint && faults.printsDeleted === true)
      : (isList && faults.listsUnknown === true) || (isPrint && faults.printsUnknown === true);
    if (!kept.has(number) && !isLet) return status(404);
    if (isList) return Response.json([]);
    if (isPrint) return status(204);
    if (request.method === 'GET') return Response.json(kept.get(number));
    kept.delete(number);
    deleted.add(number);
    return status(204);
  };
}

const CHECKS = ['unknown-id', 'read-below-deleted'];

test.each<readonly [says: string, faults: Faults, found: readonly RegExp[]]>([
  ['a service without a fault', {}, []],
  ['a list below what never was', { listsUnknown: true }, [/^unknown-id: listNotes is answered with 200 for an identifier that was never/]],
  ['an action on what never was', { printsUnknown: true }, [/^unknown-id: printPaper is answered with 204 for an identifier/]],
  ['an action that makes what it names', { makesUnknown: true }, []],
  ['a list below what was deleted', { listsDeleted: true }, [/^read-below-deleted: listNotes is answered with 200 after removePaper/]],
  ['an action on what was deleted', { printsDeleted: true }, [/^read-below-deleted: printPaper is answered with 204 after removePaper/]],
])('%s', async (_, faults, expected) => {
  const { findings, operations } = await conformService(service, { target: papers(faults), most: 1, random: 0, ...lookingFor(...CHECKS) });
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = operations
    .filter(({ cells }) => CHECKS.some((check) => (cells.get(check)?.looked ?? 0) > 0))
    .map(({ operation }) => operation.id);
  expect(looked).toEqual(expect.arrayContaining(['listNotes', 'printPaper']));
});
