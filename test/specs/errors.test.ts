// Checks `x-errors` of the documents: all bodies are valid, and the servers of A, B, C and H answer faults as the public record has it.

import { createIdentityServer } from '@octavo/interfaces/a-identity';
import { createMicroblogV1Server } from '@octavo/interfaces/b-microblog-v1';
import { createControllerServer } from '@octavo/interfaces/c-controller';
import { createEmailServer } from '@octavo/interfaces/h-email';
import { forbidden } from '@octavo/runtime';
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

  test.each(templates)('$status $when $code gives a body that is valid against the schema', (template) => {
    const own = ownBody(faultFor(template), [templates]);
    expect(own?.contentType).toBe(contentType);
    const validate = ajv.getSchema(`document#/components/schemas/${schema}`);
    expect(validate?.(own?.body), JSON.stringify(own?.body)).toBe(true);
    if (template.code !== undefined) expect(JSON.stringify(own?.body)).toContain(JSON.stringify(template.code));
  });
});

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
