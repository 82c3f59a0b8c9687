// A request that the mock refuses gets the reason in its body: in the service's own shape, with the pointers that a generated server has.

import { createIdentityServer } from '@octavo/interfaces/a-identity';
import { createMicroblogServer } from '@octavo/interfaces/b-microblog';
import { createControllerServer } from '@octavo/interfaces/c-controller';
import { createSchedulingServer } from '@octavo/interfaces/e-scheduling';
import { createInstalmentsServer } from '@octavo/interfaces/f-instalments';
import { createEmailServer } from '@octavo/interfaces/h-email';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/load/description.ts';
import { type RunningMock, startMock } from '../../generator/mock/index.ts';
import { defaultLoadLimit } from '../../generator/mock/supervisor.ts';
import { documents, root, serviceOf } from '../support/documents.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });

const shop: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/things/{id}': {
      post: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 10 } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', minLength: 3 } },
        ],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['a/b'],
            properties: {
              'a/b': { type: ['string', 'null'] },
              list: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 1, maxItems: 2 },
              step: { multipleOf: 5 },
            },
            additionalProperties: false,
          }),
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
    '/locked': { get: { security: [{ key: [] }], responses: { 204: { description: 'Open.' } } } },
    '/text': {
      get: {
        parameters: [{ name: 'n', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Done.' }, 400: { description: 'Wrong.', content: { 'text/plain': { example: 'never this' } } } },
      },
    },
    '/own': {
      get: {
        parameters: [{ name: 'n', in: 'query', required: true, schema: { type: 'integer' } }],
        'x-errors': { 400: { body: { why: '{detail}', where: '{pointer}', status: '{status}', code: '{code}', other: '{x}' } } },
        responses: {
          204: { description: 'Done.' },
          400: { description: 'Wrong.', content: { 'application/json': { example: { why: 'never this' } } } },
          422: { description: 'Used.', content: { 'application/json': { example: { why: 'nor this' } } } },
        },
      },
    },
  },
};

const configured = documents.filter(({ id }) =>
  ['a-identity', 'b-microblog', 'c-controller', 'e-scheduling', 'f-instalments', 'h-email'].includes(id),
);
let mock: RunningMock;

beforeAll(async () => {
  const descriptions = await Promise.all(configured.map(async (document) => (await serviceOf(document)).description));
  mock = await startMock([{ id: 'shop', document: shop }, ...descriptions], { root, requestLimit: 60_000, patience: defaultLoadLimit });
});
afterAll(() => mock.stop());

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

describe('without templates, the body is a problem with a pointer to each fault', () => {
  test.each([
    ['a parameter of the path', '/things/x?limit=1', post({ 'a/b': null }), ['/path/id must be an integer.']],
    [
      'two of the query and the body',
      '/things/1?limit=11',
      post({ 'a/b': 1 }),
      ['/query/limit must be at most 10.', '/body/a~1b must be a string or null.'],
    ],
    ['a missing parameter', '/things/1', post({ 'a/b': null }), ['/query/limit is missing.']],
    [
      'a header, by its name in the document',
      '/things/1?limit=1',
      post({ 'a/b': null }, { 'x-trace': 'a' }),
      ['/header/X-Trace must have at least 3 characters.'],
    ],
    ['a missing property', '/things/1?limit=1', post({}), ['/body/a~1b is missing.']],
    ['an unknown property', '/things/1?limit=1', post({ 'a/b': '', more: 1 }), ['/body/more is not a known property.']],
    [
      'items of a list',
      '/things/1?limit=1',
      post({ 'a/b': '', list: ['x', 'z', 'y'] }),
      ['/body/list must have at most 2 items.', '/body/list/1 must be one of: x, y.'],
    ],
    [
      'a multiple, and one item',
      '/things/1?limit=1',
      post({ 'a/b': '', step: 7, list: [] }),
      ['/body/step must be a multiple of 5.', '/body/list must have at least 1 item.'],
    ],
    ['a missing body', '/things/1?limit=1', { method: 'POST' }, ['/body is missing.']],
  ])('%s', async (_, target, init: RequestInit, details) => {
    const answer = await fetch(`${mock.url}/mock/shop${target}`, init);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([422, 'application/problem+json']);
    const problem = (await answer.json()) as Problem;
    expect([problem.status, problem.code]).toEqual([422, 'invalid-request']);
    expect(problem.errors?.map(({ detail }) => detail).sort()).toEqual([...details].sort());
    for (const { pointer, detail } of problem.errors ?? []) expect(detail.startsWith(`${pointer} `), detail).toBe(true);
    expect(details.some((detail) => problem.detail.startsWith(detail))).toBe(true);
  });

  test.each([
    ['/locked', { method: 'GET' }, 401, 'unauthorized', 'This operation needs a credential.'],
    // A slash at the end is ignored: the operation is found.
    ['/locked/', { method: 'GET' }, 401, 'unauthorized', 'This operation needs a credential.'],
    ['/nowhere', { method: 'GET' }, 404, 'not-found', 'No operation has the path /nowhere.'],
    ['/thing/1', { method: 'GET' }, 404, 'not-found', 'No operation has the path /thing/1, but there is /things/{id}.'],
    ['/locked', { method: 'PUT' }, 405, 'method-not-allowed', 'The path /locked has no operation with the method PUT.'],
    [
      '/things/1?limit=1',
      post({}, { 'content-type': 'text/csv' }),
      415,
      'unsupported-media-type',
      'The Content-Type must be application/json.',
    ],
    [
      '/things/1?limit=1',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a/b":"x","a/b":"y"}' },
      400,
      'body-malformed',
      'The body has a duplicate name "a/b" in the object at the top level.',
    ],
  ])('%s by %j is refused with %i', async (target, init: RequestInit, status, code, detail) => {
    const answer = await fetch(`${mock.url}/mock/shop${target}`, init);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, code, detail });
  });
});

test('where the operation declares text for the status, the body is the sentence', async () => {
  const answer = await fetch(`${mock.url}/mock/shop/text?n=x`);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    400,
    'text/plain',
    '/query/n must be an integer.',
  ]);
});

test('a template of `x-errors` is filled, and 400 comes before 422 as in a generated server', async () => {
  const answer = await fetch(`${mock.url}/mock/shop/own?n=x`);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { why: '/query/n must be an integer.', where: '/query/n', status: 400, code: 'invalid-request', other: '{x}' },
  ]);
});

describe('the mock and the generated server point to the same fault, in the same shape', () => {
  const known = (): object => ({});
  const answers = (): never => {
    throw new Error('the handler was called');
  };
  const servers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    'a-identity': createIdentityServer(
      { getUserInfo: answers, introspectToken: answers },
      { security: { oauth2: known, oauthToken: known } },
    ),
    'c-controller/api/v1': createControllerServer(
      { readInt32TableElement: answers, readInt32Table: answers, writeInt32Var: answers },
      { security: { key: known } },
    ),
    'h-email/v2': createEmailServer(
      { searchDomain: answers, findEmail: answers, verifyEmail: answers },
      { security: { apiKey: known, apiKeyHeader: known, bearer: known } },
    ),
    'e-scheduling': createSchedulingServer(
      { listEventTypes: answers, createInvitation: answers },
      { security: { personalToken: known, oauth2: known } },
    ),
    'f-instalments/v1': createInstalmentsServer({ createPayment: answers }, { security: { InstalmentsAuth: known } }),
    'b-microblog': createMicroblogServer({ createPost: answers, getPost: answers }, { security: { bearer: known, oauth2: known } }),
  };
  const bearer = { authorization: 'Bearer x' };
  const basic = { authorization: `Basic ${btoa('a:b')}` };

  test.each([
    ['h-email/v2', '/domain-search?domain=a.example&limit=1000&api_key=k', {}],
    ['h-email/v2', '/domain-search?domain=a.example&type=both&api_key=k', {}],
    ['h-email/v2', '/email-finder?domain=a.example&max_duration=x&api_key=k', {}],
    ['h-email/v2', '/email-finder', {}],
    ['a-identity', '/oauth2/v2/userinfo', {}],
    ['a-identity', '/oauth2/v2/userinfo?alt=xml', { headers: bearer }],
    ['a-identity', '/oauth2/v2/tokeninfo?alt=xml&access_token=t', { method: 'POST' }],
    ['c-controller/api/v1', '/device/strategy/tables/int32s/T/-1', { headers: basic }],
    ['c-controller/api/v1', '/device/strategy/tables/int32s/T?startIndex=-1', { headers: basic }],
    ['c-controller/api/v1', '/device/strategy/vars/int32s/V', post({ value: 'one' }, basic)],
    ['c-controller/api/v1', '/device/strategy/vars/int32s/V', post({ value: 1 })],
    ['h-email/v2', '/email-verifier?email=mira&api_key=k', {}],
    ['h-email/v2', '/domain-search?domain=a.example&seniority=boss&api_key=k', {}],
    ['e-scheduling', '/api/v2/event_types?count=101', { headers: bearer }],
    ['e-scheduling', '/api/v2/organizations/NGHCEBDAFHBDCAGE/invitations', post({ email: 5 }, bearer)],
    ['f-instalments/v1', '/payments', post({}, { authorization: 'Instalments-Auth k' })],
    ['f-instalments/v1', '/payments', post({ payment: 5 }, { authorization: 'Instalments-Auth k' })],
    ['b-microblog', '/2/tweets', post({ text: 5 }, bearer)],
    ['b-microblog', '/2/tweets/abc', { headers: bearer }],
  ])('%s%s', async (base, target, init: RequestInit) => {
    const path = base.includes('/') ? base.slice(base.indexOf('/')) : '';
    const [mocked, served] = await Promise.all([
      fetch(`${mock.url}/mock/${base}${target}`, init),
      servers[base]?.(new Request(`https://service.example${path}${target}`, init)),
    ]);
    const shape = async (response: Response | undefined): Promise<unknown> => {
      const text = (await response?.text()) ?? '';
      return [
        response?.status,
        response?.headers.get('content-type'),
        text.replaceAll(/((?:\/[\w~-]+)+) [^"]*/g, '$1').replaceAll(/"must [^"]*"/g, '"must"'),
      ];
    };
    expect(await shape(mocked)).toEqual(await shape(served));
  });
});
