// Generates a document with each kind of stream and type-checks code that uses its two ends.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FetchHandler, Validators } from '@octavo/runtime';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const TICK = { $ref: '#/components/schemas/Tick' };

export const FEEDS = {
  openapi: '3.2.0',
  info: { title: 'Feeds', version: '1' },
  servers: [{ url: 'http://feeds.example.com/v1' }],
  paths: {
    '/ticks': {
      get: {
        operationId: 'watchTicks',
        parameters: [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Ticks.',
            content: {
              'text/event-stream': { schema: TICK, 'x-stream': { keepAliveSeconds: 0.05 } },
              'application/json': { schema: { type: 'array', items: TICK } },
            },
          },
          204: { description: 'No more.' },
        },
      },
    },
    '/standard': {
      get: {
        operationId: 'watchStandard',
        responses: {
          200: {
            description: "The standard's own example.",
            content: {
              'text/event-stream': {
                itemSchema: {
                  type: 'object',
                  properties: {
                    event: { type: 'string' },
                    data: { type: 'string' },
                    id: { type: 'string' },
                    retry: { type: 'integer', minimum: 0 },
                  },
                  required: ['event'],
                  oneOf: [
                    { properties: { event: { const: 'addString' } } },
                    { properties: { event: { const: 'addInt64' }, data: { pattern: '^[0-9]+$' } } },
                    {
                      properties: {
                        event: { const: 'addJson' },
                        data: {
                          contentMediaType: 'application/json',
                          contentSchema: { type: 'object', required: ['foo'], properties: { foo: { type: 'integer' } } },
                        },
                      },
                    },
                  ],
                },
              },
            },
          },
        },
      },
    },
    '/lines': {
      post: {
        operationId: 'importLines',
        requestBody: { required: true, content: { 'application/x-ndjson': { itemSchema: TICK } } },
        responses: {
          200: {
            description: 'An answer to each.',
            content: {
              'application/jsonl': {
                itemSchema: { type: 'object', required: ['ok'], additionalProperties: false, properties: { ok: { type: 'integer' } } },
              },
            },
          },
          201: { description: 'How many.', content: { 'application/json': { schema: { type: 'integer' } } } },
        },
      },
    },
    '/sequence': {
      get: {
        operationId: 'listSequence',
        responses: {
          200: { description: 'Numbers.', content: { 'application/json-seq': { schema: { type: 'array', items: { type: 'integer' } } } } },
        },
      },
    },
    '/log': {
      get: {
        operationId: 'readLog',
        responses: {
          200: {
            description: 'Lines under a name that says nothing of them.',
            content: { 'application/json': { schema: {}, 'x-stream': 'ndjson' } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Tick: { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, at: { type: 'string' } } } },
  },
};

/** User code for both ends, with mistakes that the compiler must report. */
const USER = `import { reconnect, unwrap } from '@octavo/runtime';
import { createFeedsClient } from './client.ts';
import { type FeedsHandlers } from './server.ts';
import type { ImportLinesResponse200Item, Tick } from './types.ts';

export const handlers: FeedsHandlers = {
  watchTicks(input) {
    const last: string | undefined = input.header?.['Last-Event-ID'];
    async function* ticks() {
      yield { id: last ?? '0', data: { n: 1 } };
    }
    return { status: 200, contentType: 'text/event-stream', body: ticks() };
  },
  async importLines({ body }) {
    async function* answers(): AsyncGenerator<ImportLinesResponse200Item> {
      for await (const tick of body) yield { ok: tick.n };
    }
    return { status: 200, body: answers() };
  },
  // @ts-expect-error the items are integers
  listSequence: () => ({ status: 200, body: (async function* () { yield 'a'; })() }),
};

export async function use(): Promise<void> {
  const client = createFeedsClient();
  for await (const event of await events(client)) {
    const n: number = event.data.n;
    // @ts-expect-error the data is a tick
    const wrong: string = event.data;
    void [n, wrong, event.id, event.retry];
  }
  for await (const event of unwrap(await client.watchStandard())) {
    if (event.event === 'addJson') {
      const foo: number | undefined = event.data?.foo;
      void foo;
    } else {
      const text: string | undefined = event.data;
      void text;
    }
  }
  async function* ticks(): AsyncGenerator<Tick> {
    yield { n: 1 };
  }
  await client.importLines({ body: ticks() });
  await client.importLines({ body: [{ n: 1 }, { n: 2 }] });
  // @ts-expect-error an item without n
  await client.importLines({ body: [{}] });
  for await (const n of unwrap(await client.listSequence())) n.toFixed();
  for await (const event of reconnect((options) => events(client, options))) event.data.n.toFixed();
}

async function events(client: ReturnType<typeof createFeedsClient>, options = {}) {
  const result = await client.watchTicks({}, options);
  if (result.status !== 200 || result.contentType !== 'text/event-stream') throw new Error('no events');
  return result.body;
}
`;

export interface Result {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: unknown;
}

export type FeedsClient = Record<
  'watchTicks' | 'watchStandard' | 'importLines' | 'listSequence' | 'readLog',
  (input?: unknown, options?: { signal?: AbortSignal; headers?: Readonly<Record<string, string>> }) => Promise<Result>
>;

export interface Feeds {
  /** Compiler errors in the generated files and in the program that uses them. */
  readonly complaints: string;
  createFeedsServer(handlers: object, options?: object): FetchHandler;
  createFeedsClient(options: object): FeedsClient;
  readonly feedsValidators: Validators;
  /** Creates the example server. */
  mockFeedsServer(options?: object): FetchHandler;
}

export async function generateFeeds(): Promise<Feeds> {
  const folder = path.resolve(import.meta.dirname, '../../.octavo/tmp/feeds');
  const files = emit(await serviceOf(FEEDS, 'feeds'), { ...OPTIONS, examples: true });
  const complaints = typeCheck(folder, new Map([...files, ['user.ts', USER]]));
  const exports = await import(pathToFileURL(path.join(folder, 'index.ts')).href);
  const { createFeedsServer, createFeedsClient, feedsValidators } = exports;
  const { mockFeedsServer } = await import(pathToFileURL(path.join(folder, 'examples.ts')).href);
  return { complaints, createFeedsServer, createFeedsClient, feedsValidators, mockFeedsServer };
}
