// A small service for the tests of several callers: notes that each user has alone, and a catalogue of colours that all share; and faults that it can
// have.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../generator/conform/contract/target.ts';

const answer = (name: string): string =>
  `{ description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;

/** The document; `description` is what it says of the whole service. */
export const notesDocument = (description: string): string => `openapi: 3.1.0
info: { title: Notes, version: '1', description: '${description}' }
security: [{ token: [] }]
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - { name: q, in: query, schema: { type: string, minLength: 1, maxLength: 40 } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      operationId: addNote
      parameters: [{ name: Idempotency-Key, in: header, description: The same key with another body is a 409., schema: { type: string, minLength: 8 } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '201': ${answer('Note')}, '403': { description: Not yours to write. }, '409': { description: Taken. } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: getNote
      responses: { '200': ${answer('Note')}, '404': { description: None. } }
    put:
      operationId: putNote
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string, pattern: '^"[0-9]+"$' } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '200': ${answer('Note')}, '403': { description: Not yours to write. }, '404': { description: None. }, '412': { description: Changed. } }
    delete:
      operationId: removeNote
      responses: { '204': { description: Gone. }, '403': { description: Not yours to write. }, '404': { description: None. } }
  /notes/{id}/file:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: getFile
      responses: { '200': { description: The text., content: { text/plain: { schema: { type: string } } } }, '404': { description: None. } }
    put:
      operationId: putFile
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '204': { description: Kept. }, '403': { description: Not yours to write. }, '404': { description: None. } }
  /colours:
    get:
      operationId: listColours
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      operationId: addColour
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '201': ${answer('Note')}, '403': { description: Not yours to write. }, '409': { description: Taken. } }
  /colours/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }]
    get:
      operationId: getColour
      responses: { '200': ${answer('Note')}, '404': { description: None. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewNote:
      type: object
      required: [title]
      additionalProperties: false
      properties: { title: { type: string, minLength: 1, maxLength: 40 } }
    Note:
      type: object
      required: [id, title]
      properties: { id: { type: integer }, title: { type: string } }
`;

interface Note {
  readonly id: number;
  readonly owner: string;
  readonly kind: string;
  readonly title: string;
  readonly version: number;
}

/** What is wrong with the service, by its operation or in a word. */
export type Leak =
  | 'getNote'
  | 'getFile'
  | 'putNote'
  | 'removeNote'
  | 'list'
  | 'search'
  | 'clerk adds notes'
  | 'keys of all'
  | 'keys with any body'
  | 'keys at once'
  | 'two at once'
  | 'changes at once';

/** Mira and Jonas have an account each; the clerk works in that of Mira, and only reads. */
export function notes(leaks: ReadonlySet<Leak> = new Set()): Handler {
  const all = new Map<number, Note>();
  const keys = new Map<string, { readonly text: string; readonly note: Note }>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = ({ id, title, version }: Note, code = 200): Response =>
    Response.json({ id, title }, { status: code, headers: { etag: `"${version}"` } });

  return async (request) => {
    const response = await answered(request);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };

  async function answered(request: Request): Promise<Response> {
    const name = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
    if (!['mira', 'jonas', 'clerk'].includes(name)) return status(401);
    const owner = name === 'clerk' ? 'mira' : name;
    const { pathname, searchParams } = new URL(request.url);
    const [, kind = '', idText, part, ...rest] = pathname.split('/');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const operation = `${method} ${kind}${idText === undefined ? '' : '/id'}${part === undefined ? '' : `/${part}`}`;
    const allowed = [
      'GET notes',
      'POST notes',
      'GET notes/id',
      'PUT notes/id',
      'DELETE notes/id',
      'GET notes/id/file',
      'PUT notes/id/file',
    ];
    const known = [...allowed, 'GET colours', 'POST colours', 'GET colours/id'];
    if (rest.length > 0 || !known.some((one) => one.split(' ')[1] === operation.split(' ')[1])) return status(404);
    if (!known.includes(operation))
      return new Response(null, {
        status: 405,
        headers: {
          allow: known
            .filter((one) => one.split(' ')[1] === operation.split(' ')[1])
            .map((one) => one.split(' ')[0])
            .join(', '),
        },
      });
    const mayWrite = name !== 'clerk' || (leaks.has('clerk adds notes') && operation === 'POST notes');
    if (method !== 'GET' && !mayWrite) return status(403);
    const seen = (note: Note, leak: Leak): boolean => note.kind === 'colours' || note.owner === owner || leaks.has(leak);
    if (idText === undefined && method === 'GET') {
      const q = searchParams.get('q');
      if (searchParams.getAll('q').length > 1 || (q !== null && (q === '' || q.length > 40))) return status(400);
      const found = [...all.values()].filter(
        (note) => note.kind === kind && seen(note, q === null ? 'list' : 'search') && (q === null || note.title.includes(q)),
      );
      return Response.json(found.map(({ id, title }) => ({ id, title })));
    }
    const note = all.get(Number(idText));
    const leak = ({ GET: part === 'file' ? 'getFile' : 'getNote', PUT: 'putNote', DELETE: 'removeNote' } as const)[method] ?? 'list';
    if (idText !== undefined && (note === undefined || note.kind !== kind || !seen(note, leak))) return status(404);
    if (method === 'GET' && note !== undefined) return part === 'file' ? new Response(note.title) : shown(note);
    if (method === 'DELETE') {
      all.delete(Number(idText));
      return status(204);
    }
    const text = await request.text();
    const title = titleOf(request, text);
    if (title === undefined)
      return status(request.headers.get('content-type')?.toLowerCase().startsWith('application/json') === true ? 400 : 415);
    if (part === 'file') return status(204);
    if (note !== undefined) return changed(request, all.get(note.id) ?? note, title);
    return created(request, { owner, kind, title, text });
  }

  async function changed(request: Request, note: Note, title: string): Promise<Response> {
    const tag = request.headers.get('if-match');
    if (tag === null || !/^"\d+"$/.test(tag)) return status(400);
    if (tag !== `"${note.version}"`) return status(412);
    if (leaks.has('changes at once')) await sleep(2);
    const next = { ...note, title, version: note.version + 1 };
    all.set(note.id, next);
    return shown(next);
  }

  async function created(request: Request, made: { owner: string; kind: string; title: string; text: string }): Promise<Response> {
    const { owner, kind, title, text } = made;
    const key = request.headers.get('idempotency-key');
    if (key !== null && key.length < 8) return status(400);
    const known = `${leaks.has('keys of all') ? '' : owner} ${key}`;
    const before = key === null ? undefined : keys.get(known);
    if (before !== undefined) return before.text === text || leaks.has('keys with any body') ? shown(before.note, 201) : status(409);
    if (key !== null && leaks.has('keys at once')) await sleep(2);
    else if ([...all.values()].some((one) => one.owner === owner && one.kind === kind && one.title === title)) return status(409);
    if (leaks.has('two at once')) await sleep(2);
    const note = { id: ++last, owner, kind, title, version: 1 };
    all.set(note.id, note);
    if (key !== null) keys.set(known, { text, note });
    return shown(note, 201);
  }
}

/** The title in a body as declared. */
function titleOf(request: Request, text: string): string | undefined {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  try {
    const { title, ...others } = JSON.parse(text) as { readonly title?: unknown };
    const isRight = typeof title === 'string' && Object.keys(others).length === 0 && title.length > 0 && [...title].length <= 40;
    return isRight && text.split('"title"').length === 2 ? title : undefined;
  } catch {
    return undefined;
  }
}
