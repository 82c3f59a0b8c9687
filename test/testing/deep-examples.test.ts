// Examples of values in the style `deepObject` survive the wire: what is empty inside them has no name there, and an empty item would leave a gap.

import { inMemoryFetch } from '@octavo/runtime';
import { createRandom } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { exported, loadGenerated } from '../../generator/conform/judge/compile.ts';
import { serviceOf } from '../emit/service.ts';
import { byEffort } from '../support/effort.ts';

const SEEDS = byEffort({ quick: 10, deep: 40 });

const text = { type: 'string' };
const item = { type: 'object', properties: { discount: text, coupon: text, codes: { type: 'array', items: text } } };
const phase = { type: 'object', required: ['items'], properties: { items: { type: 'array', items: item } } };
const deep = { type: 'object', properties: { discounts: { type: 'array', items: item }, phases: { type: 'array', items: phase } } };
const filter = { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: deep };
const form = {
  schema: deep,
  encoding: { discounts: { style: 'deepObject', explode: true }, phases: { style: 'deepObject', explode: true } },
};

type Input = Readonly<Record<string, unknown>>;
type Call = (input: Input) => Promise<{ readonly status: number }>;

describe('a server receives the example that a client sends', async () => {
  const done = { 204: { description: 'Done.' } };
  const service = await serviceOf({
    paths: {
      '/query': { get: { operationId: 'search', parameters: [filter], responses: done } },
      '/form': { post: { operationId: 'save', requestBody: { content: { 'application/x-www-form-urlencoded': form } }, responses: done } },
    },
  });
  const generated = await loadGenerated(service, {}, ['operations.ts', 'checks.ts', 'client.ts', 'server.ts', 'examples.ts']);
  const named = (file: keyof typeof generated, start: string): string =>
    Object.keys(generated[file] as object).find((name) => name.startsWith(start)) ?? '';

  test.each([
    ['a query parameter', 'search', 'exampleSearchInput'],
    ['a form', 'save', 'exampleSaveInput'],
  ])('in %s', async (_, operation, example) => {
    let received: Input = {};
    const handlers = {
      [operation]: (input: Input) => {
        received = input;
        return { status: 204 };
      },
    };
    const create = exported<(handlers: object) => Parameters<typeof inMemoryFetch>[0]>(
      generated['server.ts'],
      named('server.ts', 'create'),
    );
    const client = exported<(options: object) => Readonly<Record<string, Call>>>(generated['client.ts'], named('client.ts', 'create'));
    const call = client({ baseUrl: 'http://localhost', fetch: inMemoryFetch(create(handlers)) })[operation];
    for (let seed = 0; seed < SEEDS; seed++) {
      const input = exported<(random: object) => Input>(generated['examples.ts'], example)(createRandom(seed));
      expect(await call?.(input), `seed ${seed}`).toEqual(expect.objectContaining({ status: 204 }));
      expect(received, `seed ${seed}`).toEqual(expect.objectContaining(input));
    }
  });
});
