// Client, server and webhooks hold 64-bit integers and times in the configured form, without loss in any position.

import { type FetchHandler, type Issue, inMemoryFetch, type StandardSchema, ValidationError, type Validators } from '@octavo/runtime';
import { createRandom, type Random } from '@octavo/runtime/testing';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { joined, keeping, type Ledger, ledger } from './ledger.ts';

const BIG = 9007199254740993n;
const LOW = -9223372036854775808n;
const AT = new Date('2026-07-01T10:00:00.123Z');

const BIGINT_USES = `
import type { Entry, Id, Labels, Level, Money, Node, Orders, PutEntryInput, PutEntryResult } from './index.ts';
import type { PetsClient } from './client.ts';
const orders: Orders = { items: [{ id: 1n, at: new Date(0) }] };
// @ts-expect-error
const wrongOrders: Orders = { items: [{ id: 1n, at: '2026-07-01T10:00:00Z' }] };
// @ts-expect-error
const wrongLabels: Labels = { items: [new Date(0)] };
const id: Id = 1n;
const level: Level = 2n;
// @ts-expect-error
const wrong: Level = 4n;
// @ts-expect-error
const number: Id = 1;
const node: Node = { id, at: new Date(0), children: [{ id }] };
const money: Money = { kind: 'money', cents: 1n };
const entry: Entry = { ...node, orders, level, none: null, maybe: 1n, counts: { total: 'x' } as Entry['counts'] & {}, amount: money, price: 1.5, day: '2026-01-01' };
const input: PutEntryInput = { path: { id }, query: { ids: [1n], since: new Date(), filter: { id } }, header: { 'X-Trace': 1n }, body: entry };
export async function use(client: PetsClient): Promise<bigint | undefined> {
  const result: PutEntryResult = await client.putEntry(input);
  if (result.status !== 200) return undefined;
  const next: bigint | undefined = result.headers?.['X-Next'];
  const at: Date | undefined = result.body.at;
  return at === undefined ? next : result.body.id;
}
export const unused = [wrong, number, wrongOrders, wrongLabels];
`;

const STRING_USES = `
import type { Id, Level, Node } from './index.ts';
const level: Level = '2';
// @ts-expect-error
const wrong: Level = '4';
// @ts-expect-error
const number: Id = 1;
export const node: Node = { id: '1', at: '2026-07-01T10:00:00Z' };
export const unused = [level, wrong, number];
`;

interface Orders {
  readonly items?: readonly { readonly id: unknown }[];
}

describe('as bigint and Date', () => {
  let made: Ledger;
  beforeAll(async () => {
    made = await ledger('bigint', { int64: 'bigint', dates: 'date' }, BIGINT_USES);
  });

  const entry = (id: bigint): Record<string, unknown> => ({
    id,
    at: AT,
    children: [{ id: LOW, children: [{ id: 1n, at: AT }] }],
    even: 9007199254740994n,
    level: 2n,
    none: null,
    maybe: BIG,
    counts: { total: 'all', 'a~b': BIG, small: 7n },
    matrix: [[BIG, 1n], []],
    pair: ['x', BIG],
    amount: { kind: 'money', cents: BIG },
    tagged: { kind: 'note', cents: '1' },
    tried: { a: BIG, x: 'text' },
    named: { total: 1, 'x-a': 2, 'i-b': BIG, other: LOW },
    orders: { items: [{ id: BIG, at: AT }, { id: 1n }] },
    times: { items: [AT] },
    // The text of a time stays a text in a list of texts.
    labels: { items: [AT.toISOString()] },
    day: '2026-07-01',
    price: 19.99,
    ...JSON.parse('{"a/b":1}'),
    'a/b': LOW,
  });

  it('compiles in strict mode with the configured types', () => expect(made.complaints).toBe(''));

  it.each([BIG, LOW, 0n, -1n, 9007199254740991n, 9007199254740992n, 9223372036854775807n])(
    '%s survives in every position, both ways',
    async (id) => {
      const seen: unknown[] = [];
      const result = { status: 200, body: entry(id), headers: { 'X-Next': id } };
      const { client, sent } = joined(made, { putEntry: keeping(seen, result) });
      const input = {
        path: { id },
        query: { ids: [id, 1n], since: AT, filter: { id } },
        header: { 'X-Trace': 18446744073709551615n },
        cookie: { last: id },
        body: { ...entry(id), tried: { x: id } },
      };
      const got = await client.putEntry?.(input);
      expect(seen).toEqual([input]);
      expect(got).toMatchObject(result);
      const [first] = sent;
      expect(first?.url).toContain(`/entries/${id}?`);
      expect(first?.body).toContain(`"id":${id},`);
      expect(first?.body).toContain('"at":"2026-07-01T10:00:00.123Z"');
      expect(first?.answer).toContain(`"id":${id},`);
    },
  );

  it('does not modify the caller’s input or the handler’s result', async () => {
    const body = entry(BIG);
    const before = structuredClone(body);
    const { client } = joined(made, { putEntry: () => ({ status: 200, body }) });
    await client.putEntry?.({ path: { id: 1n }, body });
    expect(body).toEqual(before);
  });

  it('converts an own property named __proto__ without touching the prototype', async () => {
    const seen: { body?: object }[] = [];
    const body = Object.defineProperty(entry(1n), '__proto__', { value: BIG, enumerable: true });
    const { client } = joined(made, { putEntry: keeping(seen, { status: 200, body }) });
    await client.putEntry?.({ path: { id: 1n }, body });
    expect(Object.getOwnPropertyDescriptor(seen[0]?.body ?? {}, '__proto__')?.value).toBe(BIG);
    expect(Object.getPrototypeOf(seen[0]?.body)).toBe(Object.prototype);
  });

  it.each([
    ['an integer beyond 64 bits', { path: { id: 2n ** 63n }, body: { id: 1n } }, /path\/id must be a valid int64/],
    ['a number that is not safe', { path: { id: 1n }, body: { id: 2 ** 60 } }, /body\/id must be a valid int64/],
    [
      'an Invalid Date',
      { path: { id: 1n }, body: { id: 1n, children: [{ id: 1n, at: new Date('x') }] } },
      /children\/0\/at must be a valid date-time/,
    ],
    ['a year of five digits', { path: { id: 1n }, body: { id: 1n, at: new Date(8.64e15) } }, /body\/at must be a valid date-time/],
    ['no branch of a union', { path: { id: 1n }, body: { id: 1n, tried: { y: 1n } } }, /body\/tried must match at least one of/],
  ])('%s is not sent', async (_, input, message) => {
    const { client, sent } = joined(made, {});
    await expect(client.putEntry?.(input)).rejects.toMatchObject({ name: 'InvalidRequestError', message: expect.stringMatching(message) });
    expect(sent).toEqual([]);
  });

  const put = (body: string, path = '1') =>
    new Request(`https://example.com/entries/${path}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });

  it.each([
    ['{"id":9223372036854775808}', '1', 400],
    ['{"id":-9223372036854775809}', '1', 400],
    ['{"id":1.5}', '1', 400],
    ['{"id":"1"}', '1', 400],
    ['{"id":9e18}', '1', 400],
    ['{"id":1,"even":9007199254740993}', '1', 400],
    ['{"id":1,"even":9007199254740994}', '1', 200],
    ['{"id":1,"level":4}', '1', 400],
    ['{"id":1,"price":9007199254740993}', '1', 400],
    ['{"id":1,"at":"2016-12-31T23:59:60Z"}', '1', 400],
    ['{"id":1,"at":"2016-12-31t23:59:59.123456z"}', '1', 200],
    ['{"id":1,"at":"yesterday"}', '1', 400],
    ['{"id":1}', '9223372036854775808', 400],
    ['{"id":1}', '9007199254740993', 200],
    ['{"id":1}', '-0', 400],
    ['{"id":1}', `1${'0'.repeat(100)}`, 400],
    ['{"id":1,"none":9007199254740993}', '1', 200],
    ['{"id":1,"pair":["x",9007199254740993,1]}', '1', 400],
  ])('the server validates the wire value: %s to /entries/%s', async (body, path, status) => {
    const { server } = joined(made, { putEntry: () => ({ status: 200, body: { id: 1n } }) });
    expect((await server(put(body, path))).status).toBe(status);
  });

  it('a result that cannot be encoded is a 500', async () => {
    const told: unknown[] = [];
    const handlers = { putEntry: () => ({ status: 200, body: { id: 2n ** 63n } }) };
    const { server } = joined(made, handlers, {
      onError: (_: unknown, info: { issues?: readonly Issue[] }) => told.push(info.issues?.[0]?.path),
    });
    expect((await server(put('{"id":1}'))).status).toBe(500);
    expect(told).toEqual(['/id']);
  });

  it('a response that cannot be decoded is a typed error', async () => {
    const fetch = async () => new Response('{"id":1,"at":"2016-12-31T23:59:60Z"}', { headers: { 'content-type': 'application/json' } });
    const create = made.module.createPetsClient as (options: object) => { putEntry(input: unknown): Promise<unknown> };
    const call = create({ fetch, baseUrl: 'https://example.com' }).putEntry({ path: { id: 1n }, body: { id: 1n } });
    await expect(call).rejects.toMatchObject({ name: 'InvalidResponseError', issues: [{ path: '/at' }] });
  });

  it('converts a form and a JSON body of the same operation', async () => {
    const seen: unknown[] = [];
    const { client } = joined(made, { postForm: keeping(seen, { status: 204 }) });
    const inputs = [
      { contentType: 'application/x-www-form-urlencoded', body: { id: BIG, list: [LOW, 1n] } },
      { contentType: 'application/json', body: { id: LOW, at: AT } },
    ];
    for (const input of inputs) await client.postForm?.(input);
    expect(seen).toEqual(inputs);
  });

  it('converts each item of a stream', async () => {
    const { client, sent } = joined(made, { readLog: () => ({ status: 200, body: [{ id: BIG, at: AT }, { id: 1n }] }) });
    const result = await client.readLog?.({});
    const items: unknown[] = [];
    for await (const item of (result?.body ?? []) as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([{ id: BIG, at: AT }, { id: 1n }]);
    expect(sent[0]?.answer).toContain('{"id":9007199254740993,');
  });

  it('converts the body of a webhook', async () => {
    const seen: unknown[] = [];
    const create = made.module as Record<string, (...args: unknown[]) => unknown>;
    const receiver = create.createPetsWebhookReceiver?.({ changed: keeping(seen, { status: 204 }) });
    const sender = create.createPetsWebhookSender?.({
      url: 'https://example.com/hook',
      fetch: inMemoryFetch(receiver as FetchHandler),
    }) as {
      changed(input: unknown): unknown;
    };
    await sender.changed({ body: { id: BIG, at: AT, children: [{ id: LOW }] } });
    expect(seen).toEqual([{ body: { id: BIG, at: AT, children: [{ id: LOW }] } }]);
  });

  it('a Standard Schema validates the wire value and returns the converted one', () => {
    const schema = made.module.nodeSchema as StandardSchema<unknown, object>;
    expect(schema['~standard'].validate({ id: BIG, at: '2026-07-01T10:00:00.123Z' })).toEqual({ value: { id: BIG, at: AT } });
    expect(schema['~standard'].validate({ id: 1.5 }).issues).toHaveLength(1);
    expect(schema['~standard'].validate({ id: 1, at: '2016-12-31T23:59:60Z' }).issues).toMatchObject([{ path: ['at'] }]);
  });

  it('converts a tree of 500 levels; a tree too deep for the stack is a typed error', async () => {
    type Node = { id: bigint; children?: Node[] };
    let node: Node = { id: BIG };
    for (let depth = 0; depth < 500; depth++) node = { id: 1n, children: [node] };
    const seen: { body: Node }[] = [];
    const { client } = joined(made, { postForm: keeping(seen, { status: 204 }) });
    await client.postForm?.({ contentType: 'application/json', body: node });
    let inner: Node | undefined = seen[0]?.body;
    while (inner?.children !== undefined) inner = inner.children[0];
    expect(inner?.id).toBe(BIG);
    for (let depth = 0; depth < 20_000; depth++) node = { id: 1n, children: [node] };
    await expect(client.postForm?.({ contentType: 'application/json', body: node })).rejects.toMatchObject({ name: 'InvalidRequestError' });
  });

  it('a validating client checks the wire values of requests and responses', async () => {
    const { validation } = await import('@octavo/runtime');
    const validate = validation(made.module.petsValidators as Validators, { requests: 'throw' });
    const body = entry(BIG);
    const { client } = joined(made, { putEntry: () => ({ status: 200, body }) }, {}, { validate });
    expect(await client.putEntry?.({ path: { id: BIG }, body })).toMatchObject({ status: 200, body });
    const odd = client.putEntry?.({ path: { id: 1n }, body: { id: 1n, even: 9007199254740993n } });
    await expect(odd).rejects.toMatchObject({ name: 'InvalidRequestError', issues: [{ path: '/body/even' }] });
  });

  it('examples have the configured types and can be sent', async () => {
    const examples = (await import(`${made.folder}/examples.ts`)) as Record<string, unknown>;
    const example = examples.examplePutEntryInput as () => { path: { id: unknown } };
    const input = example();
    expect(typeof input.path.id).toBe('bigint');
    const answer = examples.examplePutEntryResult as () => object;
    const { client } = joined(made, { putEntry: () => answer() });
    expect(await client.putEntry?.(input)).toMatchObject({ status: 200, body: { id: expect.any(BigInt) } });
    expect((examples.exampleNode as () => object)()).toMatchObject({ id: expect.any(BigInt) });
    const orders = Array.from({ length: 20 }, (_, seed) => (examples.exampleOrders as (random: Random) => Orders)(createRandom(seed)));
    const items = orders.flatMap((order) => order.items ?? []);
    expect(items.length).toBeGreaterThan(5);
    for (const item of items) expect(item.id).toBeTypeOf('bigint');
  });

  it('emits no conversion where none is needed', () => {
    const operations = made.text.get('operations.ts') ?? '';
    expect(/export const readPlain[\s\S]*?\n};/.exec(operations)?.[0]).not.toContain('conversion');
    expect(operations).toContain("'application/json': json }");
  });
});

describe('as string', () => {
  let made: Ledger;
  beforeAll(async () => {
    made = await ledger('string', { int64: 'string', dates: 'string' }, STRING_USES);
  });

  it('compiles in strict mode with the configured types', () => expect(made.complaints).toBe(''));

  it.each(['9007199254740993', '-9223372036854775808', '0', '7'])('%s survives, as a number on the wire', async (id) => {
    const seen: unknown[] = [];
    const body = {
      id,
      at: '2026-07-01T10:00:00Z',
      children: [{ id }],
      level: '2',
      maybe: id,
      none: id,
      counts: { total: '5', x: id },
      amount: { kind: 'money', cents: id },
      tagged: { kind: 'note', cents: id },
      tried: { a: id, x: id },
      named: { total: 1, 'x-a': 2, 'i-b': id, other: id },
      orders: { items: [{ id }] },
    };
    const { client, sent } = joined(made, {
      putEntry: keeping(seen, { status: 200, body, headers: { 'X-Next': id } }),
    });
    const input = { path: { id }, query: { ids: [id] }, header: { 'X-Trace': '18446744073709551615' }, body };
    expect(await client.putEntry?.(input)).toMatchObject({ status: 200, body, headers: { 'X-Next': id } });
    expect(seen).toEqual([input]);
    expect(sent[0]?.body).toContain(`"id":${id},`);
    expect(sent[0]?.body).toContain(`"amount":{"kind":"money","cents":${id}},"tagged":{"kind":"note","cents":"${id}"}`);
    expect(sent[0]?.body).toContain(`"tried":{"a":${id},"x":"${id}"}`);
  });

  it.each(['1.5', '01', '+1', ' 1', '', '1e3', 'x', '9223372036854775808', '-0'])('%j is not sent', async (id) => {
    const { client } = joined(made, {});
    await expect(client.putEntry?.({ path: { id }, body: { id: '1' } })).rejects.toMatchObject({ name: 'InvalidRequestError' });
  });
});

describe('as number, the default', () => {
  let made: Ledger;
  beforeAll(async () => {
    made = await ledger('number', { int64: 'number', dates: 'string' });
  });

  it('compiles in strict mode and has no transforms', () => {
    expect(made.complaints).toBe('');
    expect([...made.text.keys()]).not.toContain('transforms.ts');
    expect(made.text.get('operations.ts')).toContain("'application/json': /* @__PURE__ */ strict(json)");
  });

  it('case 43: a response with an integer beyond double precision is a typed error that names the place', async () => {
    const fetch = async () => new Response('{"id":9007199254740993}', { headers: { 'content-type': 'application/json' } });
    const create = made.module.createPetsClient as (options: object) => { putEntry(input: unknown): Promise<unknown> };
    const call = create({ fetch, baseUrl: 'https://example.com' }).putEntry({ path: { id: 1 }, body: { id: 1 } });
    await expect(call).rejects.toMatchObject({ name: 'UnreadableResponseError', message: expect.stringContaining('exactly at /id') });
  });

  it.each([
    ['1', '{"id":9007199254740993}'],
    ['9007199254740993', '{"id":1}'],
  ])('case 49: the server rejects a request with such an integer: /entries/%s, %s', async (path, body) => {
    const { server } = joined(made, { putEntry: () => ({ status: 200, body: { id: 1 } }) });
    const request = new Request(`https://example.com/entries/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect((await server(request)).status).toBe(400);
  });
});

test('a stream item that cannot be encoded is a ValidationError', async () => {
  const { dateTimeAsDate, objectTransform, streamTransform } = await import('@octavo/runtime');
  const items = new Set([{ at: new Date('x') }]);
  const stream = streamTransform(objectTransform({ properties: { at: dateTimeAsDate } })).convert(items, 'send', []);
  await expect((stream as AsyncGenerator).next()).rejects.toBeInstanceOf(ValidationError);
});
