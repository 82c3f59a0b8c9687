// HEAD: a refusal has no body, and is judged all the same; a service without HEAD breaks only a document that promises it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const PAGES = `openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /page:
    head:
      parameters: [{ name: number, in: query, required: true, schema: { type: integer, minimum: 1 } }]
      responses: { '204': { description: There. }, '400': { description: Not a number. } }
`;

test.each([
  ['refuses a request without the parameter', (number: string | null) => number !== null, false],
  ['accepts a request without the parameter', () => true, true],
])('a service that %s', async (_, isFine, want) => {
  const report = await conformService(await serviceFrom(PAGES), {
    target: async (request: Request) => new Response(null, { status: isFine(new URL(request.url).searchParams.get('number')) ? 204 : 400 }),
  });
  const said = report.findings.flatMap(({ check, exchanges }) => (check === 'refuses-invalid' ? (exchanges.at(-1)?.case.says ?? '') : []));
  expect(said.some((words) => words.includes('without the parameter number'))).toBe(want);
});

const shelves = (words: string): string => `openapi: 3.1.0
info: { title: Shelves, version: '1', description: '${words}' }
paths:
  /shelves: { get: { operationId: listShelves, responses: { '200': { description: All. } } } }
  /rooms: { get: { operationId: listRooms, responses: { '200': { description: All. } } } }
`;

test.each([
  ['a service without HEAD', 'Shelves of rooms.', { '/shelves': 405, '/rooms': 405 }, 'GET', []],
  [
    'one whose document promises HEAD',
    'HEAD works wherever GET does.',
    { '/shelves': 405, '/rooms': 405 },
    'GET',
    ['listRooms', 'listShelves'],
  ],
  ['one whose document says that there is none', 'There is no HEAD.', { '/shelves': 405, '/rooms': 405 }, 'GET', []],
  ['one that answers HEAD elsewhere', 'Shelves of rooms.', { '/shelves': 405, '/rooms': 200 }, 'GET', ['listShelves']],
  ['one whose Allow has HEAD', 'Shelves of rooms.', { '/shelves': 405, '/rooms': 405 }, 'GET, HEAD', ['listRooms', 'listShelves']],
  ['one that finds nothing by HEAD', 'Shelves of rooms.', { '/shelves': 404, '/rooms': 405 }, 'GET', ['listShelves']],
] as const)('%s', async (_, words, statuses, allow, want) => {
  const report = await conformService(await serviceFrom(shelves(words)), {
    target: async (request: Request) => {
      const path = new URL(request.url).pathname as keyof typeof statuses;
      const status = request.method === 'HEAD' ? statuses[path] : request.method === 'GET' && path in statuses ? 200 : 404;
      return new Response(null, { status, ...(status === 405 ? { headers: { allow } } : {}) });
    },
  });
  const found = report.findings.flatMap(({ check, operation }) => (check === 'head-like-get' ? [operation.id] : []));
  expect(found.toSorted()).toEqual(want);
});

test.each([
  ['whose document says nothing of it', 'Counts of things.', false],
  ['whose document promises it', 'GET and HEAD have the same status and the same headers.', true],
  ['whose document leaves some out', 'HEAD has the same headers as GET, except those that are counted.', false],
])('a HEAD without a declared header of GET, of a service %s', async (_, words, want) => {
  const document = `openapi: 3.1.0
info: { title: Counts, version: '1', description: '${words}' }
paths:
  /lamps: { get: { operationId: listLamps, responses: { '200': { description: All., headers: { X-Count: { schema: { type: integer } } } } } } }
`;
  const report = await conformService(await serviceFrom(document), {
    target: async ({ method, url }: Request) =>
      new URL(url).pathname === '/lamps' && ['GET', 'HEAD'].includes(method)
        ? new Response(null, { status: 200, headers: method === 'GET' ? { 'x-count': '7' } : {} })
        : new Response(null, { status: 404 }),
  });
  expect(report.findings.some(({ check }) => check === 'head-like-get')).toBe(want);
});

const tagged = (words: string): string => `openapi: 3.1.0
info: { title: Tags, version: '1', description: '${words}' }
paths:
  /lamp: { get: { operationId: readLamp, responses: { '200': { description: The lamp., headers: { ETag: { schema: { type: string } } } } } } }
  /desk: { get: { operationId: readDesk, responses: { '200': { description: The desk. } } } }
`;

test.each([
  ['whose ETag is for If-Match alone', 'Send the ETag in If-Match.', [], []],
  ['whose document names 304', 'What has not changed is a 304.', [], ['readDesk', 'readLamp']],
  ['that answers 304 elsewhere', 'Send the ETag in If-Match.', ['/desk'], ['readLamp']],
] as const)('a service %s', async (_, words, known, want) => {
  const report = await conformService(await serviceFrom(tagged(words)), {
    target: async (request: Request) => {
      const path = new URL(request.url).pathname;
      if (request.method === 'HEAD' || request.method === 'GET') {
        const isSame = request.headers.get('if-none-match') === '"1"' && known.some((one) => one === path);
        return new Response(null, { status: path === '/lamp' || path === '/desk' ? (isSame ? 304 : 200) : 404, headers: { etag: '"1"' } });
      }
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    },
  });
  const found = report.findings.flatMap(({ check, operation }) => (check === 'conditional-requests' ? [operation.id] : []));
  expect([...new Set(found)].toSorted()).toEqual(want);
});
