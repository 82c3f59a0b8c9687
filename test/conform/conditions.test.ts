// Tests that octavo conform finds wrong conditions and ETags of a small service with versions, with one fault at a time.
import { expect, test } from 'vitest';
import type { Case } from '../../generator/conform/contract/case.ts';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { takesIfMatch } from '../../generator/conform/contract/if-match.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { firstCase } from '../../generator/conform/plan/index.ts';
import { createConditions } from '../../generator/conform/reach/condition.ts';
import type { Operation } from '../../generator/model/service.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

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
      description: A version that the note does not have is a 409; the new version is one more.
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, ${json('NoteAfter')} }
      responses:
        '200': { description: Changed., headers: ${tag}, ${json('Note')} }
        '400': { description: Invalid. }
        '404': { description: None. }
        '409': { description: Another version. }
        '412': { description: Another ETag. }
        '428': { description: Which version. }
components:
  schemas:
    NewNote:
      type: object
      required: [title, text]
      additionalProperties: false
      properties: { title: { type: string, minLength: 1, maxLength: 9 }, text: { type: string, maxLength: 9 }, stars: { type: integer } }
    NoteAfter:
      type: object
      required: [title, text]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 9 }
        text: { type: string, maxLength: 9 }
        stars: { type: integer }
        version: { type: integer, minimum: 1 }
    Note:
      type: object
      required: [id, title, text, version]
      properties:
        { id: { type: integer }, title: { type: string }, text: { type: string }, stars: { type: integer }, version: { type: integer } }
`);

interface Note {
  readonly title: string;
  readonly text: string;
  readonly stars?: number;
  /** The version that a change is about. */
  readonly version?: number;
}

interface Kept {
  readonly id: number;
  note: Note;
  version: number;
  /** What the ETag is made of. */
  mark: number;
}

interface Faults {
  /** Whether a value of `If-Match` lets a change pass. */
  readonly matches?: (given: string, kept: Kept) => boolean;
  /** Whether a value of `If-None-Match` is answered with 304. */
  readonly same?: (given: string, kept: Kept) => boolean;
  readonly bare304?: boolean;
  readonly isNewVersion?: (before: Note, after: Note) => boolean;
  readonly anyVersion?: boolean;
  readonly sameVersion?: boolean;
  /** Whether the ETag is another one at each read. */
  readonly unsteady?: boolean;
  /** Whether a change is answered with the ETag from before. */
  readonly late?: boolean;
}

const tagOf = ({ id, mark }: Kept): string => `"${id}-${mark}"`;
const tagsIn = (text: string): readonly string[] => text.split(',').map((one) => one.trim());
const matches = (given: string, kept: Kept): boolean => given === '*' || tagsIn(given).includes(tagOf(kept));
const same = (given: string, kept: Kept): boolean => matches(given.replaceAll('W/', ''), kept);

function notes(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Kept>();
  let last = 0;
  let reads = 0;
  const shown = ({ id, note, version }: Kept): object => ({ ...note, id, version: faults.sameVersion === true ? 1 : version });
  const none = (status: number): Response => new Response(null, { status });
  const isNote = (value: unknown): value is Note =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((name) => ['title', 'text', 'stars', 'version'].includes(name)) &&
    /^.{1,9}$/su.test(String((value as Note).title)) &&
    typeof (value as Note).text === 'string';
  return async (request) => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    const one = kept.get(id);
    const body: unknown = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    if (request.method === 'POST') {
      if (!isNote(body)) return none(400);
      const one = { id: ++last, note: body, version: 1, mark: 1 };
      kept.set(last, one);
      return Response.json(shown(one), { status: 201 });
    }
    if (one === undefined) return none(404);
    const headers = { etag: faults.unsteady === true ? `"${++reads}"` : tagOf(one) };
    if (request.method === 'PUT') {
      const given = request.headers.get('if-match');
      if (given === null) return none(428);
      if (!isNote(body)) return none(400);
      if (!(faults.matches ?? matches)(given, one)) return none(412);
      const isOther = body.version !== undefined && body.version !== (faults.sameVersion === true ? 1 : one.version);
      if (isOther && faults.anyVersion !== true) return none(409);
      one.version++;
      if (faults.isNewVersion?.(one.note, body) !== false) one.mark++;
      one.note = body;
      return Response.json(shown(one), { headers: faults.late === true ? headers : { etag: tagOf(one) } });
    }
    const seen = request.headers.get('if-none-match');
    if (seen !== null && (faults.same ?? same)(seen, one))
      return new Response(null, { status: 304, headers: faults.bare304 === true ? {} : headers });
    return Response.json(shown(one), { headers });
  };
}

const CHECKS = ['if-match', 'if-none-match', 'etag-after-change', 'version-member'];

/** What the three checks say of the service. */
async function said(faults: Faults): Promise<readonly string[]> {
  const unseen = faults.unsteady === true ? ['if-match', 'etag-after-change', 'version-member'] : [];
  const { findings, operations } = await conformService(service, { target: notes(faults), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const looked = operations.flatMap(({ cells }) => [...cells].flatMap(([check, cell]) => (cell.looked > 0 ? [check] : [])));
  for (const check of CHECKS.filter((one) => !unseen.includes(one)))
    expect(looked.includes(check) || findings.some((one) => one.check === check)).toBe(true);
  return findings.filter(({ check }) => CHECKS.includes(check)).map(({ check, message }) => `${check}: ${message}`);
}

const matchesAny = (given: string, one: Kept): boolean => matches(given, one) || given === `"${one.id}-${one.mark - 1}"`;

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly string[]]>(
    [
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
      [
        'the version before matches',
        { matches: matchesAny },
        ['if-match: `If-Match` with the ETag of an older version is answered with 200.'],
      ],
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
        'an ETag that is another one each time',
        { unsteady: true },
        ['if-none-match: The ETag is another one in each response, although the content is the same.'],
      ],
      [
        'an old version is taken',
        { anyVersion: true },
        ['version-member: A change with the version before (`version` 1) is answered with 200.'],
      ],
      ['the version stays', { sameVersion: true }, ['version-member: `version` is still 1 after a change.']],
      [
        'only the last ETag of a list counts',
        { matches: (given, one) => given === '*' || tagsIn(given).at(-1) === tagOf(one) },
        ['if-match: `If-Match` with a list with the current ETag is answered with 412.'],
      ],
      [
        'a change is answered with the ETag from before',
        { late: true },
        ['etag-after-change: The answer has the ETag "ID" from before the change, and the next read has "ID".'],
      ],
      [
        'the ETag is one of the title',
        { isNewVersion: (before, after) => before.title !== after.title },
        ['etag-after-change: The ETag is still "ID" after `text` has changed.'],
      ],
    ],
    5,
  ),
)('%s', async (_, faults, found) => {
  expect((await said(faults)).map((one) => one.replace(/"\d+-\d+"/g, '"ID"'))).toEqual(found);
});

const pages = await serviceFrom(`openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /pages/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z0-9]{3,20}$' } }]
    get:
      operationId: readPage
      responses: { '200': { description: Found., headers: ${tag}, ${json('Page')} }, '404': { description: None. } }
    put:
      operationId: putPage
      parameters: [{ name: If-Match, in: header, schema: { type: string } }, { name: If-None-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPage' } } } }
      responses:
        '200': { description: Replaced., headers: ${tag}, ${json('Page')} }
        '201': { description: Made., headers: ${tag}, ${json('Page')} }
        '400': { description: Invalid. }
        '412': { description: Another ETag. }
  /pages/{name}/likes:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z0-9]{3,20}$' } }]
    post: { operationId: likePage, responses: { '204': { description: Liked. }, '404': { description: None. } } }
components:
  schemas:
    NewPage:
      type: object
      required: [text]
      additionalProperties: false
      properties: { text: { type: string, maxLength: 9 }, label: { type: string, maxLength: 9 } }
    Page:
      type: object
      required: [name, text]
      properties: { name: { type: string }, text: { type: string }, label: { type: string } }
`);

interface PageFaults {
  readonly makesWithMatch?: boolean;
  readonly replacesWithNone?: boolean;
  readonly refusesNone?: boolean;
  readonly tagOfText?: boolean;
  readonly madeWith200?: boolean;
  readonly headOfNothing?: boolean;
}

function pagesOf(faults: PageFaults): (request: Request) => Promise<Response> {
  const kept = new Map<string, { readonly text: string; readonly label?: string }>();
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , name = '', below] = new URL(request.url).pathname.split('/');
    const one = kept.get(name);
    const tagOfPage = (): string => {
      const { text = '', label = '' } = kept.get(name) ?? {};
      return `"${Buffer.from(`${text} ${faults.tagOfText === true ? '' : label}`).toString('hex')}"`;
    };
    if (request.method === 'POST') return none(below === 'likes' && one !== undefined ? 204 : 404);
    if (request.method === 'HEAD') return none(one === undefined && faults.headOfNothing !== true ? 404 : 200);
    if (request.method === 'GET')
      return one === undefined ? none(404) : Response.json({ name, ...one }, { headers: { etag: tagOfPage() } });
    const body: unknown = await request.json().catch(() => undefined);
    const { text, label, ...others } = (typeof body === 'object' && body !== null ? body : {}) as { text?: unknown; label?: unknown };
    const isShort = (value: unknown): value is string => typeof value === 'string' && [...value].length <= 9;
    if (!isShort(text) || (label !== undefined && !isShort(label)) || Object.keys(others).length > 0) return none(400);
    const [match, noneMatch] = [request.headers.get('if-match'), request.headers.get('if-none-match')];
    if (one === undefined && match !== null && faults.makesWithMatch !== true) return none(412);
    if (one !== undefined && match !== null && match !== '*' && !tagsIn(match).includes(tagOfPage())) return none(412);
    if (one !== undefined && noneMatch !== null && faults.replacesWithNone !== true) return none(412);
    if (one === undefined && noneMatch === '*' && faults.refusesNone === true) return none(412);
    kept.set(name, { text, ...(label === undefined ? {} : { label }) });
    return Response.json(
      { name, ...kept.get(name) },
      { status: one === undefined && faults.madeWith200 !== true ? 201 : 200, headers: { etag: tagOfPage() } },
    );
  };
}

test.each(
  sampleOf<readonly [says: string, faults: PageFaults, found: readonly string[]]>(
    [
      ['pages without a fault', {}, []],
      [
        'a PUT makes a page with `If-Match`',
        { makesWithMatch: true },
        ['if-match: `If-Match` with `*` is answered with 201 where nothing is.'],
      ],
      [
        'a PUT replaces a page with `If-None-Match`',
        { replacesWithNone: true },
        ['if-none-match: PUT with `If-None-Match` and `*` is answered with 200 where the thing is there.'],
      ],
      [
        'a PUT makes no page with `If-None-Match`',
        { refusesNone: true },
        ['if-none-match: `If-None-Match` with `*` is answered with 412 where nothing is.'],
      ],
      [
        'a PUT that makes a page is answered with 200',
        { madeWith200: true },
        ['put-status: A PUT that has made something is answered with 200.'],
      ],
      [
        'HEAD of no page is a success',
        { headOfNothing: true },
        ['head-like-get: HEAD is answered with 200, where GET is answered with 404.'],
      ],
      [
        'the ETag of a page is one of its text',
        { tagOfText: true },
        ['etag-after-change: The ETag is still "ID" after `label` has changed.'],
      ],
    ],
    3,
  ),
)('%s', async (_, faults, found) => {
  const { findings } = await conformService(pages, {
    target: pagesOf(faults),
    random: 0,
    // HEAD of what is nowhere is sent beside the GET of an unknown identifier.
    ...lookingFor(...CHECKS, 'put-status', 'head-like-get', 'unknown-id'),
    most: 1,
  });
  const said = findings
    .filter(({ check }) => [...CHECKS, 'put-status', 'head-like-get'].includes(check))
    .map(({ check, message }) => `${check}: ${message}`);
  expect(said.map((one) => one.replace(/"[\da-f]+"/g, '"ID"'))).toEqual(found);
});

test('which operations compare If-Match: those with the header, and changes with 412 whose body names no version', async () => {
  const body = (members: string): string =>
    `requestBody: { content: { application/json: { schema: { type: object, properties: ${members} } } } }`;
  const header = 'parameters: [{ name: if-match, in: header, schema: { type: string } }]';
  const refused = "responses: { '204': { description: Done. }, '412': { description: Another one. } }";
  const { operations } = await serviceFrom(`openapi: 3.1.0
info: { title: Conditions, version: '1' }
paths:
  /header: { post: { operationId: header, ${header}, ${body('{ etag: { type: string } }')}, ${refused} } }
  /status:
    post: { operationId: make, ${refused} }
    put: { operationId: put, ${body('{ title: { type: string } }')}, ${refused} }
    delete: { operationId: remove, ${refused} }
    patch: { operationId: silent, responses: { '204': { description: Done. } } }
  /added:
    put: { operationId: added, parameters: [{ name: If-None-Match, in: header, schema: { type: string, enum: ['*'] } }], ${refused} }
  /both:
    put: { operationId: both, description: Takes If-Match too., parameters: [{ name: If-None-Match, in: header, schema: { type: string } }], ${refused} }
  /member: { patch: { operationId: member, ${body('{ title: { type: string }, etag: { type: string } }')}, ${refused} } }
  /version: { put: { operationId: version, ${body('{ lockVersion: { type: integer } }')}, ${refused} } }
  /shown: { put: { operationId: shown, ${body('{ etag: { type: string, readOnly: true } }')}, ${refused} } }
`);
  expect(operations.filter(takesIfMatch).map(({ id }) => id)).toEqual(['header', 'put', 'remove', 'both', 'shown']);
});

test('what a change needs is read again only once something may have changed', async () => {
  const judge = await createJudge(service);
  const named = (id: string): Operation => service.operations.find((one) => one.id === id) as Operation;
  const [read, change] = await Promise.all(
    [named('readNote'), named('replaceNote')].map((operation) => firstCase(judge, operation, { seed: 1, random: 0, most: 9 })),
  );
  if (read === undefined || change?.input === undefined) throw new Error('Both operations have a valid case.');
  let reads = 0;
  const answered = (one: Case, status: number): Exchange =>
    ({ case: one, response: { status, headers: new Headers({ etag: `"${reads}"` }) }, reading: { body: {} } }) as unknown as Exchange;
  const conditions = createConditions({
    judge,
    readOf: () => read,
    send: async (one) => {
      reads++;
      return answered(one, 200);
    },
  });
  const tags: unknown[] = [];
  for (const status of [400, 422, 412, 400, 200, 400]) {
    const input = await conditions.withCondition(change, change.input);
    tags.push((input.header as Readonly<Record<string, unknown>>)['If-Match']);
    conditions.see(answered(change, status));
    conditions.see(answered(read, 200));
  }
  expect(tags).toEqual(['"1"', '"1"', '"1"', '"2"', '"2"', '"3"']);
});
