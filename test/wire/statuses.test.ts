// Ranges of statuses, generated and called: a handler may answer any status of `4XX`, and a result narrows by it.
import path from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const problem = {
  content: { 'application/json': { schema: { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } } } },
};
const DOCUMENT = {
  paths: {
    '/a': {
      get: {
        operationId: 'read',
        responses: {
          204: { description: 'Good.' },
          404: { description: 'Not there.' },
          '4XX': { description: 'Refused.', ...problem },
          default: { description: 'Failed.', content: { 'text/plain': {} } },
        },
      },
    },
  },
};

const USE = `import type { PetsHandlers, ReadResult } from './index.ts';

export const handlers: PetsHandlers[] = [
  { read: () => ({ status: 494, body: { code: 1 } }) },
  { read: () => ({ status: 599, body: 'Gone.' }) },
  // @ts-expect-error: 404 has no body.
  { read: () => ({ status: 404, body: { code: 1 } }) },
  // @ts-expect-error: not a status of a final response.
  { read: () => ({ status: 600, body: 'Gone.' }) },
];

export function codeOf(result: ReadResult): number | undefined {
  // The response for 404 has no code; those for every other 4XX have one.
  if (result.status === 494 || result.status === 400) return result.body.code;
  return result.status === 299 ? result.body.length : undefined;
}
`;

test('a handler answers a status of a range that is not registered', async () => {
  const folder = path.join(root, '.octavo/tmp/wire-statuses');
  const files = new Map(emit(await serviceOf(DOCUMENT), OPTIONS)).set('use.ts', USE);
  expect(typeCheck(folder, files)).toBe('');
  const { createPetsClient, createPetsServer } = await import(path.join(folder, 'index.ts'));
  const { handlers } = await import(path.join(folder, 'use.ts'));
  const results = [];
  for (const one of handlers.slice(0, 2)) {
    const client = createPetsClient({ baseUrl: 'https://pets.example.com', fetch: inMemoryFetch(createPetsServer(one)) });
    const { status, body } = await client.read();
    results.push([status, body]);
  }
  expect(results).toEqual([
    [494, { code: 1 }],
    [599, 'Gone.'],
  ]);
});
