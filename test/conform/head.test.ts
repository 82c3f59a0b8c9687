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
  ['one whose document promises HEAD', 'HEAD works wherever GET does.', { '/shelves': 405, '/rooms': 405 }, 'GET', ['listRooms', 'listShelves']],
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
