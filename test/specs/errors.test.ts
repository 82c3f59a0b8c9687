// Checks `x-errors` of the documents: all bodies are valid, and the servers of A, B, C and H answer faults as the public record has it.

import { createIdentityServer } from '@octavo/interfaces/a-identity';
import { createMicroblogServer, type MicroblogRefusalCode } from '@octavo/interfaces/b-microblog';
import { createMicroblogV1Server } from '@octavo/interfaces/b-microblog-v1';
import { createControllerServer } from '@octavo/interfaces/c-controller';
import { createMessagingServer } from '@octavo/interfaces/g-messaging';
import { createMessagingMarketingServer } from '@octavo/interfaces/g-messaging-marketing';
import { createEmailServer } from '@octavo/interfaces/h-email';
import { forbidden, refuse } from '@octavo/runtime';
import { type Fault, ownBody } from '@octavo/runtime/conformance';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../generator/load/description.ts';
import { type ErrorTemplate, errorTemplates } from '../../generator/model/error-rows.ts';
import { operations, readDocument } from './document.ts';

describe.each([
  { id: 'a-identity', operationId: undefined, schema: 'UserInfoError' },
  { id: 'a-identity', operationId: 'introspectToken', schema: 'TokenError' },
  { id: 'b-microblog', operationId: undefined, schema: 'Problem', contentType: 'application/problem+json' },
  { id: 'b-microblog-v1', operationId: undefined, schema: 'Errors' },
  { id: 'c-controller', operationId: undefined, schema: 'ControllerError' },
  { id: 'd-events', operationId: undefined, schema: 'ErrorText', contentType: 'text/plain' },
  { id: 'e-scheduling', operationId: undefined, schema: 'ErrorResponse' },
  { id: 'f-instalments', operationId: undefined, schema: 'ErrorReport' },
  { id: 'g-messaging', operationId: undefined, schema: 'ErrorBody' },
  { id: 'g-messaging-marketing', operationId: undefined, schema: 'ErrorBody' },
  { id: 'h-email', operationId: undefined, schema: 'ErrorList' },
])('$id $operationId', ({ id, operationId, schema, contentType = 'application/json' }) => {
  const document = readDocument(id);
  const holder =
    operationId === undefined ? document : operations(document).find((place) => place.operation.operationId === operationId)?.operation;
  const templates = errorTemplates((holder as { readonly 'x-errors'?: Json } | undefined)?.['x-errors']);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');

  test('has a body for every fault', () => {
    expect(templates.find(({ status, when }) => status === 'default' && when === undefined)?.body).toBeDefined();
  });

  // One that words a refusal, or has no condition but a code, is tried with a server below.
  test.each(templates.filter(({ when }) => when?.code === undefined))(
    '$status $when $code gives a body that is valid against the schema',
    (template) => {
      const own = ownBody(faultFor(template), [templates]);
      expect(own?.contentType).toBe(contentType);
      const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
      expect(validate?.(own?.body), JSON.stringify(own?.body)).toBe(true);
      if (template.code !== undefined) expect(JSON.stringify(own?.body)).toContain(String(template.code));
    },
  );
});

describe('a handler that refuses by a code gets what the document has for the code', () => {
  /** The members of problems that only the handler knows. */
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'client-forbidden': { reason: 'client-not-enrolled', registration_url: 'https://microblog.example.com/developers/access' },
    'disallowed-resource': { resource_id: '7', resource_type: 'tweet', section: 'data' },
    'duplicate-rules': { id: '7', value: 'storm' },
    'not-authorized-for-field': { field: 'non_public_metrics', resource_type: 'tweet', section: 'data' },
    'not-authorized-for-resource': { parameter: 'id', value: '7', resource_id: '7', resource_type: 'tweet', section: 'data' },
    'operational-disconnect': { disconnect_type: 'SlowReader' },
    'resource-not-found': { parameter: 'id', value: '7', resource_id: '7', resource_type: 'user' },
    'resource-unavailable': { parameter: 'id', resource_id: '7', resource_type: 'media' },
    'streaming-connection': { connection_issue: 'TooManyConnections' },
    'usage-capped': { period: 'Monthly', scope: 'Product' },
  };
  const wordsOf = (id: string): readonly (readonly [code: string | number, status: number, words: ErrorTemplate])[] =>
    rowsOf(id).flatMap((row) =>
      /^\d+$/.test(row.status) ? (row.when?.code ?? []).map((code) => [code, Number(row.status), row] as const) : [],
    );
  const rowsOf = (id: string): ErrorTemplate[] => errorTemplates((readDocument(id) as { readonly 'x-errors'?: Json })['x-errors']);
  const validatorOf = (id: string, schema: string) => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    return ajv.addSchema(readDocument(id), 'document').getSchema(`document#/components/schemas/${schema}`);
  };
  const microblog = (refusal: () => Error) => {
    const refused = () => {
      throw refusal();
    };
    return createMicroblogServer({ getSpace: refused }, { security: { bearer: isGood, oauth2: isGood } });
  };
  const ask = async (refusal: () => Error) =>
    await answered(microblog(refusal)(new Request('https://microblog.example.com/2/spaces/1zqKVbXyz', bearer('good'))));
  const isProblem = validatorOf('b-microblog', 'Problem');

  test.each(wordsOf('b-microblog'))('b-microblog: %s with %i', async (code, status, { title, detail }) => {
    const [given, body] = await ask(() => refuse(status, { code, values: values[code] ?? {} }));
    const type = `https://microblog.example.com/problems/${code}`;
    expect([given, body]).toEqual([status, { type, title, status, detail, ...values[code] }]);
    expect(isProblem?.(body), JSON.stringify(isProblem?.errors)).toBe(true);
  });

  test('b-microblog: a detail of the handler goes before; values that it does not give are left out', async () => {
    expect(await ask(() => refuse<MicroblogRefusalCode>(429, { code: 'usage-capped', detail: 'Wait for May.' }))).toEqual([
      429,
      { type: 'https://microblog.example.com/problems/usage-capped', title: 'UsageCapExceeded', status: 429, detail: 'Wait for May.' },
    ]);
    expect(await ask(() => refuse(403, { detail: 'No.' }))).toMatchObject([
      403,
      { type: 'about:blank', title: 'Forbidden', detail: 'No.' },
    ]);
  });

  test('b-microblog: every type of problem is produced, except the one of credentials that no operation accepts', async () => {
    const types = new Set<unknown>();
    for (const [code, status] of wordsOf('b-microblog')) types.add(at(await ask(() => refuse(status, { code })), 'type'));
    for (const status of [400, 401, 429]) types.add(at(await ask(() => refuse(status, {})), 'type'));
    const { ProblemType } = readDocument('b-microblog').components.schemas as Readonly<
      Record<string, { readonly enum?: readonly string[] }>
    >;
    const missing = ProblemType?.enum?.filter((type) => !types.has(type));
    expect(missing).toEqual(['https://microblog.example.com/problems/oauth1-permissions']);
  });

  const isErrors = validatorOf('b-microblog-v1', 'Errors');
  const legacy = async (refusal: () => Error) => {
    const refused = () => {
      throw refusal();
    };
    return await answered(
      createMicroblogV1Server({ getRateLimitStatus: refused })(
        new Request('https://legacy.microblog.example.com/1.1/application/rate_limit_status.json'),
      ),
    );
  };

  test.each(wordsOf('b-microblog-v1'))('b-microblog-v1: %i with %i', async (code, status, { detail }) => {
    const [given, body] = await legacy(() => refuse(status, { code }));
    expect([given, body]).toEqual([status, { errors: [{ code, message: detail }] }]);
    expect(isErrors?.(body)).toBe(true);
  });

  test.each([
    [400, 8, 'The request is malformed.'],
    [401, 32, 'The request could not be authenticated.'],
    [403, 220, 'You may not use this resource.'],
    [404, 34, 'The path or the object does not exist.'],
    [429, 88, 'A rate limit is reached.'],
    [503, 130, 'The service is busy.'],
    [500, 131, 'An internal error.'],
  ])('b-microblog-v1: %i without a code has %i', async (status, code, message) => {
    expect(await legacy(() => refuse(status, {}))).toEqual([status, { errors: [{ code, message }] }]);
  });

  test.each(wordsOf('c-controller'))('c-controller: %i with %i', async (code, status, { detail }) => {
    const refused = () => {
      throw refuse(status, { code });
    };
    const server = createControllerServer({ readDeviceDetails: refused }, { security: { key: () => ({}) } });
    const headers = { authorization: `Basic ${btoa('reader:secret')}` };
    const answer = await answered(server(new Request('https://controller.example.com/api/v1/device', { headers })));
    expect(answer).toEqual([status, { errorCode: code, message: detail }]);
  });

  test.each([createMessagingServer, createMessagingMarketingServer])('g: 429 has its own code', async (create) => {
    const refused = new Proxy(
      {},
      {
        get: () => () => {
          throw refuse(429, {});
        },
      },
    );
    const server = create(refused, { security: { basic: () => ({}) } });
    const headers = { authorization: `Basic ${btoa('shop:key')}` };
    const origin = create === createMessagingServer ? 'https://messaging.example.com' : 'https://marketing.messaging.example.com';
    const [status, body] = await answered(server(new Request(`${origin}/api/v1/groups`, { headers })));
    expect([status, body]).toMatchObject([429, { message: 'Too Many Requests.' }]);
    expect(JSON.stringify(body)).toContain('too-many-requests');
  });
});

function at(answer: readonly [number, unknown], name: string): unknown {
  return (answer[1] as Readonly<Record<string, unknown>>)[name];
}

/** A fault that a template is for. */
function faultFor({ status, when }: ErrorTemplate): Fault {
  const pointer = when?.at?.[0] ?? '';
  const keyword = when?.keyword?.[0];
  return {
    kind: (when?.kind?.[0] ?? 'invalid-request') as Fault['kind'],
    status: /^\d+$/.test(status) ? Number(status) : status === '4XX' ? 405 : 500,
    title: 'Some Reason',
    detail: '/query/limit must be at most 100.',
    pointer,
    issues: keyword === undefined ? [] : [{ path: pointer, keyword, expected: 1, found: 2 }],
    requestId: 'r-1',
    headers: {},
    ...(when?.credential === undefined ? {} : { credential: when.credential }),
  };
}

/** Handlers for all operations, none of which a refused request may reach. */
const unreached = new Proxy<object>(
  {},
  {
    get: () => () => {
      throw new Error('The handler was reached.');
    },
  },
);

const isGood = (credential: string): object | undefined => (credential === 'good' ? {} : undefined);
const bearer = (credential: string): RequestInit => ({ headers: { authorization: `Bearer ${credential}` } });

async function answered(answer: Promise<Response>): Promise<readonly [number, unknown]> {
  const response = await answer;
  return [response.status, await response.json()];
}

describe('a-identity', () => {
  const server = createIdentityServer(unreached, { security: { oauth2: isGood, oauthToken: isGood } });
  const ask = (path: string, init: RequestInit = {}) => answered(server(new Request(`https://identity.example.com${path}`, init)));

  test.each<[path: string, init: RequestInit, reason: string]>([
    ['/oauth2/v2/userinfo', {}, 'required'],
    ['/userinfo/v2/me', {}, 'required'],
    ['/oauth2/v2/userinfo', bearer('expired'), 'authError'],
    ['/userinfo/v2/me?oauth_token=expired', {}, 'authError'],
  ])('%s %j is 401 with the reason %s', async (path, init, reason) => {
    const [status, body] = await ask(path, init);
    expect([status, body]).toMatchObject([
      401,
      { error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ domain: 'global', reason, location: 'Authorization' }] } },
    ]);
  });

  test('an invalid parameter and an unknown path', async () => {
    expect(await ask('/oauth2/v2/userinfo?alt=xml', bearer('good'))).toMatchObject([400, { error: { status: 'INVALID_ARGUMENT' } }]);
    expect(await ask('/oauth2/v3/userinfo')).toMatchObject([404, { error: { status: 'NOT_FOUND' } }]);
  });

  test('tokeninfo without a token, and with another invalid parameter', async () => {
    const init = { method: 'POST' };
    expect(await ask('/oauth2/v2/tokeninfo', init)).toMatchObject([400, { error: 'invalid_token' }]);
    expect(await ask('/oauth2/v2/tokeninfo?access_token=t&alt=xml', init)).toMatchObject([400, { error: 'invalid_request' }]);
  });
});

describe('b-microblog-v1', () => {
  const server = createMicroblogV1Server(unreached);
  const form = (body: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

  test.each<[path: string, init: RequestInit, status: number, code: number]>([
    ['/statuses/update.json', form('trim_user=t'), 403, 38],
    ['/users/show.json', {}, 403, 38],
    ['/statuses/update.json', form('status=Low+tide&lat=north'), 400, 3],
    ['/statuses/home_timeline.json?count=many', {}, 400, 8],
    ['/statuses/nowhere.json', {}, 404, 34],
  ])('%s %j is %i with %i', async (path, init, status, code) => {
    const answer = server(new Request(`https://legacy.microblog.example.com/1.1${path}`, init));
    expect(await answered(answer)).toMatchObject([status, { errors: [{ code }] }]);
  });
});

describe('c-controller', () => {
  const key = ({ username }: { username: string }, { scopes }: { scopes: readonly string[] }) => {
    if (username === 'reader' && scopes.includes('write')) return forbidden();
    return username === 'unknown' ? undefined : {};
  };
  const server = createControllerServer(unreached, { security: { key } });
  const login = (name: string) => ({ authorization: `Basic ${btoa(`${name}:secret`)}`, 'content-type': 'application/json' });
  const strategy = '/device/strategy';

  test.each<[request: string, body: string | undefined, headers: Record<string, string>, status: number, code: number]>([
    [`GET ${strategy}/tables/int32s/T/-1`, undefined, login('writer'), 400, -12],
    [`GET ${strategy}/tables/int32s/T/99999999999`, undefined, login('writer'), 400, -12],
    [`GET ${strategy}/tables/int32s/T/one`, undefined, login('writer'), 400, -8],
    [`GET ${strategy}/tables/int32s/T?startIndex=-1`, undefined, login('writer'), 400, -12],
    [`GET ${strategy}/tables/int32s/T?numElements=99999999999`, undefined, login('writer'), 400, -3],
    [`POST ${strategy}/vars/int32s/V`, '{"value":99999999999}', login('writer'), 400, -13],
    [`POST ${strategy}/tables/int32s/T`, '[1,99999999999]', login('writer'), 400, -13],
    [`POST ${strategy}/vars/int32s/V`, '{"value":"one"}', login('writer'), 400, -8],
    [`POST ${strategy}/vars/int32s/V`, '{', login('writer'), 400, -8],
    [`POST ${strategy}/vars/int32s/V`, '{"value":1}', login('reader'), 400, -109],
    [`POST ${strategy}/vars/int32s/V`, '{"value":1}', login('unknown'), 401, -104],
    ['GET /device', undefined, {}, 401, -104],
    ['GET /charts', undefined, login('writer'), 404, 404],
  ])('%s %s', async (request, body, headers, status, errorCode) => {
    const [method = '', path] = request.split(' ');
    const answer = server(
      new Request(`https://controller.example.com/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
    expect(await answered(answer)).toMatchObject([status, { errorCode }]);
  });
});

describe('h-email', () => {
  const server = createEmailServer(unreached, { security: { apiKey: isGood, apiKeyHeader: isGood, bearer: isGood } });

  test.each<[path: string, status: number, id: string]>([
    ['/domain-search', 400, 'wrong_params'],
    ['/email-verifier', 400, 'wrong_params'],
    ['/email-finder?domain=brightloaf.example', 400, 'wrong_params'],
    ['/domain-search?domain=brightloaf.example&limit=0', 400, 'pagination_error'],
    ['/domain-search?domain=brightloaf.example&limit=101', 400, 'pagination_error'],
    ['/domain-search?domain=brightloaf.example&offset=-1', 400, 'pagination_error'],
    ['/domain-search?domain=brightloaf.example&type=both', 400, 'invalid_type'],
    ['/domain-search?domain=brightloaf.example&seniority=senior,boss', 400, 'invalid_seniority'],
    ['/domain-search?domain=brightloaf.example&department=none', 400, 'invalid_department'],
    ['/domain-search?domain=brightloaf.example&required_field=none', 400, 'wrong_params'],
    ['/email-finder?domain=brightloaf.example&first_name=&last_name=Vance', 400, 'invalid_first_name'],
    ['/email-finder?domain=brightloaf.example&first_name=Mira&last_name=', 400, 'invalid_last_name'],
    ['/email-finder?domain=brightloaf.example&full_name=', 400, 'invalid_full_name'],
    ['/email-finder?domain=brightloaf.example&full_name=Mira&max_duration=1', 400, 'invalid_max_duration'],
    ['/email-verifier?email=mira', 400, 'invalid_email'],
    ['/people', 404, 'not_found'],
  ])('%s is %i with %s', async (path, status, id) => {
    const answer = server(new Request(`https://email.example.com/v2${path}`, bearer('good')));
    expect(await answered(answer)).toMatchObject([status, { errors: [{ id, code: status }] }]);
  });

  test.each([
    ['no key', {}],
    ['an unknown key', bearer('bad')],
  ])('%s is 401 with authentication_failed', async (_, init) => {
    const answer = server(new Request('https://email.example.com/v2/account', init));
    expect(await answered(answer)).toMatchObject([401, { errors: [{ id: 'authentication_failed', code: 401 }] }]);
  });
});
