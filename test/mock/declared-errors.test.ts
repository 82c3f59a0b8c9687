// Refusals in the bodies that a document without `x-errors` declares: the client finds those of the generated server and of the mock valid.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import { buildService } from '../../generator/model/index.ts';
import { writeFiles } from '../../generator/write/index.ts';
import { OPTIONS } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';

/** A member whose name and constant would end the code or the text that they stand in. */
const HOSTILE = ['"}]; throw 1; //$', '{1}`\u2028</script>*/'].join('');
const text = { type: 'string' };
const closed = (properties: Record<string, object>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});
const error = (schema: object) => ({ description: 'Wrong.', content: { 'application/json': { schema } } });
const listed = error(closed({ errors: { type: 'array', minItems: 1, items: closed({ field: text, reason: text }) } }));
const operations: Readonly<Record<string, object>> = {
  plain: { 400: error(closed({ code: { type: 'integer' }, message: text })), 401: error(closed({ message: text })) },
  coded: { '4XX': error(closed({ error: closed({ type: { enum: ['AUTH_FAILED', 'INVALID_INPUT'] }, message: text }) })) },
  listed: { 400: listed, 401: listed },
  hostile: { default: error(closed({ message: text, [HOSTILE]: { const: HOSTILE } })) },
};
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, responses]) => [
      `/${operationId}`,
      { get: { operationId, parameters: [limit], responses: { 204: { description: 'Done.' }, ...responses } } },
    ]),
  ),
};

type Call = (input: object) => Promise<{ readonly status: number; readonly body: unknown }>;

interface Generated {
  readonly petsValidators: object;
  createPetsClient(options: object): Readonly<Record<string, Call>>;
  createPetsServer(handlers: object, options: object): Parameters<typeof inMemoryFetch>[0];
}

const folder = path.join(root, '.octavo/tmp/declared-errors');
let mock: RunningMock;
let generated: Generated;

beforeAll(async () => {
  const problems = new Problems();
  const description = await load(path.join(tmpdir(), 'pets.json'), { root: tmpdir(), text: JSON.stringify(document) }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  if (description === undefined || service === undefined) throw new Error(JSON.stringify(problems.list));
  await writeFiles(folder, emit(service, OPTIONS), { check: false });
  generated = await import(path.join(folder, 'index.ts'));
  mock = await startMock([description], { root, requestLimit: 60_000, patience: defaultLoadLimit });
});
afterAll(() => mock.stop());

/** What the client says of a request with a wrong limit, and of one without a credential. It throws for a body that is not as declared. */
async function refusals(fetch: typeof globalThis.fetch, baseUrl: string, name: string) {
  const { createPetsClient, petsValidators: validate } = generated;
  // The client itself would not send what is wrong.
  const send: typeof fetch = (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target);
    url.searchParams.set('limit', '11');
    return fetch(url, { ...init, headers: { 'x-key': 'k' } });
  };
  const wrong = await createPetsClient({ baseUrl, fetch: send, validate })[name]?.({});
  const unknown = await createPetsClient({ baseUrl, fetch, validate })[name]?.({});
  return { wrong: [wrong?.status, wrong?.body], unknown: [unknown?.status, unknown?.body] };
}

const sentence = '/query/limit must be at most 10.';
const wanted = [
  ['plain', { code: 400, message: sentence }, { message: 'This operation needs a credential.' }],
  [
    'coded',
    { error: { type: 'INVALID_INPUT', message: sentence } },
    { error: { type: 'AUTH_FAILED', message: 'This operation needs a credential.' } },
  ],
  [
    'listed',
    { errors: [{ field: 'limit', reason: 'must be at most 10' }] },
    { errors: [{ field: '', reason: 'This operation needs a credential.' }] },
  ],
  ['hostile', { message: sentence, [HOSTILE]: HOSTILE }, { message: 'This operation needs a credential.', [HOSTILE]: HOSTILE }],
] as const;

test.each(wanted)('server: %s', async (name, wrong, unknown) => {
  const handlers = Object.fromEntries(Object.keys(operations).map((operation) => [operation, () => ({ status: 204 })]));
  const server = generated.createPetsServer(handlers, { security: { key: () => ({}) } });
  expect(await refusals(inMemoryFetch(server), 'https://pets.example.com', name)).toEqual({ wrong: [400, wrong], unknown: [401, unknown] });
});

test.each(wanted)('mock: %s', async (name, wrong, unknown) => {
  const found = await refusals(globalThis.fetch, mock.urlOf('pets'), name);
  // Prism takes 422 where the operation has it, as a range or as `default`.
  expect(found).toEqual({ wrong: [name === 'plain' || name === 'listed' ? 400 : 422, wrong], unknown: [401, unknown] });
});

test('a living mock refuses a body that is no JSON as the operation declares it', async () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const post = (operationId: string, refused: object) => ({
    post: { operationId, requestBody: json({ type: 'object' }), responses: { 204: { description: 'Done.' }, default: refused } },
  });
  const two = {
    openapi: '3.1.0',
    info: { title: 'Two', version: '1' },
    paths: { '/a': post('a', error(closed({ reason: text }))), '/b': post('b', listed), '/c': post('c', listed) },
  };
  const description = await load('two.json', { root, allowRemote: [], text: JSON.stringify(two) }, new Problems());
  if (description === undefined) throw new Error('The document has errors.');
  const living = await startLivingMock([description]);
  const refusal = async (name: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${living.urlOf('two')}/${name}`, { method: 'POST', headers, body: '{"a":' });
    return [response.status, await response.json()];
  };
  try {
    expect(await refusal('a')).toEqual([400, { reason: 'The body is not valid JSON.' }]);
    expect(await refusal('b')).toEqual([400, { errors: [{ field: '', reason: 'The body is not valid JSON.' }] }]);
  } finally {
    await living.stop();
  }
});
