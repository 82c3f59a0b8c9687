// Mutants that fail: status 500, no response, and errors that say too much.
import { again, answering, fieldsOf, instead, itemsOf, type Mutant, parsed, pathOf, problem } from '../faults.ts';

/** Express and others print such a page where `NODE_ENV` is not `production`. */
const TRACE = `TypeError: Cannot read properties of undefined (reading 'version')
    at changeNotebook (/srv/recipe-box/src/notebooks.ts:58:21)
    at async handle (/srv/recipe-box/node_modules/octavo/server.js:112:9)`;

export const failures: readonly Mutant[] = [
  {
    name: '500 for a title beyond ASCII',
    checks: ['no-server-error'],
    mutate: instead('POST /notebooks', async (request) => {
      const { title } = fieldsOf(parsed(await request.text()));
      return typeof title === 'string' && [...title].some((one) => one > '~') ? problem(500, 'Internal Server Error') : undefined;
    }),
  },
  {
    name: '500 for a source of null',
    checks: ['no-server-error'],
    mutate: instead('POST /notebooks/*/recipes', async (request) =>
      fieldsOf(parsed(await request.text())).source === null ? problem(500, 'Internal Server Error') : undefined,
    ),
  },
  {
    name: '500 for malformed JSON',
    checks: ['no-server-error'],
    mutate: instead('PATCH /notebooks/*', async (request) =>
      parsed(await request.text()) === undefined ? problem(500, 'Internal Server Error') : undefined,
    ),
  },
  {
    name: '500 for the largest limit',
    checks: ['no-server-error'],
    mutate: instead('GET /notebooks/*/recipes', (request) =>
      new URL(request.url).searchParams.get('limit') === '50' ? problem(500, 'Internal Server Error') : undefined,
    ),
  },
  {
    name: '500 for an unknown notebook in the export',
    checks: ['no-server-error'],
    mutate: answering('GET /notebooks/*/export', (response) =>
      response.status === 404 ? problem(500, 'Internal Server Error') : response,
    ),
  },
  {
    name: '500 for a notebook id that is no number',
    checks: ['no-server-error'],
    mutate: instead('GET /notebooks/*', (request) =>
      /^\d+$/.test(pathOf(request).slice('/notebooks/'.length)) ? undefined : problem(500, 'Internal Server Error'),
    ),
  },
  {
    name: 'no response where one recipe is asked for',
    checks: ['no-server-error'],
    mutate: instead('GET /notebooks/*/recipes', (request) =>
      new URL(request.url).searchParams.get('limit') === '1' ? new Promise<Response>(() => {}) : undefined,
    ),
  },
  {
    name: 'the connection is reset by a recipe without tags',
    checks: ['no-server-error'],
    mutate: instead('PUT /notebooks/*/recipes/*', async (request) => {
      const { name, tags } = fieldsOf(parsed(await request.text()));
      if (typeof name === 'string' && itemsOf(tags).length === 0) throw new Error('connection reset');
      return undefined;
    }),
  },
  {
    name: 'the second DELETE is a 500',
    checks: ['no-server-error'],
    mutate: answering('DELETE /notebooks/*', (response) => (response.status === 404 ? problem(500, 'Internal Server Error') : response)),
  },
  {
    name: 'a refused change has a stack trace in it',
    checks: ['no-internals'],
    mutate: answering('PATCH /notebooks/*', (response) =>
      response.status === 400
        ? Response.json({ title: 'Bad Request', detail: TRACE }, { status: 400, headers: { 'content-type': 'application/problem+json' } })
        : response,
    ),
  },
  {
    name: 'an unknown recipe names a file of the machine',
    checks: ['no-internals'],
    mutate: answering('DELETE /notebooks/*/recipes/*', (response) =>
      response.status === 404 ? problem(404, "ENOENT: no such file or directory, open '/srv/recipe-box/data/recipes.db'") : response,
    ),
  },
  {
    name: 'the server fails where Accept cannot be met',
    checks: ['no-server-error', 'unmet-accept'],
    mutate: (box) => async (request) => {
      const response = await box(again(request, {}));
      return response.status === 406 ? problem(500, 'Internal Server Error') : response;
    },
  },
];
