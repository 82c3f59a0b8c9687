// A small service for the tests of accounts: files of an office, tasks that refer to them, a search through all, and keys that it makes itself; and
// faults that it can have.
import { randomBytes } from 'node:crypto';
import type { Handler } from '../../generator/conform/contract/target.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const list = (name: string): string => `{ type: array, items: ${ref(name)} }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9999999 } }';

export const OFFICE = `openapi: 3.1.0
info: { title: Office, version: '1', description: 'A key has a role: a writer may do everything, a reader may only read. A reader sees no secret files.' }
security: [{ key: [] }]
paths:
  /files:
    get: { operationId: listFiles, responses: { '200': { description: All., ${json(list('Paper'))} } } }
    post:
      operationId: addFile
      requestBody: { required: true, ${json(ref('NewPaper'))} }
      responses: { '201': { description: Made., ${json(ref('Paper'))} }, '403': { description: No. } }
  /files/{id}:
    parameters: [${id}]
    get: { operationId: getFile, responses: { '200': { description: It., ${json(ref('Paper'))} }, '404': { description: None. } } }
  /files/{id}/scan:
    parameters: [${id}]
    get: { operationId: getScan, responses: { '200': { description: It., content: { text/plain: { schema: { type: string } } } }, '404': { description: None. } } }
    put:
      operationId: putScan
      requestBody: { required: true, content: { text/plain: { schema: { type: string, minLength: 3 } } } }
      responses: { '204': { description: Kept. }, '403': { description: No. }, '404': { description: None. } }
  /files/{id}/notes:
    parameters: [${id}]
    get: { operationId: listNotes, responses: { '200': { description: All., ${json('{ type: array, items: { type: object, properties: { text: { type: string } } } }')} }, '404': { description: None. } } }
    post:
      operationId: addNote
      requestBody: { required: true, ${json('{ type: object, required: [text], properties: { text: { type: string, minLength: 4 } } }')} }
      responses: { '204': { description: Made. }, '403': { description: No. }, '404': { description: None. } }
  /shelves/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string, pattern: '^[a-z]{2}-[0-9]{5}$' } }]
    get: { operationId: getShelf, responses: { '200': { description: It., ${json(ref('Shelf'))} }, '404': { description: None. } } }
    put:
      operationId: putShelf
      requestBody: { required: true, ${json('{ type: object, properties: { file_id: { type: integer } } }')} }
      responses: { '201': { description: Made., ${json(ref('Shelf'))} }, '200': { description: Kept., ${json(ref('Shelf'))} }, '403': { description: No. }, '422': { description: No such file. } }
  /export:
    get: { operationId: exportShelves, responses: { '200': { description: All codes., content: { text/csv: { schema: { type: string } } } } } }
  /files/mark:
    post:
      operationId: markFiles
      requestBody: { required: true, ${json('{ type: object, required: [ids], properties: { ids: { type: array, minItems: 1, items: { type: integer } } } }')} }
      responses: { '200': { description: Done., ${json('{ type: object, properties: { marked: { type: integer } } }')} }, '403': { description: No. } }
  /tasks:
    post:
      operationId: addTask
      requestBody: { required: true, ${json(ref('NewTask'))} }
      responses: { '201': { description: Made., ${json(ref('NewTask'))} }, '403': { description: No. }, '422': { description: No such file. } }
  /search:
    get:
      operationId: search
      parameters: [{ name: text, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses: { '200': { description: Found., ${json('{ type: object, properties: { text: { type: string }, titles: { type: array, items: { type: string } } } }')} } }
  /bell:
    post:
      operationId: ringBell
      description: At most 20 times in two seconds.
      responses: { '204': { description: It rang. }, '403': { description: No. }, '429': { description: Too often. } }
  /keys:
    get: { operationId: listKeys, responses: { '200': { description: All., ${json('{ type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }')} } } }
    post:
      operationId: addKey
      requestBody: { required: true, ${json(ref('NewKey'))} }
      responses: { '201': { description: Made., ${json(ref('Key'))} }, '403': { description: No. }, '422': { description: Over. } }
  /keys/{id}:
    parameters: [${id}]
    delete: { operationId: removeKey, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /keys/{id}/rotate:
    parameters: [${id}]
    post: { operationId: rotateKey, responses: { '200': { description: Another., ${json('{ type: object, required: [key], properties: { key: { type: string } } }')} }, '403': { description: No. }, '404': { description: None. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewPaper: { type: object, required: [title], properties: { title: { type: string, minLength: 1 }, secret: { type: boolean } } }
    Paper: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string }, secret: { type: boolean }, marks: { type: integer } } }
    Shelf: { type: object, required: [code], properties: { code: { type: string }, file_id: { type: integer } } }
    NewTask: { type: object, required: [file_id], properties: { file_id: { type: integer } } }
    NewKey: { type: object, required: [role], properties: { role: { type: string, enum: [reader, writer] }, password: { type: string, minLength: 4, writeOnly: true }, expires_at: { type: string, format: date-time } } }
    Key: { type: object, required: [id, key], properties: { id: { type: integer }, key: { type: string }, expires_at: { type: string, format: date-time } } }
`;

/** What is wrong with the service. */
export type Slip =
  | 'search of all'
  | 'marks of all'
  | 'references of all'
  | 'optional references of all'
  | 'scans of all'
  | 'notes of jonas'
  | 'export of all'
  | 'secret in list'
  | 'secret in read'
  | 'deleted keys'
  | 'expired keys'
  | 'roles of keys'
  | 'keys in list'
  | 'passwords in answers'
  | 'passwords in errors'
  | 'old key'
  | 'five more bells';

interface File {
  readonly id: number;
  readonly owner: string;
  readonly title: string;
  readonly secret: boolean;
  marks: number;
}

interface Key {
  readonly owner: string;
  readonly isReader: boolean;
  readonly end: number;
}

/** Mira and Jonas have an account each; the clerk reads in that of Mira. */
export function office(...slips: readonly Slip[]): Handler {
  const has = (slip: Slip): boolean => slips.includes(slip);
  const files = new Map<number, File>();
  const ids = new Map<number, string>();
  const scans = new Map<number, string>();
  const notes = new Map<number, readonly string[]>();
  const shelves = new Map<string, { readonly owner: string; readonly code: string; readonly file_id?: number }>();
  const keys = new Map<string, Key>([
    ['mira-0001', { owner: 'mira', isReader: false, end: Number.POSITIVE_INFINITY }],
    ['jonas-0001', { owner: 'jonas', isReader: false, end: Number.POSITIVE_INFINITY }],
    ['clerk-0001', { owner: 'mira', isReader: true, end: Number.POSITIVE_INFINITY }],
  ]);
  let last = 0;
  let rings: readonly number[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = ({ id, title, secret, marks }: File): object => ({ id, title, secret, marks });

  return async (request) => {
    const caller = keys.get(request.headers.get('x-key') ?? '');
    if (caller === undefined || (caller.end < Date.now() && !has('expired keys'))) return status(401);
    const { owner, isReader } = caller;
    const { pathname, searchParams } = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method !== 'GET' && isReader) return status(403);
    const [, kind, part, action] = pathname.split('/');
    const text = ['POST', 'PUT'].includes(method) ? await request.text() : '';
    const body = action === 'scan' ? {} : bodyOf(text);
    if (body === undefined) return status(400);
    const own = (isOpen: boolean): readonly File[] => [...files.values()].filter((file) => isOpen || file.owner === owner);
    switch (`${method} ${kind}${part === undefined ? '' : part === 'mark' ? '/mark' : '/id'}${action === undefined ? '' : `/${action}`}`) {
      case 'GET files':
        return Response.json(
          own(false)
            .filter(({ secret }) => !secret || !isReader || has('secret in list'))
            .map(shown),
        );
      case 'POST files': {
        if (typeof body.title !== 'string' || body.title === '') return status(400);
        const file: File = { id: ++last, owner, title: body.title, secret: body.secret === true, marks: 0 };
        files.set(file.id, file);
        return Response.json(shown(file), { status: 201 });
      }
      case 'GET files/id': {
        const file = files.get(Number(part));
        const isHidden = file?.secret === true && isReader && !has('secret in read');
        return file === undefined || file.owner !== owner || isHidden ? status(404) : Response.json(shown(file));
      }
      case 'GET files/id/scan': {
        const scan = own(has('scans of all')).some((file) => file.id === Number(part)) ? scans.get(Number(part)) : undefined;
        return scan === undefined ? status(404) : new Response(scan, { headers: { 'content-type': 'text/plain' } });
      }
      case 'PUT files/id/scan':
        if (!own(false).some((file) => file.id === Number(part))) return status(404);
        scans.set(Number(part), text);
        return status(204);
      case 'GET files/id/notes':
      case 'POST files/id/notes': {
        const isOpen = method === 'GET' && has('notes of jonas') && files.get(Number(part))?.owner === 'jonas';
        if (!own(isOpen).some((file) => file.id === Number(part))) return status(404);
        const before = notes.get(Number(part)) ?? [];
        if (method === 'GET') return Response.json(before.map((one) => ({ text: one })));
        if (typeof body.text !== 'string' || body.text === '') return status(400);
        notes.set(Number(part), [...before, body.text]);
        return status(204);
      }
      case 'GET shelves/id': {
        const shelf = shelves.get(`${owner} ${part}`);
        return shelf === undefined ? status(404) : Response.json({ code: shelf.code, file_id: shelf.file_id });
      }
      case 'PUT shelves/id': {
        if (!/^[a-z]{2}-\d{5}$/.test(part ?? '')) return status(400);
        const { file_id } = body;
        const isKnown = own(has('optional references of all')).some((file) => file.id === file_id);
        if (file_id !== undefined && !isKnown) return status(422);
        const isThere = shelves.has(`${owner} ${part}`);
        shelves.set(`${owner} ${part}`, { owner, code: String(part), ...(typeof file_id === 'number' ? { file_id } : {}) });
        return Response.json({ code: part, file_id }, { status: isThere ? 200 : 201 });
      }
      case 'GET export': {
        const rows = [...shelves.values()].filter((shelf) => shelf.owner === owner || has('export of all'));
        return new Response(['code', ...rows.map(({ code }) => code)].join('\n'), { headers: { 'content-type': 'text/csv' } });
      }
      case 'POST files/mark': {
        const marked = own(has('marks of all')).filter((file) => Array.isArray(body.ids) && body.ids.includes(file.id));
        for (const file of marked) file.marks++;
        return Response.json({ marked: marked.length });
      }
      case 'POST tasks':
        if (!own(has('references of all')).some((file) => file.id === body.file_id)) return status(422);
        return Response.json({ file_id: body.file_id }, { status: 201 });
      case 'GET search': {
        const text = searchParams.get('text') ?? '';
        return Response.json({
          text,
          titles: own(has('search of all'))
            .map(({ title }) => title)
            .filter((title) => title.includes(text)),
        });
      }
      case 'POST keys': {
        if (body.password !== undefined && typeof body.password !== 'string')
          return Response.json(has('passwords in errors') ? { wrong: body.password } : {}, { status: 422 });
        const end = typeof body.expires_at === 'string' ? Date.parse(body.expires_at) : Number.POSITIVE_INFINITY;
        if (Number.isNaN(end) || !['reader', 'writer'].includes(String(body.role))) return status(400);
        const key = randomBytes(8).toString('hex');
        keys.set(key, { owner, isReader: body.role === 'reader' && !has('roles of keys'), end });
        ids.set(++last, key);
        const { expires_at, password } = body;
        return Response.json({ id: last, key, expires_at, ...(has('passwords in answers') ? { password } : {}) }, { status: 201 });
      }
      case 'GET keys':
        return Response.json([...ids].map(([id, key]) => (has('keys in list') ? { id, key } : { id })));
      case 'POST keys/id/rotate': {
        const before = ids.get(Number(part));
        const own = keys.get(before ?? '');
        if (before === undefined || own === undefined) return status(404);
        const key = has('old key') ? before : randomBytes(8).toString('hex');
        keys.delete(before);
        keys.set(key, own);
        ids.set(Number(part), key);
        return Response.json({ key });
      }
      case 'POST bell':
        rings = [...rings.filter((at) => Date.now() - at < 2000), Date.now()];
        return status(rings.length > (has('five more bells') ? 25 : 20) ? 429 : 204);
      case 'DELETE keys/id': {
        const key = ids.get(Number(part));
        if (key === undefined) return status(404);
        ids.delete(Number(part));
        if (!has('deleted keys')) keys.delete(key);
        return status(204);
      }
      default:
        return status(404);
    }
  };
}

function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text || '{}');
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
