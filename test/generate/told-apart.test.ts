// Operations of one method and path that a constant query, a query parameter or a header tells apart are called and served, each by its own handler.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../generator/run/generate.ts';
import { type Scratch, scratch } from './project.ts';

const runtime = path.resolve(import.meta.dirname, '../../runtime');

const query = (name: string, schema: object) => ({ name, in: 'query', required: true, schema });
const operation = (operationId: string, parameters: object[] = []) => ({
  operationId,
  parameters,
  responses: { 200: { description: 'Its name.', content: { 'text/plain': { schema: { type: 'string' } } } } },
});
const key = { name: 'key', in: 'path', required: true, schema: { type: 'string' } };
const action = (name: string) => query('Action', { type: 'string', enum: [name] });

const paths = {
  '/#Action=List': { get: operation('list', [action('List')]), post: operation('postList', [action('List')]) },
  '/#Action=Get': { get: operation('get', [action('Get')]), post: operation('postGet', [action('Get')]) },
  '/answers': { get: operation('answers') },
  '/answers?beta=true': { get: operation('betaAnswers') },
  '/answers?view=status': {
    get: operation('status', [{ ...query('view', { type: 'string', enum: ['status', 'all'] }), required: false }]),
  },
  '/odd?a%26b=c+d%3D': { get: operation('odd') },
  '/{key}': { put: operation('put', [key]) },
  '/{key}#acl': { put: operation('putAcl', [key, query('acl', { type: 'boolean', enum: [true] })]) },
  '/{key}#x-copy': { put: operation('copy', [key, { ...query('x-copy', { type: 'string' }), in: 'header' }]) },
};

let project: Scratch;

beforeAll(() => {
  project = scratch();
  cpSync(runtime, project.root, { recursive: true, filter: (file) => !file.includes('node_modules') });
  project.put(
    'api.json',
    JSON.stringify({ openapi: '3.1.1', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.example/v1' }], paths }),
  );
});
afterAll(() => project.remove());

test('the client sends what tells operations apart, and the server finds them by it', async () => {
  const { documents } = await generate(await project.load({ files: ['api.json'], schema: false }));
  const problems = documents.flatMap((document) => document.problems);
  expect(problems.filter(({ code }) => code === 'left-out' || code === 'path-ambiguous')).toEqual([]);
  project.put(
    'run.ts',
    `import { createApiClient, createApiServer } from './generated/api/index.ts';
const names = ['list', 'get', 'postList', 'postGet', 'answers', 'betaAnswers', 'status', 'odd', 'put', 'putAcl', 'copy'];
const serve = createApiServer(Object.fromEntries(names.map((name) => [name, () => ({ status: 200, body: name })])));
const client = createApiClient({ fetch: (url, init) => { console.log(init.method, new URL(url).pathname + new URL(url).search); return serve(new Request(url, init)); } });
const show = async (call) => console.log((await call).body);
await show(client.list({ query: { Action: 'List' } }));
await show(client.get({ query: { Action: 'Get' } }));
await show(client.postList({ query: { Action: 'List' } }));
await show(client.postGet({ query: { Action: 'Get' } }));
await show(client.answers());
await show(client.betaAnswers());
await show(client.status());
await show(client.odd());
await show(client.put({ path: { key: 'k' } }));
await show(client.putAcl({ path: { key: 'k' }, query: { acl: true } }));
await show(client.copy({ path: { key: 'k' }, header: { 'x-copy': 'from' } }));
const status = async (method, target) => console.log((await serve(new Request('https://a.example/v1' + target, { method }))).status);
await status('HEAD', '/?Action=Get');
await status('GET', '/?Action=Other');
await status('GET', '/answers?beta=other');
await status('DELETE', '/answers?beta=true');
`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['run.ts'], { cwd: project.root, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'GET /v1/?Action=List',
    'list',
    'GET /v1/?Action=Get',
    'get',
    'POST /v1/?Action=List',
    'postList',
    'POST /v1/?Action=Get',
    'postGet',
    'GET /v1/answers',
    'answers',
    'GET /v1/answers?beta=true',
    'betaAnswers',
    'GET /v1/answers?view=status',
    'status',
    'GET /v1/odd?a%26b=c%20d%3D',
    'odd',
    'PUT /v1/k',
    'put',
    'PUT /v1/k?acl=true',
    'putAcl',
    'PUT /v1/k',
    'copy',
    '200',
    // No mark fits: the first operation says what its parameter should be.
    '400',
    // Servers ignore a parameter that the operation without marks does not have.
    '200',
    '405',
    '',
  ]);
});
