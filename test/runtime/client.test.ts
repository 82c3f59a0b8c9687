// Tests the client with a recording `fetch`: requests, results, errors, and secrets that must not appear.

import { inspect } from 'node:util';
import {
  apiKeyScheme,
  basicScheme,
  bearerScheme,
  byRequest,
  bytes,
  type CallOptions,
  type ClientOptions,
  type CredentialContext,
  call,
  contentJson,
  createTransport,
  encodeBody,
  fillVariables,
  form,
  formExplodeArray,
  header,
  headerArray,
  headerObject,
  httpScheme,
  json,
  middleware,
  mostSpecific,
  multipart,
  type Operation,
  ranged,
  readHeaders,
  type SecurityScheme,
  type Send,
  type ServiceInfo,
  simple,
  text,
  typeOfFile,
  unwrap,
  urlencoded,
} from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { describe, expect, test } from 'vitest';

const service: ServiceInfo = {
  id: 'demo',
  servers: [
    {
      url: 'https://{region}.example.com/{stage}',
      variables: { region: { default: 'eu' }, stage: { default: 'v1', enum: ['v1', 'v2'] } },
      fill: fillVariables,
    },
  ],
};

type AnyOperation = Operation<
  Record<string, unknown>,
  { status: number; body?: unknown; headers?: Record<string, unknown>; contentType?: string }
>;

const get = (rest: Partial<AnyOperation> = {}): AnyOperation => ({
  id: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  parameters: [
    { in: 'path', name: 'id', required: true, codec: simple, shape: 'string' },
    { in: 'query', name: 'tag', codec: formExplodeArray, shape: ['string'] },
    { in: 'header', name: 'X-Trace', codec: header, shape: 'string' },
    { in: 'cookie', name: 'theme', codec: form, shape: 'string' },
  ],
  responses: {
    200: { contents: { 'application/json': json }, headers: [{ name: 'X-Count', codec: header, shape: 'integer' }], read: readHeaders },
    404: { contents: { 'application/problem+json': json, 'text/plain': text } },
    204: {},
    302: {},
  },
  accept: 'application/json, application/problem+json, text/plain',
  redirects: true,
  ...rest,
});
const post = (rest: Partial<AnyOperation> = {}): AnyOperation =>
  get({
    id: 'postThing',
    method: 'POST',
    path: '/things',
    parameters: [],
    body: { encode: encodeBody, contents: { 'application/json': json } },
    ...rest,
  });

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends one call; returns the request and the outcome. */
async function exchange(
  operation: AnyOperation,
  input: Record<string, unknown>,
  options: ClientOptions & { call?: CallOptions; answers?: Response[] } = {},
) {
  const sent: Sent[] = [];
  const { call: callOptions, answers = [Response.json({})], ...rest } = options;
  const fetch = byRequest(async (request) => {
    sent.push({ url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body: await request.text() });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer === undefined) throw new Error('no answer');
    return answer;
  });
  const outcome = await call(createTransport(service, { fetch, ...rest }), operation, input, callOptions).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: error as Error & Record<string, unknown> }),
  );
  return { sent, first: sent[0], ...outcome };
}

describe('requests', () => {
  test('every part of the input is sent in its place', async () => {
    const input = { path: { id: 'a/b' }, query: { tag: ['x y', 'z'] }, header: { 'X-Trace': '7' }, cookie: { theme: 'dark; x' } };
    const { first } = await exchange(get(), input, { headers: { 'X-App': 'demo' }, call: { headers: { 'X-Call': '1' } } });
    expect(first).toEqual({
      url: 'https://eu.example.com/v1/things/a%2Fb?tag=x%20y&tag=z',
      method: 'GET',
      headers: {
        accept: 'application/json, application/problem+json, text/plain',
        'x-trace': '7',
        cookie: 'theme=dark%3B%20x',
        'x-app': 'demo',
        'x-call': '1',
      },
      body: '',
    });
  });

  test.each<[string, Partial<AnyOperation>, Record<string, unknown>, string, string | undefined]>([
    ['json', {}, { body: { a: 1 } }, '{"a":1}', 'application/json'],
    ['a JSON null', {}, { body: null }, 'null', 'application/json'],
    [
      '+json',
      { body: { encode: encodeBody, contents: { 'application/merge-patch+json': json } } },
      { body: [] },
      '[]',
      'application/merge-patch+json',
    ],
    ['text', { body: { encode: encodeBody, contents: { 'text/plain': text } } }, { body: 'é' }, 'é', 'text/plain; charset=utf-8'],
    [
      'form',
      { body: { encode: encodeBody, contents: { 'application/x-www-form-urlencoded': urlencoded() } } },
      { body: { a: 'x y', b: [1, 2] } },
      'a=x%20y&b=1&b=2',
      'application/x-www-form-urlencoded',
    ],
    [
      'bytes',
      { body: { encode: encodeBody, match: mostSpecific, contents: { 'image/*': ranged(bytes, typeOfFile) } } },
      { body: new Blob(['png'], { type: 'image/png' }) },
      'png',
      'image/png',
    ],
    [
      'any bytes',
      { body: { encode: encodeBody, match: mostSpecific, contents: { '*/*': ranged(bytes, typeOfFile) } } },
      { body: new Blob(['x']) },
      'x',
      'application/octet-stream',
    ],
    [
      'any text',
      { body: { encode: encodeBody, match: mostSpecific, contents: { 'text/*': ranged(text, 'text/plain') } } },
      { body: 'x' },
      'x',
      'text/plain; charset=utf-8',
    ],
    [
      'chosen text',
      { body: { encode: encodeBody, match: mostSpecific, contents: { 'text/*': ranged(text, 'text/plain') } } },
      { body: 'x', contentType: 'text/csv' },
      'x',
      'text/csv; charset=utf-8',
    ],
    [
      'a chosen type',
      { body: { encode: encodeBody, contents: { 'application/json': json, 'text/plain': text } } },
      { body: 'x', contentType: 'text/plain' },
      'x',
      'text/plain; charset=utf-8',
    ],
    ['none', {}, {}, '', undefined],
  ])('body: %s', async (_name, rest, input, want, type) => {
    const { first, error } = await exchange(post(rest), input);
    expect(error).toBeUndefined();
    expect(first?.body).toBe(want);
    expect(first?.headers['content-type']).toBe(type);
  });

  test.each([new Blob(['x']), new Blob(['x'], { type: 'text/plain' })])(
    'a file whose type is outside the media range is not sent',
    async (body) => {
      const { sent, error } = await exchange(
        post({ body: { encode: encodeBody, match: mostSpecific, contents: { 'image/*': ranged(bytes, typeOfFile) } } }),
        { body },
      );
      expect(error).toMatchObject({ name: 'InvalidParameterError', parameter: 'contentType' });
      expect(sent).toEqual([]);
    },
  );

  test('inherited properties and __proto__ are not input (case 38)', async () => {
    const query = Object.create({ tag: ['inherited'] }) as object;
    const { first } = await exchange(get(), { path: { id: '1' }, query, ...JSON.parse('{"__proto__":{"header":{"X-Trace":"9"}}}') });
    expect(first?.url).toBe('https://eu.example.com/v1/things/1');
    expect(first?.headers['x-trace']).toBeUndefined();
  });

  test.each([{ 'X-App': 'a\r\nb' }, { 'X-App': 'Ā' }, { 'X-App': '\0' }])(
    'case 39: header option %j throws before the socket',
    async (headers) => {
      expect(() => createTransport(service, { headers })).toThrow(expect.objectContaining({ name: 'InvalidHeaderError' }));
      const { sent, error } = await exchange(get(), { path: { id: '1' } }, { call: { headers } });
      expect(error?.name).toBe('InvalidHeaderError');
      expect(sent).toEqual([]);
    },
  );

  test('case 36: a path value that cannot be encoded throws before anything is sent', async () => {
    const { sent, error } = await exchange(get(), { path: { id: '..' } });
    expect(error?.name).toBe('InvalidPathParameterError');
    expect(sent).toEqual([]);
  });

  test('an empty list throws if it is required, and is omitted if it is optional', async () => {
    expect((await exchange(get(), { path: { id: '1' }, query: { tag: [] } })).first?.url).toBe('https://eu.example.com/v1/things/1');
    const required = get({
      parameters: [{ in: 'query', name: 'tag', required: true, codec: formExplodeArray, shape: ['string'] }],
      path: '/things',
    });
    expect((await exchange(required, { query: { tag: [] } })).error?.name).toBe('InvalidParameterError');
  });
});

describe('case 37: base URL and server variables', () => {
  test.each([
    [{}, 'https://eu.example.com/v1/things'],
    [{ variables: { region: 'us-1' } }, 'https://us-1.example.com/v1/things'],
    [{ variables: { stage: 'v2' } }, 'https://eu.example.com/v2/things'],
    [{ baseUrl: 'http://127.0.0.1:8080/x/' }, 'http://127.0.0.1:8080/x/things'],
  ] as const)('%j', async (options, want) => {
    expect((await exchange(post(), { body: 1 }, options)).first?.url).toBe(want);
  });

  test.each([
    { variables: { region: 'evil.com/' } },
    { variables: { region: 'evil.com#' } },
    { variables: { region: 'evil.com?' } },
    { variables: { region: 'user@evil.com' } },
    { variables: { region: 'evil.com\\' } },
    { variables: { region: '' } },
    { variables: { stage: 'v3' } },
    { baseUrl: 'https://user:pass@example.com' },
    { baseUrl: 'https://example.com?x=1' },
    { baseUrl: 'https://example.com#x' },
    { baseUrl: 'javascript:alert(1)' },
    { baseUrl: 'file:///etc' },
    { baseUrl: '/relative' },
    { baseUrl: 'nonsense' },
  ])('%j throws', (options) => {
    expect(() => createTransport(service, options)).toThrow(expect.objectContaining({ name: 'ConfigurationError' }));
  });

  test('variables in scheme, port and path', () => {
    const at = (url: string, variables: Record<string, string>) => () =>
      createTransport({ id: 'x', servers: [{ url, fill: fillVariables }] }, { variables });
    expect(at('{scheme}://a.example', { scheme: 'https://evil.example' })).toThrow('scheme');
    expect(at('{scheme}://a.example', { scheme: 'http' })).not.toThrow();
    expect(at('https://a.example:{port}/x', { port: '8080' })).not.toThrow();
    expect(at('https://a.example/{base}', { base: '../x' })).toThrow('base');
    expect(at('https://a.example/{base}', { base: 'x/y' })).not.toThrow();
  });
});

describe('results', () => {
  const answer = (status: number, body: BodyInit | null, headers: Record<string, string> = {}) => new Response(body, { status, headers });
  const typed = { 'content-type': 'application/json' };

  test('body and headers by status', async () => {
    const { result } = await exchange(
      get(),
      { path: { id: '1' } },
      { answers: [answer(200, '{"a":1}', { ...typed, 'X-Count': '7', 'X-Other': 'o' })] },
    );
    expect(result).toEqual({ status: 200, body: { a: 1 }, headers: { 'content-type': 'application/json', 'x-other': 'o', 'X-Count': 7 } });
  });

  test('a result has contentType only if the status has several media types', async () => {
    const plain = await exchange(
      get(),
      { path: { id: '1' } },
      { answers: [answer(404, 'gone', { 'content-type': 'text/plain;charset=utf-8' })] },
    );
    expect(plain.result).toMatchObject({ status: 404, contentType: 'text/plain', body: 'gone' });
    const problem = await exchange(
      get(),
      { path: { id: '1' } },
      { answers: [answer(404, '{"title":"x"}', { 'content-type': 'application/problem+json' })] },
    );
    expect(problem.result).toMatchObject({ status: 404, contentType: 'application/problem+json', body: { title: 'x' } });
  });

  test.each([
    ['a 204', answer(204, null)],
    ['an undeclared body', answer(204, null, { 'content-length': '9' })],
    ['a declared redirect', answer(302, null, { location: '/x' })],
  ])('%s has no body', async (_name, response) => {
    const { result } = await exchange(get(), { path: { id: '1' } }, { answers: [response] });
    expect(result?.status).toBe(response.status);
    expect(result).not.toHaveProperty('body');
  });

  test('4XX and default apply to undeclared statuses only', async () => {
    const operation = get({
      responses: { 200: {}, '4XX': { contents: { 'text/plain': text } }, default: { contents: { 'application/json': json } } },
    });
    const at = async (status: number, type: string) =>
      (await exchange(operation, { path: { id: '1' } }, { answers: [answer(status, '"x"', { 'content-type': type })] })).result?.body;
    expect([await at(404, 'text/plain'), await at(500, 'application/json')]).toEqual(['"x"', 'x']);
  });

  test.each([
    ['HTML from a proxy', answer(200, '<html>', { 'content-type': 'text/html' }), 'its media type (text/html) is not declared'],
    ['an empty body', answer(200, '', typed), 'its body is empty'],
    ['a truncated body', answer(200, '{"a":', typed), 'its body is not valid JSON'],
    ['two byte order marks', answer(200, '\ufeff\ufeff{}', typed), 'its body is not valid JSON'],
    ['bad UTF-8', answer(200, Uint8Array.of(0x22, 0xff, 0x22), typed), 'its body is not valid UTF-8'],
    ['another charset', answer(200, '{}', { 'content-type': 'application/json; charset=utf-16' }), 'its body is not in UTF-8'],
    [
      'a body that breaks off',
      answer(200, new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) }), typed),
      'its body ended early',
    ],
    ['no media type at all', answer(404, null, { 'content-type': '' }), 'its media type (malformed) is not declared'],
  ])('case 40: %s', async (_name, response, reason) => {
    const { error } = await exchange(get(), { path: { id: '1' } }, { answers: [response] });
    expect(error).toMatchObject({ name: 'UnreadableResponseError', operation: 'getThing', status: response.status });
    expect(error?.message).toContain(reason);
  });

  test.each<[string, NonNullable<AnyOperation['responses'][string]['headers']>[number], string | undefined, string]>([
    [
      'a required header that is missing',
      { name: 'X-Next', required: true, codec: header, shape: 'string' },
      undefined,
      'X-Next is missing',
    ],
    ['a word for a number', { name: 'X-Next', codec: header, shape: 'integer' }, 'soon', 'X-Next is malformed'],
    ['a fraction for an integer', { name: 'X-Next', codec: header, shape: 'integer' }, '1.5', 'X-Next is malformed'],
    ['a word in a list of numbers', { name: 'X-Next', codec: headerArray, shape: ['integer'] }, '1, two', 'X-Next is malformed'],
    [
      'a member that is not a number',
      { name: 'X-Next', codec: headerObject, shape: { properties: { a: 'number' } } },
      'a,b',
      'X-Next is malformed',
    ],
    ['an object cut short', { name: 'X-Next', codec: headerObject, shape: { additional: 'string' } }, 'a', 'X-Next is malformed'],
    ['bad JSON', { name: 'X-Next', codec: contentJson, shape: 'string' }, '{', 'X-Next is malformed'],
  ])('case 40: %s', async (_name, header, value, reason) => {
    const response = answer(200, null, value === undefined ? {} : { 'X-Next': value });
    const { error } = await exchange(
      get({ responses: { 200: { headers: [header], read: readHeaders } } }),
      { path: { id: '1' } },
      { answers: [response] },
    );
    expect(error).toMatchObject({ name: 'UnreadableResponseError', operation: 'getThing', status: 200 });
    expect(error?.message).toContain(`its header ${reason}`);
  });

  test('an optional header may be missing, and one with several types may have any of them', async () => {
    const headers = [
      { name: 'X-None', codec: header, shape: 'integer' },
      { name: 'X-Some', required: true, codec: header, shape: 'integer|string' },
      { name: 'X-All', codec: headerObject, shape: { properties: { a: 'integer' }, additional: 'string' } },
    ] as const;
    const response = answer(200, null, { 'x-some': 'soon', 'x-all': 'a,1,b,2' });
    const { result } = await exchange(
      get({ responses: { 200: { headers, read: readHeaders } } }),
      { path: { id: '1' } },
      { answers: [response] },
    );
    expect(result?.headers).toEqual({ 'X-Some': 'soon', 'X-All': { a: 1, b: '2' } });
  });

  test.each([
    ['a HEAD', 'HEAD', 200],
    ['a 204', 'GET', 204],
    ['a 205', 'GET', 205],
    ['a 304', 'GET', 304],
  ])('%s has no body, even if one is declared', async (_name, method, status) => {
    const operation = get({ method, responses: { [status]: { contents: { 'application/json': json } } } });
    const { result } = await exchange(operation, { path: { id: '1' } }, { answers: [answer(status, null, typed)] });
    expect(result).toEqual({ status, headers: { 'content-type': 'application/json' } });
  });

  test.each([
    [204, '2XX'],
    [205, 'default'],
    [304, 'default'],
  ])('case 41: %i is not covered by a %s response with a body', async (status, key) => {
    const answers = [answer(status, null)];
    const contents = { 'application/json': json };
    const bodied = await exchange(get({ responses: { [key]: { contents } } }), { path: { id: '1' } }, { answers });
    expect(bodied.error).toMatchObject({ name: 'UnexpectedResponseError', status });
    const empty = await exchange(get({ responses: { [key]: {} } }), { path: { id: '1' } }, { answers: [answer(status, null)] });
    expect(empty.result).toEqual({ status, headers: {} });
  });

  test('case 41: a status that no range covers', async () => {
    const operation = get({ responses: { 200: {}, '4XX': {} } });
    const { error } = await exchange(operation, { path: { id: '1' } }, { answers: [answer(500, null)] });
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', operation: 'getThing', status: 500 });
  });

  test('case 41: a status that is not declared', async () => {
    const { error } = await exchange(
      get(),
      { path: { id: '1' } },
      { answers: [answer(418, 'short and stout', { 'content-type': 'text/plain' })] },
    );
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      operation: 'getThing',
      status: 418,
      contentType: 'text/plain',
      body: 'short and stout',
    });
  });

  test('no response', async () => {
    const failing = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
    };
    const { error } = await exchange(get(), { path: { id: '1' } }, { fetch: failing });
    expect(error).toMatchObject({ name: 'TransportError', operation: 'getThing', code: 'ECONNREFUSED' });
    expect(error?.cause).toBeInstanceOf(TypeError);
  });

  test('the cause of a transport error is kept as far as it can be searched for secrets', async () => {
    const socket = Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET', socket: { remotePort: 443, bytesRead: 0 } });
    const circular = Object.assign(new Error('closed'), { code: 'X' });
    Object.assign(circular, { self: circular });
    const all = new AggregateError([new Error('::1'), new Error('127.0.0.1')], 'connect');
    for (const [cause, kept] of [
      [socket, true],
      [Object.assign(all, { code: 'ECONNREFUSED' }), true],
      [circular, false],
    ] as const) {
      const fetch = async () => {
        throw new TypeError('fetch failed', { cause });
      };
      const { error } = await exchange(get(), { path: { id: '1' } }, { fetch });
      expect(error).toMatchObject({ name: 'TransportError', code: 'code' in cause ? cause.code : undefined });
      expect(error?.cause !== undefined).toBe(kept);
    }
  });

  test('the reason of an abort is thrown unchanged', async () => {
    const controller = new AbortController();
    const fetch: Send = (_url, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('enough'));
      });
    const { error } = await exchange(get(), { path: { id: '1' } }, { fetch, call: { signal: controller.signal } });
    expect(error?.message).toBe('enough');
  });

  test('unwrap returns the data or throws an ApiError', async () => {
    const ok = await exchange(get(), { path: { id: '1' } }, { answers: [answer(200, '[1]', typed)] });
    const no = await exchange(
      get(),
      { path: { id: '1' } },
      { answers: [answer(404, 'no', { 'content-type': 'text/plain', 'x-request-id': 'r-1' })] },
    );
    if (ok.result === undefined || no.result === undefined) throw new Error('no result');
    expect(unwrap(ok.result)).toEqual([1]);
    expect(unwrap(ok.result, 200)).toEqual([1]);
    expect(unwrap(no.result, 404)).toBe('no');
    const { result } = no;
    expect(() => unwrap(result)).toThrow(
      expect.objectContaining({ name: 'ApiError', operation: 'getThing', status: 404, body: 'no', requestId: 'r-1' }),
    );
    expect(() => unwrap(ok.result as { status: number }, 201)).toThrow('getThing answered 200.');
    const declared = { status: 404, headers: { 'X-Request-ID': 'r-2' } };
    expect(() => unwrap(declared)).toThrow(expect.objectContaining({ requestId: 'r-2' }));
  });
});

describe('credentials', () => {
  const secured = (...schemes: SecurityScheme[]) =>
    get({ security: [schemes.map((scheme) => ({ scheme }))], parameters: [], path: '/things' });
  const secrets = { key: 'k-5ecret/+&', token: 't-5ecret', basic: { username: 'ann', password: 'p:5ecret ü' } };

  test.each([
    [
      'key in query',
      apiKeyScheme('key', { in: 'query', parameter: 'api_key' }),
      { url: 'https://eu.example.com/v1/things?api_key=k-5ecret%2F%2B%26' },
    ],
    ['key in header', apiKeyScheme('key', { in: 'header', parameter: 'X-API-KEY' }), { headers: { 'x-api-key': 'k-5ecret/+&' } }],
    ['key in cookie', apiKeyScheme('key', { in: 'cookie', parameter: 'sid' }), { headers: { cookie: 'sid=k-5ecret%2F%2B%26' } }],
    ['bearer', bearerScheme('token'), { headers: { authorization: 'Bearer t-5ecret' } }],
    ['another word', httpScheme('token', { scheme: 'Shop-Auth' }), { headers: { authorization: 'Shop-Auth t-5ecret' } }],
    ['basic in UTF-8', basicScheme('basic'), { headers: { authorization: `Basic ${Buffer.from('ann:p:5ecret ü').toString('base64')}` } }],
  ])('%s', async (_name, scheme, want) => {
    expect((await exchange(secured(scheme), {}, { credentials: secrets })).first).toMatchObject(want);
    const lazy = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, async () => value]));
    expect((await exchange(secured(scheme), {}, { credentials: lazy })).first).toMatchObject(want);
  });

  test.each([
    ['query', { url: 'https://eu.example.com/v1/things?a=1&api_key=k' }],
    ['header', { headers: { api_key: 'k' } }],
    ['cookie', { headers: { cookie: 'a=1; api_key=k' } }],
  ] as const)('a key takes the place of the parameter of its name in the %s', async (place, want) => {
    const codec = place === 'header' ? header : form;
    const parameters = ['api_key', 'a'].map((name) => ({ in: place, name, codec, shape: 'string' as const }));
    const operation = get({
      security: [[{ scheme: apiKeyScheme('key', { in: place, parameter: 'api_key' }) }]],
      parameters,
      path: '/things',
    });
    const input = { [place]: { api_key: 'mine', a: '1' } };
    expect((await exchange(operation, input, { credentials: { key: 'k' } })).first).toMatchObject(want);
  });

  const key = apiKeyScheme('key', { in: 'header', parameter: 'X-API-KEY' });
  const token = bearerScheme('token');

  test('the first alternative with credentials is used; a combined one needs all of them', async () => {
    const operation = get({ security: [[{ scheme: key }, { scheme: token }], [{ scheme: token }], []], parameters: [], path: '/things' });
    const headers = async (credentials: object) => (await exchange(operation, {}, { credentials })).first?.headers;
    expect(await headers({ key: 'k', token: 't' })).toMatchObject({ 'x-api-key': 'k', authorization: 'Bearer t' });
    expect(await headers({ token: 't' })).not.toHaveProperty('x-api-key');
    expect(await headers({ key: 'k' })).not.toHaveProperty('x-api-key');
    expect(await headers({ key: () => undefined, token: 't' })).toMatchObject({ authorization: 'Bearer t' });
  });

  test.each([
    ['first', [[], [{ scheme: token }]]],
    ['last', [[{ scheme: token }], []]],
  ])('a credential is sent where `{}` is the %s alternative', async (_place, security) => {
    const operation = get({ security, parameters: [], path: '/things' });
    expect((await exchange(operation, {}, { credentials: { token: 't' } })).first?.headers).toMatchObject({ authorization: 'Bearer t' });
    expect((await exchange(operation, {}, {})).first?.headers).not.toHaveProperty('authorization');
  });

  test('a credential function gets the request that it is for', async () => {
    const operation = get({ security: [[{ scheme: key }, { scheme: token, scopes: ['a', 'b'] }]], parameters: [], path: '/things' });
    const asked: unknown[] = [];
    const ask = ({ operation: { id }, scopes }: CredentialContext): string => {
      asked.push([id, scopes]);
      return 'c';
    };
    await exchange(operation, {}, { credentials: { key: ask, token: ask } });
    expect(asked).toEqual([
      [operation.id, []],
      [operation.id, ['a', 'b']],
    ]);
  });

  test('headers of the call win over credentials, and credentials over headers of the client', async () => {
    const options = { credentials: { token: 't' }, headers: { Authorization: 'mine' } };
    expect((await exchange(secured(token), {}, options)).first?.headers.authorization).toBe('Bearer t');
    expect(
      (await exchange(secured(token), {}, { ...options, call: { headers: { AUTHORIZATION: 'now' } } })).first?.headers.authorization,
    ).toBe('now');
  });

  test.each([
    ['a token with a line break', token, { token: 't-5ecret\nx' }],
    ['a token that is not a string', token, { token: 5 }],
    ['an empty token', token, { token: '' }],
    ['a user name with a colon', basicScheme('basic'), { basic: { username: 'a:b', password: '5ecret' } }],
  ])('%s throws an error that does not show it', async (_name, scheme, credentials) => {
    const { error, sent } = await exchange(secured(scheme), {}, { credentials });
    expect(error?.name).toBe('InvalidCredentialError');
    expect(sent).toEqual([]);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('5ecret');
  });

  /** Errors as thrown by libraries that replace `fetch`. */
  const FOREIGN: Record<string, (request: Request) => unknown> = {
    config: ({ headers }) => Object.assign(new Error('no'), { config: { headers: Object.fromEntries(headers) } }),
    request: (request) => Object.assign(new Error('no'), { request }),
    headers: ({ headers }) => Object.assign(new Error('no'), { cause: Object.assign(new Error('no'), { response: { headers } }) }),
    several: ({ headers }) => new AggregateError([new Error(String(headers.get('authorization')))]),
    text: ({ headers }) => `no: ${headers.get('authorization')}`,
    object: ({ headers }) => ({ message: headers.get('authorization') }),
    map: ({ headers }) => Object.assign(new Error('no'), { sent: new Map(headers) }),
  };

  test('case 44: no error and no object shows a credential', async () => {
    const schemes = [apiKeyScheme('key', { in: 'query', parameter: 'api_key' }), token, basicScheme('basic')];
    const operation = secured(...schemes);
    const leaky = byRequest(async (request) => {
      const { authorization = '' } = Object.fromEntries(request.headers);
      throw Object.assign(new Error(`request to ${request.url} with ${authorization} failed`), {
        url: request.url,
        headers: authorization,
        code: 'ECONNRESET',
      });
    });
    const echo: Send = async (url, { headers }) => new Response(`${url} ${headers.authorization}`, { status: 500 });
    const credentials = secrets;
    for (const fetch of [leaky, echo]) {
      const { error } = await exchange(operation, {}, { credentials, fetch });
      const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + String(error?.stack);
      expect(shown).not.toContain('5ecret');
      expect(shown).not.toContain(Buffer.from('ann:p:5ecret ü').toString('base64'));
    }
    for (const make of Object.values(FOREIGN)) {
      const fetch = byRequest(async (request) => {
        throw make(request);
      });
      const { error } = await exchange(secured(token), {}, { credentials, fetch });
      expect(error).toMatchObject({ name: 'TransportError' });
      expect(inspect(error, { depth: 20, showHidden: true }), String(make)).not.toContain('5ecret');
    }
    const transport = createTransport(service, { credentials });
    expect(inspect([transport, createRawClient(transport, operation)], { depth: 9, showHidden: true, getters: true })).not.toContain(
      '5ecret',
    );
  });
});

describe('redirects', () => {
  const token = bearerScheme('token');
  const key = apiKeyScheme('key', { in: 'header', parameter: 'X-API-KEY' });
  const credentials = { token: 't', key: 'k' };
  const operation = (rest: Partial<AnyOperation> = {}) =>
    get({
      path: '/things',
      parameters: [],
      responses: { 200: { contents: { 'application/json': json } } },
      redirects: false,
      security: [[{ scheme: token }, { scheme: key }]],
      ...rest,
    });
  const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });

  test('credentials follow a redirect within the origin', async () => {
    const { sent, result } = await exchange(operation(), {}, { credentials, answers: [to('/v1/other'), Response.json(1)] });
    expect(result?.body).toBe(1);
    expect(sent[1]).toMatchObject({ url: 'https://eu.example.com/v1/other', headers: { authorization: 'Bearer t', 'x-api-key': 'k' } });
  });

  test.each(['https://evil.example/x', 'http://eu.example.com/v1/things', 'https://eu.example.com:444/x', '//evil.example/'])(
    'case 37: to %s they do not, nor back again',
    async (location) => {
      const answers = [to(location), to('https://eu.example.com/v1/back'), Response.json(1)];
      const { sent } = await exchange(operation(), {}, { credentials, answers });
      expect(sent).toHaveLength(3);
      for (const { headers } of sent.slice(1)) {
        expect(headers).not.toHaveProperty('authorization');
        expect(headers).not.toHaveProperty('x-api-key');
      }
    },
  );

  test.each([
    ['a body to another origin', to('https://other.example/', 307), 'it leads to another origin, which must not get the body'],
    ['no http', to('file:///etc/passwd', 303), 'its Location is not an http(s) URL'],
    ['no URL', to('http://[', 303), 'its Location is not an http(s) URL'],
  ])('rejected: %s', async (_name, answer, reason) => {
    const write = operation({ method: 'POST', body: { encode: encodeBody, contents: { 'application/json': json } } });
    const { error, sent } = await exchange(write, { body: 1 }, { credentials, answers: [answer] });
    expect(error).toMatchObject({ name: 'RedirectError', status: answer.status });
    expect(error?.message).toContain(reason);
    expect(sent).toHaveLength(1);
  });

  test('a POST becomes a GET without its body', async () => {
    const write = operation({ method: 'POST', body: { encode: encodeBody, contents: { 'application/json': json } } });
    const { sent } = await exchange(write, { body: 1 }, { credentials, answers: [to('/v1/done', 303), Response.json(1)] });
    expect(sent[1]).toMatchObject({ method: 'GET', body: '' });
    expect(sent[1]?.headers).not.toHaveProperty('content-type');
  });

  test('endless redirects end with an error', async () => {
    const { error } = await exchange(operation(), {}, { credentials, answers: [to('/v1/things')] });
    expect(error).toMatchObject({ name: 'RedirectError' });
  });

  test('without a credential, the platform follows redirects', async () => {
    let mode: string | undefined;
    const fetch = byRequest(async (request) => {
      mode = request.redirect;
      return Response.json(1);
    });
    await exchange(operation(), {}, { fetch });
    expect(mode).toBe('follow');
  });
});

describe('middleware and the raw client', () => {
  test("the user's middleware sees and changes requests and responses", async () => {
    const seen: string[] = [];
    const wrapping = middleware({
      onRequest({ request, schemaPath, params }) {
        seen.push(`${schemaPath} ${JSON.stringify(params.path)}`);
        request.headers.set('x-middleware', '1');
      },
      async onResponse({ response }) {
        return Response.json({ wrapped: await response.json() });
      },
    });
    const { first, result } = await exchange(get(), { path: { id: '1' } }, { middleware: wrapping, answers: [Response.json({ a: 1 })] });
    expect(seen).toEqual(['/things/{id} {"id":"1"}']);
    expect(first?.headers['x-middleware']).toBe('1');
    expect(result?.body).toEqual({ wrapped: { a: 1 } });
  });

  test('a response that onRequest returns is the answer, and nothing is sent', async () => {
    const cached = middleware({ onRequest: () => Response.json({ a: 1 }) }, { onResponse: () => Response.json({ a: 2 }) });
    const { sent, result } = await exchange(get(), { path: { id: '1' } }, { middleware: cached });
    expect([sent.length, result?.body]).toEqual([0, { a: 1 }]);
  });

  test('runs onRequest in order, onError and onResponse in reverse order, with the request that was sent', async () => {
    const seen: string[] = [];
    const noting = (name: string, recover: boolean) => ({
      onRequest: ({ request, params }: { request: Request; params: object }) => {
        seen.push(`${name} asks ${request.headers.get('x-note')} ${JSON.stringify(params)}`);
        return new Request(request, { headers: { ...Object.fromEntries(request.headers), 'x-note': name } });
      },
      onError: ({ error }: { error: unknown }) => {
        seen.push(`${name} fails: ${(error as Error).message}`);
        return recover ? Response.json({ a: 1 }) : new Error(`not ${name}`);
      },
      onResponse: ({ request }: { request: Request }) => void seen.push(`${name} answers ${request.headers.get('x-note')}`),
    });
    const fetch: Send = async (_url, { headers, body }) => {
      seen.push(`sent ${headers['x-note']} ${new TextDecoder().decode(body as ArrayBuffer)}`);
      throw new Error('down');
    };
    const options = { fetch, middleware: middleware(noting('first', true), noting('second', false)) };
    const { result } = await exchange(post(), { body: { b: 1 } }, options);
    expect(result?.body).toEqual({ a: 1 });
    expect(seen).toEqual([
      'first asks null {}',
      'second asks first {}',
      'sent second {"b":1}',
      'second fails: postThing: no response.',
      'first fails: not second',
      'second answers second',
      'first answers second',
    ]);
  });

  test('options.fetch sends another request as the client would, and an unchanged form keeps its boundary', async () => {
    const again = middleware({
      onResponse: ({ request, options }) => options.fetch(`${request.url}/again`, { method: 'POST', body: 'x' }),
    });
    const form = post({ body: { encode: encodeBody, contents: { 'multipart/form-data': multipart({}) } } });
    const { sent, result } = await exchange(
      form,
      { body: { a: 'b' } },
      { middleware: again, answers: [Response.json(1), Response.json(2)] },
    );
    expect(sent.map(({ url, method }) => `${method} ${url}`)).toEqual([
      'POST https://eu.example.com/v1/things',
      'POST https://eu.example.com/v1/things/again',
    ]);
    const boundary = /boundary=(.+)/.exec(sent[0]?.headers['content-type'] ?? '')?.[1];
    expect(sent[0]?.body).toContain(`--${boundary}--`);
    expect([sent[1]?.body, result?.body]).toEqual(['x', 2]);
  });

  test.each([
    ['onRequest', 'middleware: onRequest must return a Request or a Response, or nothing.'],
    ['onResponse', 'middleware: onResponse must return a Response, or nothing.'],
    ['onError', 'middleware: onError must return a Response or an Error, or nothing.'],
  ])('%s that returns something else is an error', async (hook, message) => {
    const wrong = { [hook]: () => 'x' } as unknown as Parameters<typeof middleware>[0];
    const fetch: Send = async () => (hook === 'onError' ? Promise.reject(new Error('down')) : Response.json({ a: 1 }));
    const { error } = await exchange(get(), { path: { id: '1' } }, { fetch, middleware: middleware(wrong) });
    expect(error).toMatchObject({ name: 'ConfigurationError', message });
  });

  interface Paths {
    '/things/{id}': {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      get: {
        parameters: { path: { id: string }; query?: { tag?: string[] }; header?: { 'X-Trace'?: string }; cookie?: { theme?: string } };
        responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': { a: number } } } };
      };
    };
  }

  test('the raw client applies encoding and security by method and path, and parses like openapi-fetch', async () => {
    const sent: Request[] = [];
    const fetch = byRequest(async (request) => {
      sent.push(request);
      return Response.json({ a: 1 });
    });
    const operation = get({ security: [[{ scheme: apiKeyScheme('key', { in: 'query', parameter: 'api_key' }) }]] });
    const raw = createRawClient<Paths>(createTransport(service, { fetch, credentials: { key: 'k' } }), operation);
    const params = { path: { id: 'a/b' }, query: { tag: ['x', 'y'] }, header: { 'X-Trace': '7' }, cookie: { theme: 'dark' } };
    const { data, response } = await raw.GET('/things/{id}', { params });
    expect([data, response.status]).toEqual([{ a: 1 }, 200]);
    expect(sent[0]?.url).toBe('https://eu.example.com/v1/things/a%2Fb?tag=x&tag=y&api_key=k');
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({ 'x-trace': '7', cookie: 'theme=dark' });
    raw.use({ onRequest: () => Response.json({ a: 2 }) });
    expect((await raw.request('get', '/things/{id}', { params })).data).toEqual({ a: 2 });
  });
});
