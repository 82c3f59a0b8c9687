// What a generated mock answers where no value matches the schema of a response: another success, a declared failure, or 500 with the reason.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const node = { type: 'object', required: ['parent'], properties: { parent: { $ref: '#/components/schemas/Node' } } };
const text = (value: string) => ({ description: 'Said.', content: { 'text/plain': { schema: { const: value } } } });
const impossible = { description: 'A node.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } };
const get = (responses: object) => ({ get: { responses } });

const DOCUMENT = {
  paths: {
    '/other-success': get({ 200: impossible, 202: text('later') }),
    '/default': get({ 200: impossible, 404: text('gone'), default: text('failed') }),
    '/declared-failure': get({ 200: impossible, 404: text('gone'), 503: text('busy') }),
    '/nothing': get({ 200: impossible, 404: text('gone') }),
    '/upgrade': get({ 101: { description: 'Another protocol.' } }),
    '/good': get({ 200: text('fine'), 201: impossible }),
  },
  components: { schemas: { Node: node } },
};

const folder = path.join(root, '.octavo/tmp/mock-answers');
let mock: (request: Request) => Promise<Response>;

beforeAll(async () => {
  expect(typeCheck(folder, emit(await serviceOf(DOCUMENT), OPTIONS))).toBe('');
  const { mockPetsServer } = (await import(pathToFileURL(path.join(folder, 'examples.ts')).href)) as { mockPetsServer: () => typeof mock };
  mock = mockPetsServer();
});

test.each([
  ['/good', 200, 'fine'],
  ['/other-success', 202, 'later'],
  ['/default', 500, 'failed'],
  ['/declared-failure', 503, 'busy'],
])('%s is answered with %i', async (at, status, body) => {
  const response = await mock(new Request(`https://pets.example.com${at}`));
  expect([response.status, await response.text()]).toEqual([status, body]);
});

test.each([
  ['/nothing', /^There is no example of the result 200 of GET \/nothing: at \/body\/parent/],
  ['/upgrade', /^There is no example of the result 101 of GET \/upgrade: .* must be an integer from 200 to 599\.$/],
])('%s is answered with 500, which says for which response there is no example, and why', async (at, detail) => {
  const response = await mock(new Request(`https://pets.example.com${at}`));
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ detail: expect.stringMatching(detail) });
});
