// Mocks refuse a body that is larger than the document says of all requests: the generated server of examples, `octavo mock`, and the living mock.
import path from 'node:path';
import type { FetchHandler } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { exported, loadGenerated } from '../../generator/conform/judge/compile.ts';
import { mockName } from '../../generator/emit/text/names.ts';
import { load } from '../../generator/load/index.ts';
import { createEngine } from '../../generator/mock/octavo/engine.ts';
import type { EngineRequest } from '../../generator/mock/octavo/protocol.ts';
import { buildService } from '../../generator/model/index.ts';
import type { Service } from '../../generator/model/service.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function serviceOf(name: string, says: string): Promise<Service> {
  const thing = { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } };
  const picture = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
  const responses = { 201: { description: 'Made.', content: thing }, 413: { description: 'Too large.' } };
  const document = {
    openapi: '3.1.0',
    info: { title: name, version: '1', description: `All about ${name}. ${says}` },
    paths: {
      [`/${name}`]: { post: { requestBody: { required: true, content: thing }, responses } },
      '/pictures': { post: { requestBody: { required: true, content: picture }, responses: { 204: { description: 'Kept.' } } } },
    },
  };
  const problems = new Problems();
  const description = await load('limits.json', { root, allowRemote: [], text: JSON.stringify(document) }, problems);
  const service = description && buildService(description, {}, problems);
  if (service === undefined) throw new Error('The document is at fault.');
  return service;
}

type Send = (request: EngineRequest) => Promise<number>;

async function generated(service: Service): Promise<Send> {
  const files = await loadGenerated(service, {}, ['server.ts', 'examples.ts']);
  const server = exported<() => FetchHandler>(files['examples.ts'], mockName(service))();
  return async ({ target, ...init }) => (await server(new Request(`http://mock${target}`, init as RequestInit))).status;
}

async function engine(service: Service, remembers: boolean): Promise<Send> {
  const mock = await createEngine(service, {}, remembers ? { seed: 1, things: 0 } : undefined);
  return async (request) => {
    const outcome = await mock.answer({ document: service.id, dynamic: false, request });
    return outcome.kind === 'answer' ? outcome.answer.status : 0;
  };
}

const MOCKS = [
  ['the generated mock', generated],
  ['the mock', (service: Service) => engine(service, false)],
  ['the living mock', (service: Service) => engine(service, true)],
] as const;

describe.each([
  ['boats', 'The body of a request has at most 3,072 bytes.', 3072, 3072],
  ['loans', '**Bodies** are JSON of at most 4 KiB, and larger ones are refused.', 4096, 4096],
  ['recipes', 'A request body may be up to 2 kB.', 2000, 2048],
])('%s: %s', (name, says, least, most) => {
  test.each(MOCKS)('%s', async (_, mockOf) => {
    const send = await mockOf(await serviceOf(name, says));
    const post = (bytes: number): Promise<number> =>
      send({
        method: 'POST',
        target: `/${name}`,
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode('{"name": "One"}'.padEnd(bytes)),
      });
    expect([await post(least), await post(most), await post(most + 1)]).toEqual([201, 201, 413]);
    const picture = { method: 'POST', target: '/pictures', headers: { 'content-type': 'image/png' }, body: new Uint8Array(most + 1) };
    expect(await send(picture)).toBe(204);
  });
});
