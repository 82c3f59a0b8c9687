// JSON lines sent and received by generated ends, as documents describe them: by an item schema, or by a plain string for the text of the whole.
import { inMemoryFetch } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { exported, loadGenerated } from '../../generator/conform/judge/compile.ts';
import { createClientName, createServerName } from '../../generator/emit/text/names.ts';
import { serviceOf } from '../emit/service.ts';
import { collect } from './support.ts';

type Client = Readonly<Record<string, (input?: object) => Promise<{ status: number; body: AsyncIterable<unknown> }>>>;
type Handler = Parameters<typeof inMemoryFetch>[0];

const ITEMS = [{ desc: 'one' }, { desc: 'two' }, { desc: 'three\n' }];
const TEXT = '{"desc":"one"}\n{"desc":"two"}\n{"desc":"three\\n"}\n';

describe.each<[string, string, object]>([
  ['the text of the whole', '3.1.0', { schema: { type: 'string' } }],
  ['an item', '3.1.0', { schema: { type: 'object', required: ['desc'], properties: { desc: { type: 'string' } } } }],
  ['an item of 3.2', '3.2.0', { itemSchema: { type: 'object', required: ['desc'], properties: { desc: { type: 'string' } } } }],
])('a schema of %s', (_, openapi, media) => {
  const received: unknown[] = [];
  const exchanged: { type: string | null; text: string }[] = [];
  let client: Client;

  beforeAll(async () => {
    const content = { 'application/jsonl': media };
    const service = await serviceOf({
      openapi,
      paths: {
        '/lines': {
          post: { operationId: 'send', requestBody: { required: true, content }, responses: { 204: { description: 'Taken.' } } },
          get: { operationId: 'receive', responses: { 200: { description: 'Lines.', content } } },
        },
      },
    });
    const generated = await loadGenerated(service, {}, ['client.ts', 'server.ts']);
    const createServer = exported<(handlers: object) => Handler>(generated['server.ts'], createServerName(service));
    const served = inMemoryFetch(
      createServer({
        send: async ({ body }: { body: AsyncIterable<unknown> }) => {
          received.push(...(await collect(body)));
          return { status: 204 };
        },
        receive: () => ({ status: 200, body: ITEMS }),
      }),
    );
    const fetching = async (...given: Parameters<typeof fetch>): Promise<Response> => {
      const request = new Request(given[0], { ...given[1], duplex: 'half' } as RequestInit);
      const copy = request.clone();
      const response = await served(request);
      const message = request.method === 'POST' ? copy : response.clone();
      exchanged.push({ type: message.headers.get('content-type'), text: await message.text() });
      return response;
    };
    const createClient = exported<(options: object) => Client>(generated['client.ts'], createClientName(service));
    client = createClient({ baseUrl: 'http://localhost', fetch: fetching });
  });

  test('is sent', async () => {
    expect((await client.send?.({ body: ITEMS }))?.status).toBe(204);
    expect(received).toEqual(ITEMS);
    expect(exchanged.at(-1)).toEqual({ type: 'application/jsonl', text: TEXT });
  });

  test('is received', async () => {
    const result = await client.receive?.();
    expect(result === undefined ? [] : await collect(result.body)).toEqual(ITEMS);
    expect(exchanged.at(-1)).toEqual({ type: 'application/jsonl', text: TEXT });
  });
});
