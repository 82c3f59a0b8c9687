// Tests that octavo conform finds wrong conditions and ETags of a small service with versions, with one fault at a time.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const tag = '{ ETag: { schema: { type: string } } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${json('NewNote')} }
      responses: { '201': { description: Made., ${json('Note')} }, '400': { description: Invalid. } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }]
    get:
      operationId: readNote
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses:
        '200': { description: Found., headers: ${tag}, ${json('Note')} }
        '304': { description: The same., headers: ${tag} }
        '404': { description: None. }
    put:
      operationId: replaceNote
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, ${json('NewNote')} }
      responses:
        '200': { description: Changed., headers: ${tag}, ${json('Note')} }
        '400': { description: Invalid. }
        '404': { description: None. }
        '412': { description: Another version. }
        '428': { description: Which version. }
components:
  schemas:
    NewNote:
      type: object
      required: [title, text]
      additionalProperties: false
      properties: { title: { type: string, minLength: 1, maxLength: 9 }, text: { type: string, maxLength: 9 }, stars: { type: integer } }
    Note:
      type: object
      required: [id, title, text]
      properties: { id: { type: integer }, title: { type: string }, text: { type: string }, stars: { type: integer } }
`);

interface Note {
  readonly title: string;
  readonly text: string;
  readonly stars?: number;
}

interface Kept {
  readonly id: number;
  note: Note;
  version: number;
}

interface Faults {
  /** Whether a value of `If-Match` lets a change pass. */
  readonly matches?: (given: string, kept: Kept) => boolean;
  /** Whether a value of `If-None-Match` is answered with 304. */
  readonly same?: (given: string, kept: Kept) => boolean;
  readonly bare304?: boolean;
  readonly isNewVersion?: (before: Note, after: Note) => boolean;
}

const tagOf = ({ id, version }: Kept): string => `"${id}-${version}"`;
const tagsIn = (text: string): readonly string[] => text.split(',').map((one) => one.trim());
const matches = (given: string, kept: Kept): boolean => given === '*' || tagsIn(given).includes(tagOf(kept));
const same = (given: string, kept: Kept): boolean => matches(given.replaceAll('W/', ''), kept);

function notes(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Kept>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const isNote = (value: unknown): value is Note =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((name) => ['title', 'text', 'stars'].includes(name)) &&
    /^.{1,9}$/su.test(String((value as Note).title)) &&
    typeof (value as Note).text === 'string';
  return async (request) => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    const one = kept.get(id);
    const body: unknown = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    if (request.method === 'POST') {
      if (!isNote(body)) return none(400);
      kept.set(++last, { id: last, note: body, version: 1 });
      return Response.json({ id: last, ...body }, { status: 201 });
    }
    if (one === undefined) return none(404);
    const headers = { etag: tagOf(one) };
    if (request.method === 'PUT') {
      const given = request.headers.get('if-match');
      if (given === null) return none(428);
      if (!isNote(body)) return none(400);
      if (!(faults.matches ?? matches)(given, one)) return none(412);
      if (faults.isNewVersion?.(one.note, body) !== false) one.version++;
      one.note = body;
      return Response.json({ id, ...body }, { headers: { etag: tagOf(one) } });
    }
    const seen = request.headers.get('if-none-match');
    if (seen !== null && (faults.same ?? same)(seen, one))
      return new Response(null, { status: 304, headers: faults.bare304 === true ? {} : headers });
    return Response.json({ id, ...one.note }, { headers });
  };
}

const CHECKS = ['if-match', 'if-none-match', 'etag-after-change'];

/** What the three checks say of the service. */
async function said(faults: Faults): Promise<readonly string[]> {
  const { findings, operations } = await conformService(service, { target: notes(faults), most: 1, random: 0 });
  const looked = operations.flatMap(({ cells }) => [...cells].flatMap(([check, cell]) => (cell.looked > 0 ? [check] : [])));
  for (const check of CHECKS) expect(looked.includes(check) || findings.some((one) => one.check === check)).toBe(true);
  return findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, message }) => `${check}: ${message}`);
}

const matchesAny = (given: string, one: Kept): boolean => matches(given, one) || given === `"${one.id}-${one.version - 1}"`;

test.each<readonly [says: string, faults: Faults, found: readonly string[]]>([
  ['a service without a fault', {}, []],
  [
    '`*` never matches',
    { matches: (given, one) => given !== '*' && matches(given, one) },
    ['if-match: `If-Match` with `*` is answered with 412.'],
  ],
  [
    'a list never matches',
    { matches: (given, one) => given === '*' || given === tagOf(one) },
    ['if-match: `If-Match` with a list with the current ETag is answered with 412.'],
  ],
  ['a weak ETag matches', { matches: same }, ['if-match: `If-Match` with the ETag as a weak one is answered with 200.']],
  ['the version before matches', { matches: matchesAny }, ['if-match: `If-Match` with the ETag of an older version is answered with 200.']],
  [
    '`*` is always new',
    { same: (given, one) => given !== '*' && same(given, one) },
    ['if-none-match: `If-None-Match` with `*` is answered with 200.'],
  ],
  [
    'a list is always new',
    { same: (given, one) => !given.includes(',') && same(given, one) },
    ['if-none-match: `If-None-Match` with a list with the current ETag is answered with 200.'],
  ],
  ['304 has no ETag', { bare304: true }, ['if-none-match: The response 304 has no ETag, and the response 200 has "ID".']],
  [
    'the ETag is one of the title',
    { isNewVersion: (before, after) => before.title !== after.title },
    ['etag-after-change: The ETag is still "ID" after `text` has changed.'],
  ],
])('%s', async (_, faults, found) => {
  expect((await said(faults)).map((one) => one.replace(/"\d+-\d+"/g, '"ID"'))).toEqual(found);
});
