// Tests that octavo conform finds changes that do something else to members which are left out, or null, than sentences say.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const kind = (name: string, method: 'put' | 'patch', says: string): string => `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${json('NewNote')} }
      responses: { '201': { description: Made., ${json('Note')} }, '422': { description: Invalid. } }
  /${name}/{id}:
    parameters: [${id}]
    get: { operationId: read-${name}, responses: { '200': { description: Found., ${json('Note')} }, '404': { description: None. } } }
    ${method}:
      operationId: change-${name}
      description: ${says}
      requestBody: { required: true, ${json(method === 'put' ? 'NewNote' : 'Change')} }
      responses: { '200': { description: Done., ${json('Note')} }, '404': { description: None. }, '422': { description: Invalid. } }`;
const service = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:${kind('notes', 'put', 'Updates a note. Fields that are not sent are left unchanged.')}${kind('memos', 'patch', 'Changes a memo. Null values are ignored.')}
components:
  schemas:
    NewNote: { type: object, required: [title], additionalProperties: false, properties: { title: { type: string, minLength: 1, maxLength: 20 }, text: { type: [string, 'null'], minLength: 1, maxLength: 20 } } }
    Change: { type: object, additionalProperties: false, properties: { title: { type: string, minLength: 1, maxLength: 20 }, text: { type: [string, 'null'], minLength: 1, maxLength: 20 } } }
    Note: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string }, text: { type: [string, 'null'] } } }
`);
const judge = await createJudge(service);

type Members = Readonly<Record<string, unknown>>;

const without = (body: Members): Members => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** A service of notes and memos; each rule of its document may be broken. */
function desk(takesAway: boolean, takesNull: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Members>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, name = '', key] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return new Response(null, { status: verdict.status === 400 ? 422 : verdict.status });
    const body: Members = text === '' ? {} : JSON.parse(text);
    if (key === undefined) {
      const made = { id: kept.size + 1, ...body };
      kept.set(`${name}/${made.id}`, made);
      return Response.json(made, { status: 201 });
    }
    const before = kept.get(`${name}/${key}`);
    if (before === undefined) return new Response(null, { status: 404 });
    const own = request.method === 'PATCH' && !takesNull ? without(body) : body;
    const after = request.method === 'PUT' && takesAway ? { id: before.id, ...own } : { ...before, ...own };
    kept.set(`${name}/${key}`, after);
    return Response.json(after);
  };
}

const CHECKS = ['replace-removes', 'read-after-change'];

test.each<readonly [says: string, takesAway: boolean, takesNull: boolean, found: readonly RegExp[]]>([
  ['a service without a fault', false, false, []],
  [
    'a PUT that takes away what is not sent',
    true,
    false,
    [/^replace-removes: `text` is missing after change-notes without it, and was ".*"; the document says: “Fields/],
  ],
  [
    'a PATCH that takes null',
    false,
    true,
    [/^read-after-change: `text` is null after a change of it to null, and the document says “Null values are ignored\.”/],
  ],
])('%s', async (_, takesAway, takesNull, expected) => {
  const report = await conformService(service, { target: desk(takesAway, takesNull), random: 0, ...lookingFor(...CHECKS) });
  const shown = report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
