// Tests that octavo conform lets a change set the time of the last change anew, also where a client has given that time, and nothing else.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const service = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${json('NewNote')} }
      responses: { '201': { description: Made., ${json('Note')} } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get: { operationId: readNote, responses: { '200': { description: Found., ${json('Note')} }, '404': { description: None. } } }
    patch:
      operationId: changeNote
      requestBody: { required: true, ${json('Change')} }
      responses: { '200': { description: Changed., ${json('Note')} }, '404': { description: None. } }
components:
  schemas:
    Change: { type: object, required: [title], properties: { title: { type: string, maxLength: 20 } } }
    NewNote:
      type: object
      required: [title, text, date_updated]
      properties: { title: { type: string, maxLength: 20 }, text: { type: string, maxLength: 20 }, date_updated: { type: string, format: date-time } }
    Note: { allOf: [{ $ref: '#/components/schemas/NewNote' }, { type: object, required: [id], properties: { id: { type: integer } } }] }
`);

type Note = Readonly<Record<string, unknown>>;

/** `changes`: what a change sets besides what was sent. */
function notes(changes: () => Note): (request: Request) => Promise<Response> {
  const kept = new Map<string, Note>();
  return async (request) => {
    const id = new URL(request.url).pathname.split('/')[2];
    const before = kept.get(id ?? '');
    const sent = request.method === 'GET' ? {} : ((await request.json()) as Note);
    if (id !== undefined && before === undefined) return new Response(null, { status: 404 });
    const made = { id: before?.id ?? kept.size + 1, ...before, ...sent, ...(request.method === 'PATCH' ? changes() : {}) };
    kept.set(String(made.id), made);
    return Response.json(made, { status: id === undefined ? 201 : 200 });
  };
}

async function found(changes: () => Note): Promise<readonly string[]> {
  const options = { target: notes(changes), sequences: true, random: 1, most: 10, ...lookingFor('read-after-change') };
  const report = await conformService(service, options);
  return report.findings.filter(({ check }) => check === 'read-after-change').map(({ message }) => message);
}

test('the time of the last change is another one after a change', async () => {
  expect(await found(() => ({ date_updated: '2031-05-06T07:08:09Z' }))).toEqual([]);
});

test('a change leaves all others as they are', async () => {
  expect(await found(() => ({ text: 'Lost' }))).toEqual([expect.stringContaining('`text` is "Lost" (read after change)')]);
});
