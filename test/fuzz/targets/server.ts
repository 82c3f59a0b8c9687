// The whole server core: any request gets a response in the service's shape, never a 500, and handlers get only valid input.
import { bytes, json, text } from '../../../runtime/body/body.ts';
import { encodeBody } from '../../../runtime/body/encode-body.ts';
import { exact } from '../../../runtime/body/exact-json.ts';
import { multipart } from '../../../runtime/body/multipart.ts';
import { ranged, typeOfFile } from '../../../runtime/body/ranged.ts';
import type { Issue, Validator } from '../../../runtime/contract/issue.ts';
import type { Operation } from '../../../runtime/contract/operation.ts';
import type { ServerRequest } from '../../../runtime/contract/server-request.ts';
import { apiKeyScheme } from '../../../runtime/security/api-key.ts';
import { basicScheme } from '../../../runtime/security/basic.ts';
import { bearerScheme } from '../../../runtime/security/bearer.ts';
import { cors } from '../../../runtime/server/cors.ts';
import { type ServerAnswer, toResponse } from '../../../runtime/server/respond.ts';
import { createServer } from '../../../runtime/server/server.ts';
import { eventStream } from '../../../runtime/stream/event-stream.ts';
import { jsonSeq, ndjson } from '../../../runtime/stream/json-stream.ts';
import { operationChecks } from '../../../runtime/validate/checks.ts';
import { report } from '../../../runtime/validate/report.ts';
import { urlencoded } from '../../../runtime/wire/form.ts';
import { header, headerArray } from '../../../runtime/wire/header.ts';
import { mostSpecific } from '../../../runtime/wire/match-media.ts';
import { contentJson, cookieExplodeArray, deepObject, form, formExplodeArray, matrix, simple } from '../../../runtime/wire/parameter.ts';
import { requestOf } from '../message.ts';
import { claim, claimEqual, type Fuzz, type Input } from '../support.ts';

const answers = { 200: { contents: { 'application/json': json } } };
const id = { in: 'path', name: 'id', required: true, codec: simple, shape: 'string' } as const;
const token = bearerScheme('token');
const key = apiKeyScheme('key', { in: 'query', parameter: 'key' });
const login = basicScheme('login');

const operations: readonly Operation[] = [
  {
    id: 'list',
    method: 'GET',
    path: '/things',
    parameters: [
      { in: 'query', name: 'limit', codec: form, shape: 'integer' },
      { in: 'query', name: 'tags', codec: formExplodeArray, shape: ['string'] },
      { in: 'query', name: 'filter', codec: deepObject, shape: { additional: 'string|null' } },
      { in: 'query', name: 'json', codec: contentJson, shape: 'string' },
      { in: 'header', name: 'X-Count', codec: header, shape: 'int64' },
      { in: 'header', name: 'X-List', codec: headerArray, shape: ['number'] },
      { in: 'cookie', name: 'session', codec: cookieExplodeArray, shape: ['string'] },
    ],
    responses: answers,
  },
  { id: 'read', method: 'GET', path: '/things/{id}', parameters: [id], responses: answers },
  { id: 'remove', method: 'DELETE', path: '/things/{id}', parameters: [id], responses: { 204: {} } },
  {
    id: 'matrix',
    method: 'GET',
    path: '/m/{m}.{id}',
    parameters: [{ in: 'path', name: 'm', required: true, codec: matrix, shape: 'integer|string' }, id],
    responses: answers,
  },
  {
    id: 'upload',
    method: 'PUT',
    path: '/files',
    body: {
      required: true,
      encode: encodeBody,
      match: mostSpecific,
      contents: {
        'application/json': json,
        'application/vnd.exact+json': exact(json),
        'application/x-www-form-urlencoded': urlencoded({ n: 'integer', list: ['number'], o: {} }, { deep: { codec: deepObject } }),
        'multipart/form-data': multipart({ n: 'integer', list: ['string'], o: {} }, { note: { contentTypes: ['application/json'] } }),
        'text/plain': text,
        'image/*': ranged(bytes, typeOfFile),
      },
    },
    responses: answers,
  },
  {
    id: 'stream',
    method: 'POST',
    path: '/streams',
    body: {
      encode: encodeBody,
      contents: { 'application/x-ndjson': ndjson(json), 'application/json-seq': jsonSeq(json), 'text/event-stream': eventStream(text) },
    },
    responses: answers,
  },
  {
    id: 'secret',
    method: 'GET',
    path: '/secret',
    security: [[{ scheme: token }], [{ scheme: key }, { scheme: login }], []],
    responses: answers,
  },
  { id: 'unbuilt', method: 'GET', path: '/unbuilt', security: [[{ scheme: token }]], responses: answers },
];

/** Validates the parameters of `list` like a generated validator, since invalid text reaches validation as strings. */
const checkList: Validator = (value: unknown, issues: Issue[]): value is unknown => {
  const { query = {}, header: fields = {} } = value as { query?: { limit?: unknown }; header?: Record<string, unknown> };
  const before = issues.length;
  if (query.limit !== undefined && typeof query.limit !== 'number') report(issues, '/query/limit', 'type', 'integer', query.limit);
  const count = fields['X-Count'];
  if (count !== undefined && typeof count === 'string') report(issues, '/header/X-Count', 'type', 'integer', count);
  return issues.length === before;
};

const checkBody: Validator = (value: unknown, issues: Issue[]): value is unknown =>
  (typeof value === 'object' && value !== null && Object.hasOwn(value, 'body')) || report(issues, '/body', 'required', true, undefined);

const anything: Validator = (_value: unknown, _issues: Issue[]): _value is unknown => true;

interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

let calls: Call[] = [];
let errors: unknown[] = [];

function handlerOf(operation: string) {
  return (input: Readonly<Record<string, unknown>>) => {
    calls.push({ operation, input });
    return operation === 'remove' ? { status: 204 } : { status: 200, body: { operation } };
  };
}

async function readStream(input: Readonly<Record<string, unknown>>) {
  calls.push({ operation: 'stream', input });
  let count = 0;
  for await (const _ of (input.body ?? []) as AsyncIterable<unknown>) count++;
  return { status: 200, body: { count } };
}

const validators: Readonly<Record<string, Validator>> = { list: checkList, upload: checkBody };

const server = cors(
  createServer(
    { id: 'fuzzed', servers: [{ url: 'https://example.com/v2' }] },
    operations.map((operation) => ({
      name: operation.id,
      operation,
      checks: operationChecks(validators[operation.id] ?? anything, { 200: { 'application/json': anything } }),
    })),
    {
      ...Object.fromEntries(operations.filter((operation) => operation.id !== 'unbuilt').map((one) => [one.id, handlerOf(one.id)])),
      stream: readStream,
    },
    {
      basePath: '/v2',
      maxBodyBytes: 3000,
      maxTargetLength: 1000,
      onError: (error) => void errors.push(error),
      security: {
        token: (given: string) => (given === 'good' ? 'ann' : null),
        key: (given: string) => (given === 'good' ? 'bob' : null),
        login: ({ username }: { username: string }) => (username === 'bob' ? 'bob' : null),
      },
    },
  ),
  { origins: () => true, credentials: true },
);

const REFUSALS = [400, 401, 404, 405, 406, 413, 414, 415, 501];

async function checkRefusal(answer: ServerAnswer, request: ServerRequest): Promise<void> {
  const { status, headers, body } = answer;
  claim(REFUSALS.includes(status), 'the response has an unexpected status', status, errors.map(String));
  claim(typeof headers['x-request-id'] === 'string', 'a refusal has no request id');
  claimEqual(headers['content-type'], 'application/problem+json', 'a refusal is in another media type');
  if (status === 401) claim(headers['www-authenticate'] !== undefined, 'a 401 has no challenge');
  if (status === 405) claim(headers.allow !== undefined, 'a 405 has no Allow');
  if (request.method === 'HEAD') return claim(body === null, 'the response to HEAD has a body');
  const problem = JSON.parse(String(body)) as { status?: unknown; detail?: unknown };
  claim(problem.status === status && typeof problem.detail === 'string', 'a refusal has another shape', problem);
}

function checkCall({ operation, input }: Call): void {
  if (operation === 'list') {
    const { limit } = (input.query ?? {}) as { limit?: unknown };
    claim(limit === undefined || Number.isSafeInteger(limit), 'an invalid limit reached the handler', limit);
  }
  if (operation === 'read' || operation === 'remove') {
    const { id: value } = input.path as { id?: unknown };
    claim(typeof value === 'string' && value !== '' && !value.includes('\0'), 'a path parameter that is none came through', value);
  }
  claim(Object.getPrototypeOf(input) === Object.prototype, 'an input has another prototype');
}

export const fuzz: Fuzz = async (input: Input) => {
  const request = requestOf(input);
  calls = [];
  errors = [];
  const answer = await server.answer?.(request);
  claim(answer !== undefined, 'there is no response');
  claimEqual(errors.map(String), [], 'the server failed');
  claim(calls.length <= 1, 'more than one handler was called');
  for (const call of calls) checkCall(call);
  // Throws for a response that a platform would not send.
  const response = toResponse(answer);
  await response.arrayBuffer();
  if (answer.status >= 400) return checkRefusal(answer, request);
  if (request.method.toUpperCase() === 'OPTIONS') return claimEqual(answer.status, 204, 'OPTIONS has another response');
  claimEqual(calls.length, 1, 'a success without a handler');
};
