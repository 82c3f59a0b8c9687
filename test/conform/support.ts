// Services for the tests of `octavo conform`: a document as text, and a handler that its tests change.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checks } from '../../generator/conform/checks/index.ts';
import type { ConformSettings } from '../../generator/conform/contract/settings.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import type { Judge } from '../../generator/conform/judge/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { read } from '../../generator/run/pipeline.ts';
import { byEffort, IS_DEEP } from '../support/effort.ts';

const services = new Map<string, Promise<Service>>();

/** The service of a document, read once in a process; throws where it has any problem. */
export function serviceFrom(text: string): Promise<Service> {
  const known = services.get(text) ?? readService(text);
  services.set(text, known);
  return known;
}

async function readService(text: string): Promise<Service> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-conform-test-'));
  try {
    const file = path.join(folder, 'api.yaml');
    writeFileSync(file, text);
    const { service, problems } = await read({ root: folder, allowRemote: [], strict: false }, { file });
    if (service === undefined || problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    return service;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const BOOKS = `openapi: 3.1.0
info: { title: Books, version: '1' }
servers: [{ url: /v1 }]
security: [{ token: [] }]
paths:
  /books:
    post:
      operationId: createBook
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/NewBook' }, example: { title: Sand } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '400': { description: Invalid. }
        '401': { description: Who are you? }
  /books/{id}:
    get:
      operationId: readBook
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
        - { name: fields, in: query, schema: { type: string, enum: [title, year] } }
      responses:
        '200': { description: Found., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '400': { description: Invalid. }
        '401': { description: Who are you? }
        '404': { description: None. }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewBook:
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 20 }
        year: { type: integer, minimum: 0, maximum: 3000 }
        genres: { type: array, uniqueItems: true, maxItems: 3, items: { type: string, enum: [crime, poetry, travel] } }
    Book:
      type: object
      required: [id, title]
      properties: { id: { type: integer, minimum: 1 }, title: { type: string } }
`;

/** Cases for each operation that show a fault of a quick run. */
const SOME = 30;

/** All cases, where the one that a test is about is among the last. It comes behind `lookingFor`. */
export const ALL_CASES: Pick<ConformSettings, 'most'> = { most: 500 };

/** Checks of sequences that judge cases too, by name: those that change one part of a request, and how lists come on. */
const OF_CASES: ReadonlySet<string> = new Set(['stated-rules', 'keeps-values', 'error-places', 'failed-create', 'failed-change']);

/**
 * Settings of a run that looks for what these checks find alone: the services of these tests are written for them, and keep no other convention. In
 * quick runs, checks that judge sequences alone get one case for each operation, and others get `SOME`.
 */
export function lookingFor(...ids: readonly string[]): Pick<ConformSettings, 'checks' | 'most'> {
  const others = checks.filter(({ id }) => !ids.includes(id)).map(({ id }) => [id, false] as const);
  const judgesCases = checks.some(({ id, sequence }) => ids.includes(id) && (sequence !== true || OF_CASES.has(id)));
  return { checks: Object.fromEntries(others), ...(ids.length === 0 || IS_DEEP ? {} : { most: judgesCases ? SOME : 1 }) };
}

/** Room for the rules of sentences, and in quick runs for no more than some of the cases that change one part of a request. */
export const SOME_CASES: Pick<ConformSettings, 'most'> = byEffort({ quick: { most: 60 }, deep: {} });

/** What the judge says of a request to the service of a test, with this text as its body. */
export function verdictOn(judge: Judge, request: Request, text: string): ReturnType<Judge['request']> {
  const { pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), 'content-length': String(Buffer.byteLength(text)) };
  return judge.request({ method: request.method, target: pathname + search, headers, ...(text === '' ? {} : { body: text }) });
}

/** The header `Allow` of a path of it. */
export function allowOf(path: string): string {
  return path.endsWith('/books') ? 'POST' : 'GET, HEAD';
}

/** Serves a handler at an address of this machine while `act` runs. */
export async function serving<T>(handler: Handler, act: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) };
    const response = await handler(new Request(`http://localhost${url}`, { method, headers: headers as Record<string, string>, ...body }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await act(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
