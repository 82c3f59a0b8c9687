// Mock server of a document with every kind of parameter and body: example inputs arrive unchanged, and example results come back.
import { join, resolve } from 'node:path';
import { type FetchHandler, inMemoryFetch } from '@octavo/runtime';
import { createRandom, type Random } from '@octavo/runtime/testing';
import { describe, expect, test } from 'vitest';
import { generateService } from '../client-suite/build.ts';

const folder = await generateService(resolve(import.meta.dirname, '../../.octavo/tmp/mock'));
const { createEchoClient } = (await import(join(folder, 'index.ts'))) as { createEchoClient: (options: object) => Record<string, Method> };
const examples = (await import(join(folder, 'examples.ts'))) as Record<string, unknown>;
const mockEchoServer = examples.mockEchoServer as (handlers?: object, options?: object) => FetchHandler;

type Method = (input: object) => Promise<{ readonly status: number; readonly body?: unknown }>;
type Example = (random?: Random) => Record<string, unknown>;

const operations = Object.keys(examples).flatMap((name) => /^example(\w+)Input$/.exec(name)?.[1] ?? []);
const credentials = { bearer: 'any', key: 'any' };
const baseUrl = 'https://echo.example/v1';
/** Operations whose body arrives as another object. */
const OTHER = /Multipart|Bytes|Lines/;

describe.each(operations)('%s', (name) => {
  const method = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const example = examples[`example${name}Input`] as Example;
  const result = examples[`example${name}Result`] as Example;

  test('an example input arrives unchanged', async () => {
    for (let seed = 0; seed < 60; seed++) {
      let seen: unknown;
      const handler = (input: unknown): unknown => {
        seen = input;
        return result(createRandom(seed));
      };
      const client = createEchoClient({ baseUrl, credentials, fetch: inMemoryFetch(mockEchoServer({ [method]: handler })) });
      const input = example(createRandom(seed));
      const { status } = (await client[method]?.(input)) ?? {};
      expect(status).toBe(result(createRandom(seed)).status);
      if (OTHER.test(name)) expect(Object.keys(seen as object)).toEqual(Object.keys(input));
      else expect(seen).toEqual(input);
    }
  });

  test('the mock answers with an example, the same for the same seed', async () => {
    const bodies = [1, 1, undefined].map(async (seed) => {
      const client = createEchoClient({
        baseUrl,
        credentials,
        fetch: inMemoryFetch(mockEchoServer({}, seed === undefined ? {} : { seed })),
      });
      const { status, body } = (await client[method]?.(example(createRandom(5)))) ?? {};
      return [status, await plain(body)];
    });
    const [first, second, document] = await Promise.all(bodies);
    expect(second).toEqual(first);
    expect(document?.[0]).toBe(first?.[0]);
  });
});

/** Makes a body comparable: the bytes of a file, the items of a stream. */
async function plain(body: unknown): Promise<unknown> {
  if (body instanceof Blob) return [...(await body.bytes())];
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body;
  const items: unknown[] = [];
  for await (const item of body as AsyncIterable<unknown>) items.push(item);
  return items;
}

test('all 21 operations are covered', () => expect(operations).toHaveLength(21));
