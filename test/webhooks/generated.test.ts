// Generated code for webhooks, callbacks and links: a user's program compiles in strict mode and runs with both ends in memory.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  BlockedAddressError,
  byRequest,
  deliver,
  ExpressionError,
  type FetchHandler,
  inMemoryFetch,
  type SendOptions,
} from '@octavo/runtime';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { ORDERS, SHOP } from './documents.ts';

/** User code. It must compile, and each `@ts-expect-error` marks a line that must not. */
const USER = `
import { type Exchange, type FetchHandler, inMemoryFetch, type PosterOptions, unwrap } from '@octavo/runtime';
import type { OrderInput, OrderResult } from './orders/index.ts';
import {
  createOrdersCallbackReceiver,
  createOrdersCallbackSender,
  createOrdersClient,
  createOrdersServer,
  createUserLinks,
  type CreateUserResult,
} from './orders/index.ts';
import { createShopWebhookReceiver, createShopWebhookSender } from './shop/index.ts';

export const sender = (options: PosterOptions) => createOrdersCallbackSender(options);
export const receiver = createOrdersCallbackReceiver;
export { createShopWebhookReceiver, createShopWebhookSender, createUserLinks };

/** A service that calls back when the order is paid. */
export const server = (told: (exchange: Exchange<OrderInput, OrderResult>) => void): FetchHandler =>
  createOrdersServer({
    order(input) {
      const result = { status: 201 as const, body: { id: 7 } };
      told({ input, result });
      return result;
    },
    createUser: (input) => ({ status: 201, body: { id: input.body.name }, headers: { 'X-Version': 3 } }),
    getUser: (input) => ({ status: 200, body: { id: input.path.id + (input.query?.lang ?? '') + input.query?.expand } }),
    putUser: (input) => (input.header['X-Version'] === 3 && input.body.name !== '' ? { status: 204 } : { status: 204 }),
  });

export async function follow(handler: FetchHandler): Promise<string[]> {
  const client = createOrdersClient({ baseUrl: 'https://shop.example', fetch: inMemoryFetch(handler) });
  const input = { query: { realm: 'north' }, body: { name: 'ann' } };
  const created: CreateUserResult = await client.createUser(input);
  if (created.status !== 201) throw new Error(String(created.status));
  const user = await client.getUser(createUserLinks.getUser(created));
  const other = await client.getUser(createUserLinks.getUser(created, { query: { lang: 'en' } }));
  await client.putUser(createUserLinks.renameIt(created, input));
  return [unwrap(user).id, unwrap(other).id];
}

export function wrong(result: CreateUserResult): void {
  // @ts-expect-error Only responses with 200 or 201 have this link.
  createUserLinks.getUser(result);
  if (result.status !== 201) return;
  // @ts-expect-error This link needs the request too.
  createUserLinks.renameIt(result);
  // @ts-expect-error The target operation has no such parameter.
  createUserLinks.getUser(result, { query: { language: 'en' } });
}

/** The payloads of one webhook narrow on their discriminator. */
export const handled: string[] = [];
export const handlers: Parameters<typeof createShopWebhookReceiver>[0] = {
  stock({ body }) {
    switch (body.type) {
      case 'stock.low':
        handled.push(\`\${body.item} has \${body.left.toFixed()} left\`);
        return { status: 204 };
      case 'stock.gone':
        // @ts-expect-error This payload has no member left.
        body.left;
        handled.push(\`\${body.item} is gone since \${body.since}\`);
        return { status: 204 };
      default:
        return body satisfies never;
    }
  },
  closed: (_, { deliveryId = 'none' }) => {
    handled.push(deliveryId);
    return { status: 200, body: 'bye' };
  },
};
`;

interface User {
  sender(options: object): Record<string, (exchange: object, input?: object, options?: object) => Promise<{ status: number }>>;
  receiver(handlers: object, options: object): (request: Request) => Promise<Response>;
  server(told: (exchange: object) => void): (request: Request) => Promise<Response>;
  follow(handler: unknown): Promise<string[]>;
  createShopWebhookReceiver(handlers: object, options: object): (request: Request) => Promise<Response>;
  createShopWebhookSender(options: object): Record<string, (input: object, options?: object) => Promise<{ status: number }>>;
  readonly createUserLinks: Record<string, (...values: unknown[]) => unknown>;
  readonly handlers: object;
  readonly handled: string[];
}

const folder = path.join(fileURLToPath(new URL('../..', import.meta.url)), '.octavo/tmp/webhooks');
let complaints = '';
let user: User;

beforeAll(async () => {
  const files = [
    ...[...emit(await serviceOf(ORDERS, 'orders'), OPTIONS)].map(([name, text]) => [`orders/${name}`, text] as const),
    ...[...emit(await serviceOf(SHOP, 'shop'), OPTIONS)].map(([name, text]) => [`shop/${name}`, text] as const),
  ];
  complaints = typeCheck(folder, new Map([...files, ['user.ts', USER]]));
  user = await import(pathToFileURL(path.join(folder, 'user.ts')).href);
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('the program compiles', () => expect(complaints).toBe(''));

describe('callbacks', () => {
  test('a caller places an order and gets a signed callback at its address', async () => {
    const heard: unknown[] = [];
    const hook = user.receiver({ paid: ({ body }: { body: unknown }) => heard.push(body) && { status: 204 } }, { secrets: SECRET });
    const posted: Request[] = [];
    const fetch = byRequest((request) => {
      posted.push(request.clone());
      return inMemoryFetch(hook)(request);
    });
    const callbacks = user.sender({ secret: SECRET, fetch });
    const told: object[] = [];
    const answer = await user.server((exchange) => told.push(exchange))(
      new Request('https://shop.example/orders/north', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ callbackUrl: 'https://caller.example/hook?token=t' }),
      }),
    );
    expect(answer.status).toBe(201);
    expect(await callbacks.paid?.(told[0] ?? {}, { body: { kind: 'paid', amount: 5 } }, { id: 'msg_1' })).toMatchObject({ status: 204 });
    expect(heard).toEqual([{ kind: 'paid', amount: 5 }]);
    const [request] = posted;
    expect(request?.url).toBe('https://caller.example/hook?token=t');
    new Webhook(SECRET).verify((await request?.text()) ?? '', Object.fromEntries(request?.headers ?? []));
  });

  const calls: string[] = [];
  const send = async (name: string, exchange: object, options: object = {}) => {
    calls.length = 0;
    const fetch = async (url: string) => {
      calls.push(url);
      return new Response(null, { status: 204 });
    };
    await user.sender({ fetch, ...options })[name]?.(exchange, { body: {} });
    return calls[0];
  };

  test.each<[string, object, string]>([
    ['byQuery', { input: { query: { url: 'https://a.example/x' } } }, 'https://a.example/x'],
    ['byHeader', { input: { header: { 'X-Callback': 'https://a.example/h' } } }, 'https://a.example/h'],
    ['byUrl', { input: {}, url: 'https://shop.example/orders/north' }, 'https://shop.example/orders/north/done'],
    [
      'deep',
      {
        input: { path: { shop: 'a/b?c#d' }, body: { deep: { urls: ['', 'https://a.example'] } } },
        result: { status: 201, body: { id: 9007199254740993n } },
      },
      'https://a.example/a%2Fb%3Fc%23d?m=POST&s=201&id=9007199254740993',
    ],
    ['shared', { input: { body: { hook: 'https://a.example/s' } } }, 'https://a.example/s'],
  ])('%s is sent to the address of its expression', async (name, exchange, url) => {
    expect(await send(name, exchange)).toBe(url);
  });

  test.each<[string, object]>([
    ['byQuery', { input: {} }],
    ['byQuery', { input: { query: { url: null } } }],
    ['byQuery', { input: { query: Object.create({ url: 'https://a.example' }) } }],
    ['deep', { input: { body: { deep: { urls: ['https://a.example'] } } }, result: { status: 201, body: { id: 1 } } }],
    [
      'deep',
      { input: { path: { shop: {} }, body: { deep: { urls: ['', 'https://a.example'] } } }, result: { status: 201, body: { id: 1 } } },
    ],
    ['byUrl', { input: {} }],
    ['byHeader', { input: { header: {} } }],
  ])('%s without an address in %j', async (name, exchange) => {
    await expect(send(name, exchange)).rejects.toThrow(ExpressionError);
    expect(calls).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest',
    'http://2130706433/',
    'https://u:p@a.example/',
    'https://a.example:22/',
    'file:///etc/passwd',
    '/relative',
  ])('case 85: a callback to a private address is rejected: %s', async (url) => {
    await expect(send('byQuery', { input: { query: { url } } })).rejects.toThrow(BlockedAddressError);
    expect(calls).toEqual([]);
  });

  test('a receiver accepts only callbacks that it has a handler for', async () => {
    const hook = user.receiver({ byQuery: () => ({ status: 204 }) }, { secrets: SECRET });
    const post = (body: string) =>
      hook(new Request('https://a.example', { method: 'POST', body, headers: { 'content-type': 'application/json' } }));
    expect((await post('{"n":1}')).status).toBe(204);
    expect((await post('{"n":"x"}')).status).toBe(400);
  });
});

describe('links', () => {
  test('a response gives the input of the next call', async () => {
    expect(await user.follow(user.server(() => {}))).toEqual(['anntrue', 'annentrue']);
  });

  const links = () => user.createUserLinks;
  test('links give the expected input', () => {
    const created = { status: 201, body: { id: 'u1' }, headers: { 'X-Version': 3 } };
    expect(links().getUser?.({ status: 200, body: { id: 'u0' } })).toEqual({ path: { id: 'u0' }, query: { expand: true } });
    expect(links().getUser?.(created, { query: { expand: false, lang: 'de' } })).toEqual({
      path: { id: 'u1' },
      query: { expand: false, lang: 'de' },
    });
    expect(links().renameIt?.(created, { query: { realm: 'north' }, body: { name: 'b' } })).toEqual({
      path: { id: 'u1' },
      header: { 'X-Version': 3 },
      query: { note: 'in north by POST' },
      body: { name: 'b' },
    });
  });

  test('a response without the linked value throws', () => {
    const needs =
      (result: object, input: object = { query: { realm: 'north' }, body: {} }) =>
      () =>
        links().renameIt?.(result, input);
    expect(needs({ status: 201, body: {}, headers: { 'X-Version': 3 } })).toThrow('rename it: $response.body#/id has no value.');
    expect(needs({ status: 201, body: { id: 'u1' } })).toThrow('rename it: $response.header.X-Version has no value.');
    expect(needs({ status: 201, body: { id: 'u1' }, headers: { 'X-Version': 3 } }, {})).toThrow(ExpressionError);
    expect(needs({ status: 400 })).toThrow('is not declared for the status 400');
  });
});

describe('webhooks', () => {
  test('payloads narrow on their discriminator, and the handler gets the event’s identifier', async () => {
    const hook = user.createShopWebhookReceiver(user.handlers, { secrets: SECRET });
    const hooks = user.createShopWebhookSender({ url: 'https://a.example', secret: SECRET, fetch: inMemoryFetch(hook as never) });
    await hooks.stock?.({ body: { type: 'stock.low', item: 'tea', left: 2 } });
    await hooks.stock?.({ body: { type: 'stock.gone', item: 'tea', since: 'noon' } });
    expect(await hooks.closed?.({ body: { type: 'closed' } }, { id: 'msg_9' })).toMatchObject({ status: 200, body: 'bye' });
    expect(user.handled).toEqual(['tea has 2 left', 'tea is gone since noon', 'msg_9']);
  });

  test('over sockets: a receiver on node:http and a sender that checks addresses', async () => {
    user.handled.length = 0;
    const served = await serve(user.createShopWebhookReceiver(user.handlers, { secrets: SECRET }) as FetchHandler);
    try {
      const options = { url: `${served.url}/hooks`, secret: SECRET, fetch: guardedFetch({ allowPrivate: 'loopback' }) };
      expect(() => user.createShopWebhookSender(options)).toThrow(BlockedAddressError);
      const hooks = user.createShopWebhookSender({ ...options, allowPrivate: 'loopback' });
      const post = (attempt: SendOptions) => hooks.closed?.({ body: { type: 'closed' } }, attempt) ?? Promise.reject();
      expect(await deliver(post, { id: 'msg_net' })).toEqual({ outcome: 'delivered', status: 200 });
      expect(user.handled).toEqual(['msg_net']);
    } finally {
      await served.close();
    }
  });
});
