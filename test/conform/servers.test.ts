// Where `octavo conform` sends requests to: below the servers that the document declares, with their variables filled in; and documents without a
// success.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const operation = (id: string, status = '200') =>
  `{ operationId: ${id}, responses: { '${status}': { description: Fine., content: { application/json: { schema: { type: string } } } } } }`;

/** The paths that a run asks a handler for, and what it finds. */
async function pathsOf(text: string, status: number, target?: string) {
  const asked = new Set<string>();
  const handler: Handler = (request) => {
    asked.add(new URL(request.url).pathname);
    return Response.json('text', { status });
  };
  const service = await serviceFrom(text);
  const report = await conformService(service, { target: handler, most: 1, ...(target === undefined ? {} : { basePath: target }) });
  return { asked, findings: report.findings.filter(({ check }) => check === 'accepts-valid').map(({ operation: { id } }) => id) };
}

const SERVERS = `openapi: 3.1.1
info: { title: Shelf, version: '1' }
servers: [{ url: 'https://shelf.example/{stage}', variables: { stage: { default: v2 } } }]
paths:
  /notes: { get: ${operation('readNotes')} }
  /files:
    servers: [{ url: 'https://{host}.example/up', variables: { host: { default: files } } }]
    get: ${operation('readFiles')}
`;

test('variables of servers have their defaults, and operations their own servers', async () => {
  const { asked } = await pathsOf(SERVERS, 200);
  expect([...asked]).toEqual(expect.arrayContaining(['/v2/notes', '/up/files']));
});

test('a host that no URL has leaves the path', async () => {
  const { asked } = await pathsOf(SERVERS.replace('https://shelf.example/{stage}', 'https://shelf:<port>/{stage}'), 200);
  expect([...asked]).toEqual(expect.arrayContaining(['/v2/notes']));
});

test('a base path that the user gives is that of all operations', async () => {
  const { asked } = await pathsOf(SERVERS, 200, '/mine');
  expect([...asked]).toEqual(expect.arrayContaining(['/mine/notes', '/mine/files']));
});

test('an operation that declares failures only may answer with one', async () => {
  const paths = `paths:\n  /a: { get: ${operation('onlyFails', '405')} }\n  /b: { get: ${operation('works')} }\n`;
  const { findings } = await pathsOf(`openapi: 3.1.1\ninfo: { title: T, version: '1' }\n${paths}`, 405);
  expect(findings).toEqual(['works']);
});
