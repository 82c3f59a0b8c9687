// `x-optional-body`, generated and called: one status comes with a body or without, at both ends, and `octavo conform` takes both.

import path from 'node:path';
import { inMemoryFetch, unwrap } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { serviceFrom } from '../conform/support.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { operation, pathDocument, read, service } from '../model/support.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const note = {
  type: 'object',
  required: ['code', 'at'],
  properties: { code: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
};
const response = (content: object) => ({ responses: { 200: { description: 'Stored.', 'x-optional-body': true, content } } });
const DOCUMENT = {
  paths: {
    '/note': { put: { operationId: 'store', ...response({ 'application/json': { schema: note } }) } },
    '/word': { put: { operationId: 'say', ...response({ 'text/plain': {} }) } },
    '/file': { put: { operationId: 'keep', ...response({ 'application/json': { schema: note }, 'application/octet-stream': {} }) } },
  },
};

const USE = `import type { KeepResult, PetsHandlers, SayResult, StoreResult } from './index.ts';

export const handlers: PetsHandlers[] = [
  { store: () => ({ status: 200 }), say: () => ({ status: 200 }), keep: () => ({ status: 200 }) },
  {
    store: () => ({ status: 200, body: { code: -23, at: new Date(0) } }),
    say: () => ({ status: 200, body: 'hello' }),
    keep: () => ({ status: 200, contentType: 'application/octet-stream', body: new Blob(['bytes']) }),
  },
  // @ts-expect-error: the body has no code.
  { store: () => ({ status: 200, body: { at: new Date(0) } }) },
];

export const codeOf = ({ body }: StoreResult): number | undefined => body?.code;
export const wordOf = ({ body }: SayResult): string | undefined => body;
export const bytesOf = ({ body }: KeepResult): boolean => body instanceof Blob;
// @ts-expect-error: there may be no body.
export const unsafe = ({ body }: StoreResult): number => body.code;
`;

const folder = path.join(root, '.octavo/tmp/wire-optional-body');
const files = new Map(emit(await serviceOf(DOCUMENT), { ...OPTIONS, held: shortForms({ int64: 'number', dates: 'date' }) })).set(
  'use.ts',
  USE,
);

test('types, row and both ends', async () => {
  expect(typeCheck(folder, files)).toBe('');
  expect(files.get('operations.ts')).toContain(
    'export type SayResult =\n  | { status: 200; body: string; headers?: HeaderFields }\n  | { status: 200; body?: undefined; headers?: HeaderFields };',
  );
  expect(files.get('operations.ts')).toContain(
    "textPlainOrEmptyResponse: OperationResponse = { contents: { 'text/plain': /* @__PURE__ */ optionalBody(text) } }",
  );
  const { createPetsClient, createPetsServer, petsValidators } = await import(path.join(folder, 'index.ts'));
  const { handlers } = await import(path.join(folder, 'use.ts'));
  const answers: unknown[] = [];
  for (const one of handlers) {
    const server = createPetsServer(one, { onError: (error: Error) => void answers.push(error.message) });
    const response = await server(new Request('https://pets.example.com/note', { method: 'PUT' }));
    answers.push([response.status, response.headers.get('content-type'), await response.text()]);
    const served = await serve(server);
    for (const fetch of [inMemoryFetch(server), globalThis.fetch]) {
      const client = createPetsClient({ baseUrl: served.url, fetch, validate: petsValidators });
      if (one === handlers[2]) continue;
      const kept: unknown = (await client.keep()).body;
      answers.push([unwrap(await client.store()), unwrap(await client.say()), kept instanceof Blob ? kept.size : kept]);
    }
    await served.close();
  }
  expect(answers).toEqual([
    [200, null, ''],
    [undefined, undefined, undefined],
    [undefined, undefined, undefined],
    [200, 'application/json', '{"code":-23,"at":"1970-01-01T00:00:00.000Z"}'],
    [{ code: -23, at: new Date(0) }, 'hello', 5],
    [{ code: -23, at: new Date(0) }, 'hello', 5],
    'store: the body that the handler returned with 200 does not match its schema.',
    [500, 'application/problem+json', expect.stringContaining('invalid-response')],
  ]);
});

describe('in a document', () => {
  const withResponse = (fields: string): string =>
    pathDocument(`/it:\n  put: { operationId: it, responses: { '200': { description: Good., ${fields} } } }`);

  test.each([
    ['x-optional-body: true, content: { application/json: {} }', true],
    ['x-optional-body: false, content: { application/json: {} }', undefined],
    ['content: { application/json: {} }', undefined],
  ])('%s', async (fields, want) => {
    const { problems } = await read(withResponse(fields));
    expect([problems, operation(await service(withResponse(fields)), 'it').responses[0]?.optionalBody]).toEqual([[], want]);
  });

  const at = '/paths/~1it/put/responses/200/x-optional-body';
  test.each([
    [
      'x-optional-body: true',
      'error',
      '`x-optional-body` is on a response that has no body.',
      'Remove it, or declare the body in `content`.',
    ],
    [
      'x-optional-body: true, content: { application/x-ndjson: { x-stream: ndjson } }',
      'error',
      '`x-optional-body` is on a response that is a stream.',
      'Remove it: an empty stream has no items.',
    ],
  ])('%s', async (fields, severity, message, fix) => {
    const { problems } = await read(withResponse(fields));
    expect(problems).toMatchObject([{ code: 'optional-body-invalid', severity, message, fix, location: { pointer: at } }]);
  });
});

test('octavo conform takes a response with the body, or without it', async () => {
  const findings = async (extension: string, body: string | null) => {
    const notes = await serviceFrom(`openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /note:
    put:
      operationId: store
      responses:
        '200': { description: Stored., ${extension}content: { application/json: { schema: { type: integer } } } }
`);
    const target = (request: Request) => {
      const allow = { allow: 'PUT, OPTIONS' };
      if (new URL(request.url).pathname !== '/note') return new Response(null, { status: 404 });
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
      if (request.method !== 'PUT') return new Response(null, { status: 405, headers: allow });
      return new Response(body, { headers: body === null ? {} : { 'content-type': 'application/json' } });
    };
    const report = await conformService(notes, { target, random: 0, most: 20 });
    return report.findings.map(({ message }) => message);
  };
  expect(await findings('x-optional-body: true, ', null)).toEqual([]);
  expect(await findings('x-optional-body: true, ', '7')).toEqual([]);
  expect(await findings('', null)).toEqual(['The body is empty.']);
});
